import { beginsObjects, isPlain, isPlainBetween, isRestOfList, ObjectEnds } from './object-ends.js';
import { type Line, ReadLine } from './line.js';
import { withoutSeparators } from './text/separators.js';
import { ValueLines } from './value-lines.js';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * No line of a log is longer: servers accept headers of 8 to 64 KiB, and escape a byte as four. A
 * line with several records was a message of at most 1 MiB.
 */
export const LONGEST_LINE = 1024 * 1024;

/**
 * Cuts a stream of bytes into lines, at line feeds. Bytes that are not UTF-8 become U+FFFD and never
 * merge lines. It holds at most one line, and nothing of a line that is too long.
 *
 * An object of JSON that is written over several lines is one line. A list of them that is too long
 * for a line becomes a line for each object.
 */
export class LineSplitter {
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;
  private start: number;
  private number: number;
  private readonly values = new ValueLines(LONGEST_LINE);
  /** Finds the objects of the line that is read, if it is a list that is too long for a line. */
  private objects: ObjectEnds | undefined;

  /** Continues at byte `offset`, after `lines` lines. */
  constructor(offset = 0, lines = 0) {
    this.start = offset;
    this.number = lines;
  }

  /** Takes the next bytes and returns the lines that are now complete. */
  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      if (this.isWholeLine(chunk, from, end)) lines.push(this.lineIn(chunk, from, end, true));
      else {
        this.keep(chunk, from, end, lines);
        if (this.objects === undefined && !this.values.isOpen && isPlain(this.pending))
          lines.push(this.take(true));
        else this.takeOther(lines);
      }
      from = end + 1;
    }
    this.keep(chunk, from, chunk.length, lines);
    return lines;
  }

  /** Returns the last line of the log if it has no line feed. */
  end(): Line[] {
    const lines: Line[] = [];
    this.openRest(lines);
    if (this.pendingBytes > 0) lines.push(...this.values.add(this.take(false)));
    lines.push(...this.values.end());
    return lines;
  }

  /** Tells of almost every line that it stands here as a whole, and is a line by itself. */
  private isWholeLine(chunk: Uint8Array, from: number, to: number): boolean {
    return (
      this.pendingBytes === 0 &&
      to - from <= LONGEST_LINE &&
      this.objects === undefined &&
      !this.values.isOpen &&
      isPlainBetween(chunk, from, to)
    );
  }

  /** Returns a line from where it stands, without its carriage return. */
  private lineIn(bytes: Uint8Array, from: number, to: number, ended: boolean): Line {
    const { start } = this;
    const end = start + to - from + (ended ? 1 : 0);
    const last = to > from && bytes[to - 1] === RETURN ? to - 1 : to;
    const place = { bytes, from: firstByte(bytes, from, last), to: last };
    this.number++;
    this.start = end;
    return new ReadLine(this.number, start, end, ended, place);
  }

  /** Takes a line that may begin or end an object, or belong to one. */
  private takeOther(lines: Line[]): void {
    this.openRest(lines);
    lines.push(...this.values.add(this.take(true)));
    this.objects = undefined;
  }

  private keep(chunk: Uint8Array, from: number, to: number, lines: Line[]): void {
    if (this.objects) return this.cut(chunk.subarray(from, to), this.objects, lines);
    this.pendingBytes += to - from;
    if (to > from && this.pendingBytes <= LONGEST_LINE) this.pending.push(chunk.subarray(from, to));
    if (this.pendingBytes <= LONGEST_LINE) return;
    // Without the pieces before, this line was found to be too long earlier.
    const isFirst = this.pendingBytes - (to - from) <= LONGEST_LINE;
    const pieces = isFirst ? [...this.pending, chunk.subarray(from, to)] : [];
    this.pending = [];
    if (beginsObjects(pieces)) this.openList(pieces, lines);
  }

  /** Cuts what is left of a list that was too long for a line, where reading begins within it. */
  private openRest(lines: Line[]): void {
    const { pending } = this;
    if (!this.objects && pending.length > 0 && isRestOfList(pending)) this.openList(pending, lines);
  }

  private openList(pieces: readonly Uint8Array[], lines: Line[]): void {
    this.pending = [];
    this.pendingBytes = 0;
    this.objects = new ObjectEnds();
    for (const piece of pieces) this.cut(piece, this.objects, lines);
  }

  /** Takes bytes of a list, and adds the objects that end in them. */
  private cut(bytes: Uint8Array, objects: ObjectEnds, lines: Line[]): void {
    let from = 0;
    for (const end of objects.endsIn(bytes)) {
      this.hold(bytes.subarray(from, end));
      lines.push(this.take(true, OBJECT));
      from = end;
    }
    this.hold(bytes.subarray(from));
  }

  private hold(bytes: Uint8Array): void {
    this.pendingBytes += bytes.length;
    if (this.pendingBytes > LONGEST_LINE) this.pending = [];
    else if (bytes.length > 0) this.pending.push(bytes);
  }

  private take(ended: boolean, kind = LINE): Line {
    const { pending, pendingBytes } = this;
    this.pending = [];
    this.pendingBytes = 0;
    // An object of a list has ended, although it has no line feed.
    const hasFeed = ended && kind === LINE;
    if (pendingBytes > LONGEST_LINE) return { ...this.tooLong(pendingBytes, hasFeed), ended };
    const bytes = pending.length === 1 ? pending[0]! : joined(pending);
    const line = this.lineIn(bytes, 0, bytes.length, hasFeed);
    if (this.objects === undefined) return line;
    return { ...line, ended, text: withoutSeparators(line.text ?? '') };
  }

  private tooLong(bytes: number, hasFeed: boolean): Omit<Line, 'ended'> {
    const { start } = this;
    const end = start + bytes + (hasFeed ? 1 : 0);
    this.number++;
    this.start = end;
    return { number: this.number, text: undefined, start, end };
  }
}

const LINE = 'line';
const OBJECT = 'object';

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** When a log is emptied while its server keeps writing, it starts with a hole of NUL bytes. */
function firstByte(bytes: Uint8Array, from: number, to: number): number {
  let first = from;
  while (first < to && bytes[first] === 0) first++;
  return first;
}

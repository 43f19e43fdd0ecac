import { utf8Of } from './text/bytes.js';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * No line of a log is longer: servers accept headers of 8 to 64 KiB, and escape a byte as four. A
 * line with several records was a message of at most 1 MiB.
 */
export const LONGEST_LINE = 1024 * 1024;

export interface Line {
  /** The number of the line; the first line is 1. */
  number: number;
  /**
   * The line without its line break. Undefined when the line is longer than `LONGEST_LINE` bytes.
   */
  text: string | undefined;
  /** Where this line starts and where the next one starts, in bytes from the start of the log. */
  start: number;
  end: number;
  /** Whether the line ends with a line feed. Without one, the last line may still be growing. */
  ended: boolean;
}

/**
 * Cuts a stream of bytes into lines, only at line feeds. Bytes that are not UTF-8 become U+FFFD and
 * never merge lines. It holds at most one line, and nothing of a line that is too long.
 */
export class LineSplitter {
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;
  private start: number;
  private number: number;

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
      this.keep(chunk, from, end);
      lines.push(this.take(true));
      from = end + 1;
    }
    this.keep(chunk, from, chunk.length);
    return lines;
  }

  /** Returns the last line of the log if it has no line feed. */
  end(): Line[] {
    return this.pendingBytes === 0 ? [] : [this.take(false)];
  }

  private keep(chunk: Uint8Array, from: number, to: number): void {
    this.pendingBytes += to - from;
    if (this.pendingBytes > LONGEST_LINE) this.pending = [];
    else if (to > from) this.pending.push(chunk.subarray(from, to));
  }

  private take(ended: boolean): Line {
    const end = this.start + this.pendingBytes + (ended ? 1 : 0);
    this.number++;
    const text = this.pendingBytes > LONGEST_LINE ? undefined : textOf(this.pending, this.start);
    const line = { number: this.number, text, start: this.start, end, ended };
    this.pending = [];
    this.pendingBytes = 0;
    this.start = end;
    return line;
  }
}

function textOf(pieces: Uint8Array[], start: number): string {
  const bytes = pieces.length === 1 ? pieces[0]! : joined(pieces);
  const first = firstByte(bytes);
  const end = bytes[bytes.length - 1] === RETURN ? bytes.length - 1 : bytes.length;
  const text = utf8Of(first > 0 || end < bytes.length ? bytes.subarray(first, end) : bytes);
  return start === 0 && text.startsWith('\ufeff') ? text.slice(1) : text;
}

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
function firstByte(bytes: Uint8Array): number {
  let first = 0;
  while (bytes[first] === 0) first++;
  return first;
}

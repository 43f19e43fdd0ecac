const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Longer than any line of a log: servers take headers of 8 to 64 KiB, and escape a byte as four. */
export const LONGEST_LINE = 512 * 1024;

export interface Line {
  /** From 1. */
  number: number;
  /** Without its line break. Undefined when the line is longer than `LONGEST_LINE` bytes. */
  text: string | undefined;
  /** Where the line starts and where the next one does, in bytes from the start of the log. */
  start: number;
  end: number;
  /** Whether a line feed ends it: without one, the last line may still be growing. */
  ended: boolean;
}

/**
 * Cuts a stream of bytes into lines, at line feeds only. Bytes that are no UTF-8 become U+FFFD and
 * never merge lines. It holds one line at most, and of a line that is too long nothing.
 */
export class LineSplitter {
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private start: number;
  private number: number;

  /** Goes on from `offset`, after `lines` lines. */
  constructor(offset = 0, lines = 0) {
    this.start = offset;
    this.number = lines;
  }

  /** The lines that are complete with these bytes. */
  push(chunk: Buffer): Line[] {
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

  /** The line without a line feed at the end of the log. */
  end(): Line[] {
    return this.pendingBytes === 0 ? [] : [this.take(false)];
  }

  private keep(chunk: Buffer, from: number, to: number): void {
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

function textOf(pieces: Buffer[], start: number): string {
  const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  const isReturn = bytes.length > 0 && bytes[bytes.length - 1] === RETURN;
  const text = bytes.toString('utf8', firstByte(bytes), isReturn ? bytes.length - 1 : bytes.length);
  return start === 0 && text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** A log that was emptied while its server went on writing starts with a hole of NUL bytes. */
function firstByte(bytes: Buffer): number {
  let first = 0;
  while (bytes[first] === 0) first++;
  return first;
}

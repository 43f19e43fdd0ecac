import type { CarriedRecord, Envelope } from './envelope.js';
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  isGap,
  LINE_FEED,
  OPEN_ARRAY,
  OPEN_OBJECT,
  parseValue,
  QUOTE,
  RETURN,
} from './json-text.js';

/** More than a record of an access log has, and than an object that lists records. */
export const LONGEST_VALUE = 2 * 1024 * 1024;

/**
 * JSON values in any arrangement: in an array, one on each line, or one after the other with nothing
 * in between. What is no JSON becomes a record too, and its reader rejects it.
 *
 * A value that is broken does not take the lines behind it along: what was taken for a part of it is
 * read again, line by line.
 */
export function jsonValues(longest = LONGEST_VALUE): Envelope {
  const cutter = new ValueCutter(longest);
  return { push: (chunk) => cutter.push(chunk), end: () => cutter.end() };
}

const NOWHERE = -1;

class ValueCutter {
  /** Bytes from the start of a value that is not complete. */
  private rest: Buffer = Buffer.alloc(0);
  /** Room for the rest and more, so that a value of many chunks is not copied with each of them. */
  private room: Buffer = Buffer.alloc(0);
  /** Where the bytes have been read up to. */
  private at = 0;
  /** Where the value starts, or NOWHERE between values. */
  private start = NOWHERE;
  /** How many objects and arrays are open. A value without any is a number, a word or a string. */
  private depth = 0;
  private inString = false;
  /** Whether the rest of a line is passed over, because its value was too long. */
  private lost = false;

  constructor(private readonly longest: number) {}

  push(chunk: Buffer): CarriedRecord[] {
    const records: CarriedRecord[] = [];
    const bytes = this.rest.length === 0 ? chunk : this.behindRest(chunk);
    this.cut(bytes, records);
    while (this.start !== NOWHERE && bytes.length - this.start > this.longest) {
      this.at = this.giveUp(bytes, this.start, records);
      this.start = NOWHERE;
      this.cut(bytes, records);
    }
    const from = this.start === NOWHERE ? bytes.length : this.start;
    this.rest = bytes.subarray(from);
    this.at = Math.max(0, this.at - from);
    if (this.start !== NOWHERE) this.start = 0;
    return records;
  }

  end(): CarriedRecord[] {
    const records: CarriedRecord[] = [];
    if (this.rest.length > 0) emit(this.rest, records);
    this.rest = Buffer.alloc(0);
    return records;
  }

  /** Returns the rest with the chunk behind it. */
  private behindRest(chunk: Buffer): Buffer {
    const { rest } = this;
    const length = rest.length + chunk.length;
    if (length > this.room.length) this.room = Buffer.allocUnsafe(2 * length);
    const isThere = rest.buffer === this.room.buffer && rest.byteOffset === this.room.byteOffset;
    if (!isThere) rest.copy(this.room);
    chunk.copy(this.room, rest.length);
    return this.room.subarray(0, length);
  }

  /** Local variables make this loop several times as fast, and it sees every byte. */
  private cut(bytes: Buffer, records: CarriedRecord[]): void {
    let { at, start, depth, inString } = this;
    /** The end of the line; it is looked for once a line, because an array may have only one. */
    let lineEnd = NOWHERE;
    /** Whether the rest of the line may be one object. It is tried once: a line may have many. */
    let mayBeOne = false;
    if (this.lost) {
      const end = bytes.indexOf(LINE_FEED, at);
      this.lost = end < 0;
      at = this.lost ? bytes.length : end;
    }
    for (; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (start === NOWHERE) {
        if (isSeparator(byte)) continue;
        if (lineEnd < at) {
          lineEnd = endOfLine(bytes, at);
          mayBeOne = true;
        }
        const mayFit = mayBeOne && byte === OPEN_OBJECT && lineEnd - at <= this.longest;
        mayBeOne = false;
        if (mayFit && takeLine(bytes, at, lineEnd, records)) {
          at = lineEnd;
          continue;
        }
        start = at;
        depth = byte === OPEN_OBJECT ? 1 : 0;
        inString = byte === QUOTE;
      } else if (inString) {
        // The byte behind a backslash may be in the next chunk. Then `at` is beyond this one.
        if (byte === BACKSLASH) at += 1;
        if (byte !== QUOTE) continue;
        inString = false;
        if (depth > 0) continue;
        at = this.take(bytes, start, at + 1, records) - 1;
        start = NOWHERE;
      } else if (depth === 0) {
        // Whatever it is, it is no record, so it counts as one up to the end of its line.
        if (byte !== LINE_FEED && byte !== OPEN_OBJECT) continue;
        at = this.take(bytes, start, at, records) - 1;
        start = NOWHERE;
      } else if (byte === QUOTE) {
        inString = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth -= 1;
        if (depth > 0) continue;
        at = this.take(bytes, start, at + 1, records) - 1;
        start = NOWHERE;
      }
    }
    Object.assign(this, { at, start, depth, inString });
  }

  /** Takes the value that ends here, unless it is too long. Returns where to read on. */
  private take(bytes: Buffer, start: number, end: number, records: CarriedRecord[]): number {
    if (end - start > this.longest) return this.giveUp(bytes, start, records);
    emit(bytes.subarray(start, end), records);
    return end;
  }

  /**
   * Passes over a value that is too long. Lines before its limit are read by themselves, and the
   * line there is lost. Both depend on nothing but the bytes from its start to its limit, so that a
   * repeat in other chunks has the same records. Returns where to read on.
   */
  private giveUp(bytes: Buffer, start: number, records: CarriedRecord[]): number {
    const limit = start + this.longest;
    const end = bytes.subarray(start, limit + 1).lastIndexOf(LINE_FEED);
    if (end > 0) {
      emit(bytes.subarray(start, start + end), records);
      return start + end;
    }
    records.push({ tooLong: true });
    const next = bytes.indexOf(LINE_FEED, limit);
    this.lost = next < 0;
    return this.lost ? bytes.length : next;
  }
}

/** Returns where a line ends; behind the last byte when its end has not come yet. */
function endOfLine(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(LINE_FEED, start);
  return end < 0 ? bytes.length : end;
}

/**
 * Takes the rest of a line as one object, which it is with most senders. Returns false, and takes
 * nothing, when it is something else.
 */
function takeLine(bytes: Buffer, start: number, end: number, records: CarriedRecord[]): boolean {
  if (end === bytes.length) return false;
  const last = bytes[end - 1] === RETURN ? end - 2 : end - 1;
  if (bytes[last] !== CLOSE_OBJECT) return false;
  const text = bytes.toString('utf8', start, last + 1);
  const value = parseValue(text);
  if (value === undefined) return false;
  records.push({ text, value });
  return true;
}

/** Adds a value to the records, or each line of it when it is no JSON. */
function emit(bytes: Buffer, records: CarriedRecord[]): void {
  const text = bytes.toString('utf8');
  const value = parseValue(text);
  if (value !== undefined) {
    records.push({ text, value });
    return;
  }
  for (const line of text.split('\n')) {
    const part = line.trim();
    if (part === '') continue;
    const found = parseValue(part);
    records.push(found === undefined ? { text: part } : { text: part, value: found });
  }
}

/** What may be between two values. An array is nothing but a row of values. */
function isSeparator(byte: number): boolean {
  return isGap(byte) || byte === OPEN_ARRAY || byte === CLOSE_ARRAY;
}

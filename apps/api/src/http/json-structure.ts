/**
 * More than a visitor can make of an address of 8 KB (`a[b][c]…` in `query_params`), and less than what
 * costs: 10 MiB of brackets, 45 KB on the wire, take JSON.parse more than a second and 1.7 GB.
 */
export const MAX_LEVELS = 10_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What a JSON text looks like from afar. */
export interface JsonStructure {
  /** How deep it is nested. Beyond MAX_LEVELS the pass ends, and the other numbers say nothing. */
  levels: number;
  /** Values of the outermost array; 1 for anything else. */
  elements: number;
  /** Objects, arrays and commas: 10 MiB of `{},` are small as bytes and hundreds of MiB as values. */
  values: number;
}

/**
 * One pass over the bytes of a text, without parsing it: what stands in strings does not count, and what
 * is no JSON gives numbers too.
 */
export function structureOf(json: Uint8Array): JsonStructure {
  let level = 0;
  let levels = 0;
  let elements = 1;
  let values = 0;
  let inArray = false;
  for (let at = 0; at < json.length && levels <= MAX_LEVELS; at++) {
    const byte = json[at] as number;
    switch (byte) {
      case QUOTE:
        at = endOfString(json, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (level === 0) inArray = byte === OPEN_ARRAY;
        values += 1;
        level += 1;
        if (level > levels) levels = level;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        level -= 1;
        break;
      case COMMA:
        values += 1;
        if (level === 1 && inArray) elements += 1;
        break;
    }
  }
  return { levels, elements, values };
}

/** Where the string that starts at `start` has its closing quote; the end of the text when it has none. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

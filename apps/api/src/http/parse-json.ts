import type { Refusal } from './api-error.js';

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
const BYTE_ORDER_MARK = '\ufeff';

/** A body that is no longer than this may consist of nothing but values. */
const HARMLESS_BYTES = 1024 * 1024;
/** More than any body that is accepted has: 1000 log entries with 500 fields each. */
const MAX_VALUES = 500_000;

/** What a JSON text looks like from afar. */
export interface JsonStructure {
  /** How deep it is nested. Beyond MAX_LEVELS the pass ends, and the other numbers say nothing. */
  levels: number;
  /** Values of the outermost array; 1 for anything else. */
  elements: number;
  /** Objects, arrays and commas: 10 MiB of `{},` are small as bytes and hundreds of MiB as values. */
  values: number;
}

export interface ParseOptions {
  /** What to send instead of a body that is refused as JSON. */
  expected: string;
  /** What the caller has against a body of this structure. */
  check?: (structure: JsonStructure) => Refusal | undefined;
}

/**
 * A body as a JSON value, or why it is refused: INVALID_JSON, PAYLOAD_TOO_LARGE when it is long and made
 * of very many values, or what `check` says. What would cost much to parse is refused before it is
 * parsed. Bytes that are not UTF-8 are replaced, because a visitor can put them into a log.
 */
export function parseJson(
  body: Buffer,
  { expected, check }: ParseOptions,
): { value: unknown } | { refusal: Refusal } {
  const structure = structureOf(body);
  if (structure.levels > MAX_LEVELS)
    return invalid(`The body is nested more than ${MAX_LEVELS} levels deep; send ${expected}`);
  const refusal = check?.(structure);
  if (refusal) return { refusal };
  if (body.length > HARMLESS_BYTES && structure.values > MAX_VALUES) {
    const message = `The body has more than ${MAX_VALUES} values; nothing was stored`;
    return { refusal: { code: 'PAYLOAD_TOO_LARGE', message } };
  }
  const text = body.toString('utf8');
  try {
    return { value: JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) };
  } catch {
    // The parser's own message repeats the input.
    const problem = text.trim() === '' ? 'is empty' : 'is not valid JSON';
    return invalid(`The body ${problem}; send ${expected}`);
  }
}

function invalid(message: string): { refusal: Refusal } {
  return { refusal: { code: 'INVALID_JSON', message } };
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

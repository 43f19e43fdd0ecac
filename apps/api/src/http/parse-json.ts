import type { Refusal } from './api-error.js';

/**
 * This is more than a visitor can reach with an address of 8 KB (`a[b][c]…` in `query_params`), and
 * less than what is costly: for 10 MiB of brackets, 45 KB on the wire, JSON.parse needs more than a
 * second and 1.7 GB.
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

/** This is enough for 1000 log entries with 64 fields each. */
const MAX_VALUES = 64_000;
/** Above this number, the parts of a body that nobody reads are emptied before it is parsed. */
const MANY_VALUES = 20_000;
const SPACE = 0x20;

/** What one pass over a JSON text finds out without parsing it. */
export interface JsonStructure {
  /** How deep it is nested. Beyond MAX_LEVELS the pass ends, and the other numbers say nothing. */
  levels: number;
  /** The number of values in the outermost array, or 1 for anything else. */
  elements: number;
  /** The number of objects, arrays and commas. 10 MiB of `{},` become hundreds of MiB of values. */
  values: number;
}

export interface ParseOptions {
  /** What to send instead of a body that is refused as JSON. */
  expected: string;
  /** Returns why the caller refuses a body of this structure, or undefined when it does not. */
  check?: (structure: JsonStructure) => Refusal | undefined;
  /**
   * Whether the caller reads only the fields of the object, or of the objects in the array. What is
   * nested in such a field may then be left out when there is very much of it.
   */
  flat?: boolean;
}

/**
 * Returns a body as a JSON value, or why it is refused: INVALID_JSON, PAYLOAD_TOO_LARGE when it has
 * very many values, or what `check` says. What would cost much to parse is refused or emptied
 * before it is parsed: half a million different field names cost more than a second. Bytes that are
 * not UTF-8 are replaced, because a visitor can put them into a log.
 */
export function parseJson(
  body: Buffer,
  { expected, check, flat = false }: ParseOptions,
): { value: unknown } | { refusal: Refusal } {
  let structure = structureOf(body);
  if (structure.levels > MAX_LEVELS)
    return invalid(`The body is nested more than ${MAX_LEVELS} levels deep; send ${expected}`);
  const refusal = check?.(structure);
  if (refusal) return { refusal };
  if (flat && structure.values > MANY_VALUES) {
    body = emptyNested(body);
    structure = structureOf(body);
  }
  if (structure.values > MAX_VALUES) {
    const message = `The body has more than ${MAX_VALUES} values; send it in parts. Nothing was stored`;
    return { refusal: { code: 'PAYLOAD_TOO_LARGE', message } };
  }
  const text = body.toString('utf8');
  try {
    return { value: JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) };
  } catch {
    // The parser's own message is not used, because it repeats the input.
    const problem = text.trim() === '' ? 'is empty' : 'is not valid JSON';
    return invalid(`The body ${problem}; send ${expected}`);
  }
}

function invalid(message: string): { refusal: Refusal } {
  return { refusal: { code: 'INVALID_JSON', message } };
}

/**
 * Describes a text by one pass over its bytes, without parsing it. What stands in strings does not
 * count. A text that is not JSON is described too.
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

/**
 * Returns a copy in which spaces stand for everything inside the objects and arrays that are fields
 * of the outermost object, or of the objects in the outermost array. A visitor decides how many
 * parameters an address has, so a body must not be refused for them; but nobody reads them, and
 * each one costs. What is left out is not checked to be valid JSON.
 */
function emptyNested(json: Buffer): Buffer {
  const copy = Buffer.from(json);
  let level = 0;
  let kept = 1;
  let from = 0;
  for (let at = 0; at < copy.length; at++) {
    const byte = copy[at];
    if (byte === QUOTE) at = endOfString(copy, at);
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (level === 0) kept = byte === OPEN_ARRAY ? 2 : 1;
      if (level === kept) from = at + 1;
      level += 1;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      level -= 1;
      if (level === kept) copy.fill(SPACE, from, at);
    }
  }
  return copy;
}

/**
 * Where the string that starts at `start` has its closing quote; the end of the text when it has
 * none.
 */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

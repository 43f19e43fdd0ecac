import { MAX_ENTRIES_PER_REQUEST } from '@app/contracts';
import { ApiError } from '../http/api-error.js';

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
export interface Structure {
  /** How deep it is nested; counting stops beyond MAX_LEVELS. */
  levels: number;
  /** Values of the outermost array; 1 for anything else. */
  elements: number;
}

/**
 * Refuses bodies that would cost much to parse, before they are parsed.
 *
 * @throws ApiError INVALID_JSON, PAYLOAD_TOO_LARGE
 */
export function checkStructure(body: Buffer | undefined): void {
  const { levels, elements } = structureOf(body ?? Buffer.alloc(0));
  if (levels > MAX_LEVELS) {
    throw new ApiError(
      'INVALID_JSON',
      `The body is nested more than ${MAX_LEVELS} levels deep; send a log entry or an array of them`,
    );
  }
  if (elements > MAX_ENTRIES_PER_REQUEST) throw tooManyEntries(elements);
}

export function tooManyEntries(count: number): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `A request takes at most ${MAX_ENTRIES_PER_REQUEST} entries, this one has ${count}; nothing was stored`,
  );
}

/** One pass over the bytes of a text; what is no JSON gives numbers too. */
export function structureOf(json: Buffer): Structure {
  let level = 0;
  let levels = 0;
  let elements = 1;
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
        level += 1;
        if (level > levels) levels = level;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        level -= 1;
        break;
      case COMMA:
        if (level === 1 && inArray) elements += 1;
        break;
    }
  }
  return { levels, elements };
}

/** Where the string that starts at `start` has its closing quote; the end of the text when it has none. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

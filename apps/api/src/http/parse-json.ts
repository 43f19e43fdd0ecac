import type { Refusal } from './api-error.js';
import { type JsonStructure, MAX_LEVELS, structureOf } from './json-structure.js';

const BYTE_ORDER_MARK = '\ufeff';

/** A body that is no longer than this may consist of nothing but values. */
const HARMLESS_BYTES = 1024 * 1024;
/** More than any body that is accepted has: 1000 log entries with 500 fields each. */
const MAX_VALUES = 500_000;

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

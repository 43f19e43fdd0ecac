import { ApiError } from './api-error.js';
import { type JsonStructure, MAX_LEVELS, structureOf } from './json-structure.js';

const BYTE_ORDER_MARK = '\ufeff';

/** A body that is no longer than this may consist of nothing but values. */
const HARMLESS_BYTES = 1024 * 1024;
/** 1000 entries with 500 fields each. */
const MAX_VALUES = 500_000;

export interface ParseOptions {
  /** What to send instead of a body that is refused as JSON. */
  expected?: string;
  /** Throws what the caller has against a body of this structure. */
  check?: (structure: JsonStructure) => void;
}

/**
 * A body as a JSON value; what would cost much to parse is refused before it is parsed. Bytes that are no
 * UTF-8 are replaced, not refused: a visitor can put them into a log.
 *
 * @throws ApiError INVALID_JSON, PAYLOAD_TOO_LARGE when it is long and made of very many values
 */
export function parseJson(
  body: Buffer | undefined,
  { expected = 'a log entry or an array of them', check }: ParseOptions = {},
): unknown {
  const structure = structureOf(body ?? Buffer.alloc(0));
  if (structure.levels > MAX_LEVELS) {
    throw new ApiError(
      'INVALID_JSON',
      `The body is nested more than ${MAX_LEVELS} levels deep; send ${expected}`,
    );
  }
  check?.(structure);
  if (body && body.length > HARMLESS_BYTES && structure.values > MAX_VALUES) {
    throw new ApiError(
      'PAYLOAD_TOO_LARGE',
      'The body has far more values than 1000 entries; nothing was stored',
    );
  }
  const text = body?.toString('utf8') ?? '';
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    // The parser's own message repeats the input.
    const problem = text.trim() === '' ? 'is empty' : 'is not valid JSON';
    throw new ApiError('INVALID_JSON', `The body ${problem}; send ${expected}`);
  }
}

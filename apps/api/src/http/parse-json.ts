import { ApiError } from './api-error.js';
import { hasMoreValues } from './count-values.js';

const BYTE_ORDER_MARK = '\ufeff';

/** Counting costs time: a body that is no longer than this may consist of nothing but values. */
const HARMLESS_BYTES = 1024 * 1024;
/** 1000 entries with 500 fields each. */
const MAX_VALUES = 500_000;

/**
 * A body as a JSON value; `expected` says what to send when it is none. Bytes that are no UTF-8 are replaced, not refused: a visitor can put them into a log.
 *
 * @throws ApiError INVALID_JSON, PAYLOAD_TOO_LARGE when it is long and made of very many values
 */
export function parseJson(
  body: Buffer | undefined,
  expected = 'a log entry or an array of them',
): unknown {
  if (body && body.length > HARMLESS_BYTES && hasMoreValues(body, MAX_VALUES)) {
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

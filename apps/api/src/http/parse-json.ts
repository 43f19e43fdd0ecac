import { ApiError } from './api-error.js';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * A body as a JSON value; `expected` says what to send when it is none. Bytes that are no UTF-8 are replaced, not refused: a visitor can put them into a log.
 *
 * @throws ApiError INVALID_JSON
 */
export function parseJson(
  body: Buffer | undefined,
  expected = 'a log entry or an array of them',
): unknown {
  const text = body?.toString('utf8') ?? '';
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    // The parser's own message repeats the input.
    const problem = text.trim() === '' ? 'is empty' : 'is not valid JSON';
    throw new ApiError('INVALID_JSON', `The body ${problem}; send ${expected}`);
  }
}

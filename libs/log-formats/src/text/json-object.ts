import { textOfHex } from './bytes.js';

export type JsonObject = Record<string, unknown>;

/** Matches a run of bytes in hexadecimal, or another escape. */
const ESCAPE = /((?:\\x[0-9a-fA-F]{2})+)|\\[^x]/g;
const MAY_BE_ESCAPED = /\\[xv?]/;

/** Returns the value of a JSON text, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  const value = parse(text);
  if (value !== undefined) return value;
  return MAY_BE_ESCAPED.test(text) ? parse(withJsonEscapes(text)) : undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the field as text. Numbers are written out; every other value counts as missing. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** Returns the text of a field, or of the first value in it: headers may be lists of values. */
export function firstText(value: unknown): string {
  return textOf(Array.isArray(value) ? value[0] : value);
}

/**
 * Returns the text of a field that is a list with commas. A header may have been sent in several lines,
 * which make one list.
 */
export function listText(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
}

/** Tells whether a field says no, as a boolean or as a word. */
export function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && value.toLowerCase() === 'false');
}

/**
 * Writes escapes that JSON does not have in its own way. Apache writes the bytes of other characters
 * than ASCII as `\xHH`, and a vertical tab as `\v`; nginx does the former unless its format says
 * `escape=json`. OpenLiteSpeed writes `<\?` for `<?`.
 */
function withJsonEscapes(text: string): string {
  return text.replace(ESCAPE, (escape: string, bytes: string | undefined) => {
    if (bytes !== undefined)
      return JSON.stringify(textOfHex(bytes.replaceAll('\\x', ''))).slice(1, -1);
    if (escape === '\\?') return '?';
    return escape === '\\v' ? '\\u000b' : escape;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export type JsonObject = Record<string, unknown>;

const BACKSLASH_OR_BYTE = /\\(?:x([0-9a-fA-F]{2})|[^x])/g;

/** Returns the value of a JSON text, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  const value = parse(text);
  return value === undefined && text.includes('\\x') ? parse(withoutHexEscapes(text)) : value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the field as text. Numbers are written out; every other value counts as missing. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** Tells whether a field says no, as a boolean or as a word. */
export function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && value.toLowerCase() === 'false');
}

/** nginx writes `\xHH` into JSON unless its format says `escape=json`. */
function withoutHexEscapes(text: string): string {
  return text.replace(BACKSLASH_OR_BYTE, (escape, byte: string | undefined) =>
    byte === undefined ? escape : `\\u00${byte}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

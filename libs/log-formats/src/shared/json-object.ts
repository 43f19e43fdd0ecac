export type JsonObject = Record<string, unknown>;

const BACKSLASH_OR_BYTE = /\\(?:x([0-9a-fA-F]{2})|[^x])/g;

/** Returns the line as one JSON object, or a text that says why it is not one. */
export function readJsonObject(line: string): JsonObject | string {
  const value = parse(line) ?? parse(withoutHexEscapes(line));
  if (value === undefined) return 'is not JSON';
  return isObject(value) ? value : 'is not one JSON object';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the field as text. Numbers are written out; every other value counts as missing. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** nginx writes `\xHH` into JSON unless its format says `escape=json`. */
function withoutHexEscapes(line: string): string {
  if (!line.includes('\\x')) return line;
  return line.replace(BACKSLASH_OR_BYTE, (escape, byte: string | undefined) =>
    byte === undefined ? escape : `\\u00${byte}`,
  );
}

/** Returns undefined when the text is not JSON. The caller treats `null` in the same way. */
function parse(line: string): unknown {
  try {
    return (JSON.parse(line) as unknown) ?? [];
  } catch {
    return undefined;
  }
}

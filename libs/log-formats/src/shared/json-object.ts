export type JsonObject = Record<string, unknown>;

const BACKSLASH_OR_BYTE = /\\(?:x([0-9a-fA-F]{2})|[^x])/g;

/** The line as one JSON object, or what it is not. */
export function readJsonObject(line: string): JsonObject | string {
  const value = parse(line) ?? parse(withoutHexEscapes(line));
  if (value === undefined) return 'is not JSON';
  return isObject(value) ? value : 'is not one JSON object';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The field as text; numbers are written out, everything else is absent. */
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

/** Undefined: no JSON; `null` as JSON is the same to the caller. */
function parse(line: string): unknown {
  try {
    return (JSON.parse(line) as unknown) ?? [];
  } catch {
    return undefined;
  }
}

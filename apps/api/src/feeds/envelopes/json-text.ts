/** Bytes that have a meaning between the values of JSON. */
export const QUOTE = 0x22;
export const OPEN_ARRAY = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;

const TAB = 0x09;
const SPACE = 0x20;
const COMMA = 0x2c;

/** Tells whether a byte is a comma or white space, as they stand between two values. */
export function isGap(byte: number): boolean {
  return byte === COMMA || byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;
}

/** Returns the value of a text, or undefined when it is no JSON. */
export function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells whether a value is an object with fields, and neither a list nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const COMMA = 0x2c;
const SPACE = 0x20;
const TAB = 0x09;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** Returns a text without what stands between the objects of a list. */
export function withoutSeparators(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBetween(text.charCodeAt(start), OPEN_ARRAY)) start++;
  while (end > start && isBetween(text.charCodeAt(end - 1), CLOSE_ARRAY)) end--;
  return text.slice(start, end);
}

function isBetween(code: number, bracket: number): boolean {
  return code === SPACE || code === TAB || code === COMMA || code === bracket;
}

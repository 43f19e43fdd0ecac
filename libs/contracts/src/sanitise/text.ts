const NEEDS_CLEANING = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** Text that a database and a terminal can take: no control characters, no halves of surrogate pairs. */
export function cleanText(text: string): string {
  return NEEDS_CLEANING.test(text) ? text.toWellFormed().replace(CONTROL, '') : text;
}

/** The first `length` UTF-16 units, never ending in half a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? length - 1 : length);
}

/** The longest start of a text that has at most `bytes` bytes in UTF-8. */
export function cutToBytes(text: string, bytes: number): string {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

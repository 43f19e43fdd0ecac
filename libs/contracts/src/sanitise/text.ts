const NEEDS_CLEANING = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * Returns the text without control characters and unpaired surrogates, so that databases and
 * terminals accept it.
 */
export function cleanText(text: string): string {
  return NEEDS_CLEANING.test(text) ? text.toWellFormed().replace(CONTROL, '') : text;
}

/** Returns the first `length` UTF-16 units of a text, and never cuts a character in half. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? length - 1 : length);
}

/** Returns the longest start of a text that takes at most `bytes` bytes in UTF-8. */
export function cutToBytes(text: string, bytes: number): string {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

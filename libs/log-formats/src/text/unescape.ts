/** Matches a run of bytes in hexadecimal, or one character that Apache or nginx escape. */
const ESCAPED = /((?:\\x[0-9a-fA-F]{2})+)|\\(["\\nrtbvf])/g;
const CHARACTERS: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  v: '\v',
  f: '\f',
};

/**
 * Returns the text as it was in the request, before Apache (`\"`, `\\`, `\n`, `\xHH`) or nginx
 * (`\xHH`) escaped it.
 */
export function unescapeLog(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPED, (_, bytes: string | undefined, character: string) =>
    bytes === undefined ? (CHARACTERS[character] ?? character) : bytesOf(bytes, '\\x'),
  );
}

/**
 * Decodes bytes in hexadecimal as UTF-8, where each byte follows a mark. Invalid bytes become
 * U+FFFD.
 */
export function bytesOf(hexadecimal: string, mark: string): string {
  return Buffer.from(hexadecimal.replaceAll(mark, ''), 'hex').toString('utf8');
}

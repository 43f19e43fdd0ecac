import { textOfHex } from './bytes.js';

const ENCODED = /(?:%[0-9a-fA-F]{2})+/g;

/**
 * Decodes `%HH` as UTF-8. A `%` without two hexadecimal digits stays as it is, and bytes that are
 * not UTF-8 become U+FFFD.
 */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    // The engine's own function is much faster, but refuses the whole text for one mistake.
    return decodeURIComponent(text);
  } catch {
    return text.replace(ENCODED, (run) => bytesOf(run, '%'));
  }
}

/**
 * Decodes a user agent that was percent-encoded for the log, once or twice. A user agent with
 * spaces is not encoded, or not any more. Apps send `%20` in their own names, and the
 * classification must see it as in live traffic.
 */
export function decodeAgent(text: string): string {
  const once = decodeWithoutSpaces(text);
  return once === text ? text : decodeWithoutSpaces(once);
}

function decodeWithoutSpaces(text: string): string {
  return text.includes('%') && !text.includes(' ') ? decodePercent(text) : text;
}

/** Matches a run of bytes in hexadecimal, or one character that a server escapes. */
const ESCAPED = /((?:\\x[0-9a-fA-F]{2})+)|\\(["\\nrtbvf?])/g;
const CHARACTERS: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  v: '\v',
  f: '\f',
};

/**
 * Returns the text as it was in the request, before Apache (`\"`, `\\`, `\n`, `\xHH`), nginx (`\xHH`)
 * or OpenLiteSpeed (`<\?`) escaped it.
 */
export function unescapeLog(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPED, (_, bytes: string | undefined, character: string) =>
    bytes === undefined ? (CHARACTERS[character] ?? character) : bytesOf(bytes, '\\x'),
  );
}

/** Matches a character in JSON's own way, or what `unescapeLog` reads. */
const ESCAPED_JSON = /\\u([0-9a-fA-F]{4})|((?:\\x[0-9a-fA-F]{2})+)|\\(["\\/nrtbvf])/g;

/** Returns a text as it was before a server wrote it into JSON, also in the way of `unescapeLog`. */
export function unescapeJson(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    ESCAPED_JSON,
    (_, unit: string | undefined, bytes: string | undefined, character: string) => {
      if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
      return bytes === undefined ? (CHARACTERS[character] ?? character) : bytesOf(bytes, '\\x');
    },
  );
}

/**
 * Decodes bytes in hexadecimal as UTF-8, where each byte follows a mark. Invalid bytes become
 * U+FFFD.
 */
function bytesOf(hexadecimal: string, mark: string): string {
  return textOfHex(hexadecimal.replaceAll(mark, ''));
}

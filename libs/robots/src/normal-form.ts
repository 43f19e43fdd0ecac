/*
 * Patterns and paths are compared in one form, as section 2.2.2 of RFC 9309 asks: what is no ASCII is
 * percent-encoded as UTF-8, encoded letters, digits and `-._~` are decoded, and hexadecimal digits
 * are capital letters. Reserved characters stay as they are: `/a%2Fb` is another path than `/a/b`.
 */

const ESCAPE = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9\-._~]/;
const NO_ASCII = /[^\u0000-\u007F]+/g;
const SPECIAL = /[*$]/g;

/** Returns the common form of a pattern or path. */
export function normalForm(text: string): string {
  return text.replace(NO_ASCII, encoded).replace(ESCAPE, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });
}

/** Returns a path in the common form. In a path `*` and `$` mean themselves. */
export const normalPath = (path: string): string => literally(normalForm(path));

/** Encodes what has a meaning in patterns, so that it means itself. */
export const literally = (text: string): string =>
  text.replace(SPECIAL, (character) => (character === '*' ? '%2A' : '%24'));

/** A half of a pair of surrogates is no character. It is encoded as the sign for that. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Longer paths are cut. The API does the same, so this bounds the time for all other callers. */
const MOST_CHARACTERS = 2_048;
const PERCENT = 0x25;
/** Most paths. A name of a single dot would have to be left out. */
const IS_PLAIN = /^(?:\/(?!\.(?:\/|$))[a-z0-9._~!$'()*+,=:@-]+)+$/;

/**
 * Returns a path as a server that is easily deceived reads it: in lower case, decoded until nothing
 * is left to decode, with `/` for `\`, without a query, without the parameters that Java servers allow
 * behind `;`, and without empty names and a slash at the end. `//Blog\%2eENV?a` is `/blog/.env`.
 * `%c0%ae` and `%c0%af` are a dot and a slash in a form that UTF-8 forbids, and some servers accept.
 *
 * A path reads the same however often its characters were encoded.
 */
export function plainPath(path: string): string {
  if (path.length <= MOST_CHARACTERS && IS_PLAIN.test(path)) return path;
  const [pathname = ''] = decoded(path.slice(0, MOST_CHARACTERS)).split(/[?#]/, 1);
  return `/${pathname.replaceAll('\xc0\xae', '.').replaceAll('\xc0\xaf', '/').toLowerCase()}`
    .replace(/\\/g, '/')
    .replace(/;[^/]*/g, '')
    .replace(/\/(?:\.?\/)+/g, '/')
    .replace(/(?<=.)\/\.?$/, '');
}

/**
 * Decodes `%2e`, and also `%252e`, to the end. Each character is put behind those that are already
 * decoded, and may complete an escape with them. So it takes one pass, however deep the path was
 * encoded.
 */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  const codes = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    codes[length++] = text.charCodeAt(at);
    while (length > 2 && codes[length - 3] === PERCENT) {
      const value = 16 * hexDigit(codes[length - 2]) + hexDigit(codes[length - 1]);
      if (Number.isNaN(value)) break;
      length -= 2;
      codes[length - 1] = value;
    }
  }
  return String.fromCharCode(...codes.subarray(0, length));
}

/** Returns the value of a digit of an escape, or NaN. */
function hexDigit(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NaN;
}

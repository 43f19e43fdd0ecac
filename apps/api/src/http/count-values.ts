const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/**
 * Whether a JSON text has more than `most` objects, arrays and commas, seen without parsing it: 10 MiB of
 * `{},` are small as bytes and hundreds of MiB as values. What stands in strings does not count.
 */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  let seen = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) inString = !inString;
    else if (inString) {
      if (byte === BACKSLASH) at++;
    } else if (byte === COMMA || byte === BRACE || byte === BRACKET) {
      if (++seen > most) return true;
    }
  }
  return false;
}

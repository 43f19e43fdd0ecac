/** A byte order mark stays, because only the start of a log may have one to be dropped. */
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const NOT_BASE64 = /[^A-Za-z0-9+/]/g;

/** Decodes bytes as UTF-8. Those that are not become U+FFFD. */
export function utf8Of(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}

/** Returns the text of bytes in hexadecimal, two digits each. */
export function textOfHex(digits: string): string {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
  return utf8Of(bytes);
}

/** Returns the text of bytes in base64, also of the kind for addresses. What is neither is left out. */
export function textOfBase64(text: string): string {
  const end = text.indexOf('=');
  const digits = (end < 0 ? text : text.slice(0, end))
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(NOT_BASE64, '');
  // One digit alone is less than a byte.
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return utf8Of(Uint8Array.from(atob(whole), (one) => one.charCodeAt(0)));
}

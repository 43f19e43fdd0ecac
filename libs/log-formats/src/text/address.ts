const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{1,5})?$/;
const IPV6 = /^\[?[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*(?:%[0-9a-z]+)?(?:\]:\d{1,5}|\])?$/i;
/** Addresses of one's own network: RFC 1918, RFC 4193, loopback. */
const PRIVATE =
  /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|::ffff:(?:10|127)\.)/i;
const LONGEST = 64;

/** Whether a text has the form of an IPv4 or IPv6 address, with a port or without. */
export function looksLikeAddress(text: string): boolean {
  return text.length <= LONGEST && (IPV4.test(text) || IPV6.test(text));
}

/**
 * The visitor's address: behind a proxy of one's own, or without an address, the first of those it
 * forwarded. Anybody can send that header, so a public peer is believed before it.
 */
export function visitorAddress(peer: string, forwarded: string): string {
  if (peer !== '' && peer !== '-' && !PRIVATE.test(peer)) return peer;
  const first = forwarded.split(',', 1)[0]?.trim() ?? '';
  return looksLikeAddress(first) ? first : peer;
}

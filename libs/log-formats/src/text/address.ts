const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{1,5})?$/;
const IPV6 = /^\[?[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*(?:%[0-9a-z]+)?(?:\]:\d{1,5}|\])?$/i;
/** Matches addresses of private networks: RFC 1918, RFC 4193, loopback. */
const PRIVATE =
  /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|::ffff:(?:10|127)\.)/i;
const LONGEST = 64;

/** Tells whether a text has the form of an IPv4 or IPv6 address, with or without a port. */
export function looksLikeAddress(text: string): boolean {
  return text.length <= LONGEST && (IPV4.test(text) || IPV6.test(text));
}

/**
 * Returns the visitor's address. When the peer is in a private network or has no address, this is
 * the first forwarded address. Anybody can send that header, so a public peer address takes
 * precedence over it.
 */
export function visitorAddress(peer: string, forwarded: string): string {
  if (peer !== '' && peer !== '-' && !PRIVATE.test(peer)) return peer;
  const first = forwarded.split(',', 1)[0]?.trim() ?? '';
  return looksLikeAddress(first) ? first : peer;
}

/**
 * Returns the protocol of a connection if its peer is the visitor. Where a proxy passed on the
 * visitor's address, it is the protocol of the proxy, and that of the visitor is not known.
 */
export function visitorProtocol(
  protocol: string | undefined,
  peer: string,
  visitor: string,
): string | undefined {
  return peer === visitor && !peer.includes(',') ? protocol : undefined;
}

/** Returns the address in front of the last colon; an IPv6 address may be in brackets. */
export function withoutPort(address: string): string {
  const host = address.slice(0, address.lastIndexOf(':'));
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

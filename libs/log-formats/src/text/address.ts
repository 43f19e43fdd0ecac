import { canonicalAddress, hopsIn, isPrivateHop } from '@app/contracts';

const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{1,5})?$/;
const IPV6 = /^\[?[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*(?:%[0-9a-z]+)?(?:\]:\d{1,5}|\])?$/i;
/**
 * Matches what a proxy in front of the server is seen as: an address of a private network (RFC 1918,
 * RFC 6598, RFC 4193, loopback, link-local), or a socket on the same machine.
 */
const PRIVATE =
  /^(?:\[?(?:::ffff:)?(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)|\[?(?:::1(?:\]|$)|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)|unix:|localhost$)/i;
const LONGEST = 64;
/** An IPv6 address has eight parts, or `::` in the place of some. A time of day has neither. */
const EIGHT_PARTS = /::|:(?:[^:]+:){5}/;
const OPEN_BRACKET = 0x5b;

/** Tells whether a text has the form of an IPv4 or IPv6 address, with or without a port. */
export function looksLikeAddress(text: string): boolean {
  if (text.length > LONGEST) return false;
  return IPV4.test(text) || (IPV6.test(text) && EIGHT_PARTS.test(text));
}

/** Tells whether a text is an address, or a list that commas connect and in which there is one. */
export function hasAddress(list: string): boolean {
  if (!list.includes(',')) return looksLikeAddress(list);
  return list.split(',').some((part) => looksLikeAddress(part.trim()));
}

const WITH_PORT = /^[\d.]+:\d+$|\]:\d+$/;

/** Tells whether an address ends with a port. An IPv6 address needs brackets in front of it. */
export function hasPort(address: string): boolean {
  return WITH_PORT.test(address);
}

/**
 * Returns the visitor's address as an entry names it. When the client is in a private network or has
 * no address, this is the first public one of the forwarded addresses. Anybody can send that header,
 * so a public client takes precedence over it.
 *
 * An address that the visitor may have made up stands in a list in front of the last public one,
 * which tells the service that it proves nothing.
 *
 * @param client whom the log calls the client, which may be a list
 * @param forwarded the list of forwarded addresses; empty or `-` when there is none
 * @param peer who made the connection, if the log tells it apart from the client
 */
export function visitorAddress(client: string, forwarded: string, peer = client): string {
  if (peer === client && (forwarded === '' || forwarded === '-')) return client;
  const isList = client.includes(',');
  const isPublic = !isList && client !== '' && client !== '-' && !PRIVATE.test(client);
  if ((isPublic || isList) && peer === client) return client;
  const before = isPublic ? forwarded : isList ? client : `${forwarded},${client}`;
  const hops = hopsIn(withinBounds(`${before},${peer}`));
  const last = hops.findLast((hop) => !isPrivate(hop));
  const visitor = isPublic ? client : (hops.find(isPublicHop) ?? hops.find(looksLikeAddress));
  if (visitor === undefined) return client;
  return last === undefined || isSame(last, visitor) ? visitor : `${visitor}, ${last}`;
}

/**
 * Returns who made the connection, where no field tells it apart from the client: the client, unless
 * the application took its address from the forwarded ones. Then nobody knows.
 */
export function peerOf(client: string, forwarded: string): string {
  return forwarded !== '' && client !== '' && forwarded.includes(client) ? '' : client;
}

/** Tells whether a client is a proxy on the same machine or in the same network. */
export function isPrivateClient(client: string): boolean {
  return PRIVATE.test(client);
}

/** No chain of proxies is longer. In characters. */
const LONGEST_LIST = 1_024;

/** Of a longer list both ends are read. */
function withinBounds(list: string): string {
  return list.length > LONGEST_LIST
    ? `${list.slice(0, LONGEST_LIST)},${list.slice(-LONGEST_LIST)}`
    : list;
}

function isPublicHop(hop: string): boolean {
  return looksLikeAddress(hop) && canonicalAddress(hop) !== null && !isPrivate(hop);
}

function isPrivate(hop: string): boolean {
  return PRIVATE.test(hop) || isPrivateHop(canonicalAddress(hop));
}

function isSame(one: string, other: string): boolean {
  return one === other || canonicalAddress(one) === canonicalAddress(other);
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
  const colon = address.lastIndexOf(':');
  const host = colon < 0 ? address : address.slice(0, colon);
  return host.charCodeAt(0) === OPEN_BRACKET ? host.slice(1, -1) : host;
}

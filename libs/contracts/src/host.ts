import { parseUrl } from './parse-url.js';

/**
 * Matches lower-case ASCII names that are already canonical. The last label is not a number, so the
 * name cannot be an IPv4 address.
 */
const PLAIN_HOST =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters that can stand in a URL but never in a host. */
const NO_HOST = /[\s/?#@\\%]/;
const LONGEST_HOST = 253;

/** The labels of a host name. `_` is allowed because it is used in practice; a wildcard is not. */
const LABELS =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** The form that the URL standard gives to every IPv4 address, however it was written. */
const IPV4 = /^[0-9.]+$/;

/**
 * Websites have domains of at most this many labels; real ones have two to five. It bounds how many
 * parent domains of a host have to be looked up, because a host may have 127 labels.
 */
export const MOST_DOMAIN_LABELS = 10;

/**
 * Returns a host in its canonical form: lower case, without port and trailing dot, IDN as punycode.
 * Returns `""` when the text is not a host.
 */
export function canonicalHost(text: string): string {
  if (PLAIN_HOST.test(text)) return text;
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 1024 || NO_HOST.test(trimmed)) return '';
  const parsed = parseHost(trimmed);
  const host = parsed.endsWith('.') ? parsed.slice(0, -1) : parsed;
  return host.length <= LONGEST_HOST && /[a-z0-9]/.test(host) ? host : '';
}

/**
 * Returns a website's domain in the canonical form of a host. Returns `""` when the text is not a
 * domain name, or has too many labels. An IP address is refused, because entries are assigned to
 * websites by name.
 */
export function canonicalDomain(text: string): string {
  const domain = canonicalHost(text);
  if (domain.split('.').length > MOST_DOMAIN_LABELS) return '';
  return LABELS.test(domain) && !isIPv4Host(domain) ? domain : '';
}

/** Tells whether a host in its canonical form is an IPv4 address. */
export const isIPv4Host = (host: string): boolean => IPV4.test(host);

/** Returns the host as the WHATWG URL standard reads it. */
function parseHost(text: string): string {
  return parseUrl(`http://${text}`)?.hostname ?? '';
}

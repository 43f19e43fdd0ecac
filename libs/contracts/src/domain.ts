import { canonicalHost } from './host.js';

/** Labels as host names have them; `_` is seen in practice. A wildcard is no domain. */
const LABELS =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** The URL standard has read an IPv4 address into this form, however it was written. */
const IPV4 = /^[0-9.]+$/;

/**
 * The canonical form of a website's domain: lower case, without port and trailing dot, IDN as punycode;
 * `""` when the text is no domain name. An address is none: entries are assigned by name.
 */
export function canonicalDomain(text: string): string {
  const domain = canonicalHost(text);
  return LABELS.test(domain) && !IPV4.test(domain) ? domain : '';
}

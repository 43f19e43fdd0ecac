import { canonicalHost } from './host.js';

/** The labels of a host name. `_` is allowed because it is used in practice; a wildcard is not. */
const LABELS =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** The form that the URL standard gives to every IPv4 address, however it was written. */
const IPV4 = /^[0-9.]+$/;

/**
 * Returns a website's domain in its canonical form: lower case, without port and trailing dot, IDN
 * as punycode. Returns `""` when the text is not a domain name. An IP address is refused, because
 * entries are assigned to websites by name.
 */
export function canonicalDomain(text: string): string {
  const domain = canonicalHost(text);
  return LABELS.test(domain) && !IPV4.test(domain) ? domain : '';
}

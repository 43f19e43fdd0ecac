import { canonicalHost } from '@app/contracts';
import { InvalidArgumentError } from 'commander';

/** Labels as host names have them; `_` is seen in practice. A wildcard is no domain. */
const LABELS =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** The URL standard has read an IPv4 address into this form, however it was written. */
const IPV4 = /^[0-9.]+$/;

/** The canonical domain an option names. Entries count for the website with the domain of their `host`. */
export function parseDomain(text: string): string {
  const domain = canonicalHost(text);
  if (LABELS.test(domain) && !IPV4.test(domain)) return domain;
  throw new InvalidArgumentError(
    'It is no domain name: give one like shop.example, without https:// and path.',
  );
}

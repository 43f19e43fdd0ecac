import type { DataOf, Website } from '../../api/types.js';
import { texts } from '../../texts/texts.js';

export type Host = DataOf<'/api/v1/websites/{id}/hosts'>['hosts'][number];
type Named = Pick<Website, 'id' | 'domain'>;

/** To whom a host belongs, as somebody sees it who looks at one website. */
export type Owner =
  | { kind: 'this' }
  /** Another website of the account. */
  | { kind: 'other'; website: Named }
  /** No website of the account. */
  | { kind: 'none'; host: string }
  /** It is not known which host it is. */
  | { kind: 'unknown' };

/** Returns to whom a host belongs. */
export function ownerOf(
  { host, website }: Pick<Host, 'host' | 'website'>,
  shown: string,
  websites: readonly Named[],
): Owner {
  if (!host) return { kind: 'unknown' };
  if (website === null) return { kind: 'none', host };
  if (website === shown) return { kind: 'this' };
  const other = websites.find(({ id }) => id === website);
  return { kind: 'other', website: other ?? { id: website, domain: website } };
}

/** Returns the name of a row: not every row is of one host that is known. */
export function nameOf(host: string | null): string {
  if (host === null) return texts.hosts.further;
  return host === '' ? texts.hosts.notLogged : host;
}

/**
 * Returns the domain of the website that could be added for a host: without `www.`, because a website
 * has what is below its domain, too. Undefined where there can be none, as for an IP address.
 */
export function domainToAdd(host: string): string | undefined {
  const domain = host.replace(/^www\./, '');
  return /^[^:]+\.[a-z][a-z\d-]+$/.test(domain) ? domain : undefined;
}

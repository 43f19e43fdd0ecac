import { isIP } from 'node:net';

/** The domains a host may belong to, the longest first: itself and its parent domains. */
export function candidateDomains(host: string): string[] {
  if (host === '' || isIP(host)) return host === '' ? [] : [host];
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/**
 * Which website the visits of a host count for: the one with its domain or with its longest parent
 * domain, otherwise the tracking key's own. `websites`: internal ids by domain, of one account.
 */
export function websiteOf(
  host: string,
  websites: ReadonlyMap<string, number>,
  keysOwn: number,
): number {
  const domain = candidateDomains(host).find((candidate) => websites.has(candidate));
  return domain === undefined ? keysOwn : (websites.get(domain) ?? keysOwn);
}

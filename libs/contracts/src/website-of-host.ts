import { isIPv4Host, MOST_DOMAIN_LABELS } from './host.js';

/**
 * Returns the domains that a host in its canonical form may belong to, the longest first: itself and
 * its parent domains, as far as they are short enough for a website.
 */
export function candidateDomains(host: string): string[] {
  if (host === '') return [];
  if (isIPv4Host(host)) return [host];
  // From the right, because a host may have very many labels, and only the last ones count.
  let start = host.length + 1;
  for (let labels = 0; labels < MOST_DOMAIN_LABELS && start > 0; labels++)
    start = start === 1 ? 0 : host.lastIndexOf('.', start - 2) + 1;
  const domains = [host.slice(start)];
  for (let dot = host.indexOf('.', start); dot >= 0; dot = host.indexOf('.', dot + 1))
    domains.push(host.slice(dot + 1));
  return domains;
}

/**
 * Returns the website for which the visits of a host count: the first of its candidates that is a
 * website, otherwise the tracking key's own. `websites` are those of one account by domain.
 */
export function websiteOf<Website>(
  candidates: readonly string[],
  websites: ReadonlyMap<string, Website>,
  keysOwn: Website,
): Website {
  const domain = candidates.find((candidate) => websites.has(candidate));
  return domain === undefined ? keysOwn : (websites.get(domain) ?? keysOwn);
}

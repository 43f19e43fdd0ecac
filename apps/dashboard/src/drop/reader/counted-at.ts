import { type DomainWebsite, entriesByWebsite, type HostCounts } from '@app/log-delivery';
import type { CountedAt } from '../protocol.js';

/** As many as the command line shows. */
const MOST_SHOWN = 5;

/**
 * Finds where the entries of an import count.
 *
 * @param websites all websites of the account
 * @param keysOwn the website for which the key of the import was made
 */
export function countedAt(
  counts: HostCounts,
  websites: readonly DomainWebsite[],
  keysOwn: DomainWebsite,
): CountedAt {
  const found = entriesByWebsite(counts, websites, keysOwn);
  const strangers = found.hosts.filter(({ isOfWebsite }) => !isOfWebsite);
  return {
    websites: found.websites.slice(0, MOST_SHOWN),
    moreWebsites: Math.max(0, found.websites.length - MOST_SHOWN),
    strangers: strangers.slice(0, MOST_SHOWN).map(({ host, entries }) => ({ host, entries })),
    moreStrangers: Math.max(0, strangers.length - MOST_SHOWN),
  };
}

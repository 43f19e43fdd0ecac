import { candidateDomains, websiteOf } from '@app/contracts';
import type { HostCounts } from './host-counts.js';

/** A website, as far as it is needed to tell which entries count for it. */
export interface DomainWebsite {
  /** `ws_…` */
  id: string;
  domain: string;
}

/** The entries of a host, and the website for which they count. */
export interface HostEntries {
  host: string;
  entries: number;
  website: DomainWebsite;
  /** Whether the host is of a website. Otherwise its entries count for that of the key. */
  isOfWebsite: boolean;
}

/** Where the entries of a run count. */
export interface EntriesByWebsite {
  /** The hosts that were named, most entries first. */
  hosts: HostEntries[];
  /** The websites that got entries, most entries first. */
  websites: { website: DomainWebsite; entries: number }[];
}

/**
 * Finds the websites for which entries count, as the service does.
 *
 * @param websites all websites of the account
 * @param keysOwn the website of the Bot Tracking Key
 */
export function entriesByWebsite(
  { byHost }: HostCounts,
  websites: readonly DomainWebsite[],
  keysOwn: DomainWebsite,
): EntriesByWebsite {
  const byDomain = new Map<string, DomainWebsite | undefined>(
    websites.map((website) => [website.domain, website]),
  );
  const hosts = Array.from(byHost, ([host, entries]): HostEntries => {
    const found = websiteOf(candidateDomains(host), byDomain, undefined);
    return { host, entries, website: found ?? keysOwn, isOfWebsite: found !== undefined };
  });
  const totals = new Map<string, EntriesByWebsite['websites'][number]>();
  for (const { website, entries } of hosts) {
    const known = totals.get(website.id)?.entries ?? 0;
    totals.set(website.id, { website, entries: known + entries });
  }
  return {
    hosts: hosts.filter(({ host }) => host !== '').sort(byEntries),
    websites: [...totals.values()].sort(byEntries),
  };
}

/** Orders by entries, most first. Equal ones stay in the order in which they came. */
const byEntries = (one: { entries: number }, other: { entries: number }): number =>
  other.entries - one.entries;

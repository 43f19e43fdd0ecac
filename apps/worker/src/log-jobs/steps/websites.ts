import { isIP } from 'node:net';
import type { LogEntry } from '@app/contracts';
import type { WebsitesOfBatches } from '@app/storage';
import type { Part } from './split.js';

/**
 * A part whose entries have become visits. Each step from here on adds what it finds out about
 * them.
 */
export interface PartOf<Visit> {
  part: Part;
  /** The visits, in the order of the entries. */
  visits: Visit[];
  /** Entries that were left out because their website is deleted. */
  dropped: number;
}

/** An entry and the internal id of the website that it counts for. */
export interface AssignedVisit {
  entry: LogEntry;
  websiteId: number;
}

/** Finds the websites of entries, and leaves out entries of deleted websites. */
export function createWebsitesStep({ websites }: { websites: WebsitesOfBatches }) {
  return async function assignWebsites(part: Part): Promise<PartOf<AssignedVisit>> {
    const { accountId, websiteId: ownWebsiteId, receivedAt } = part.batch;
    const hosts = [...new Set(part.entries.map(({ entry }) => entry.host))];
    const domains = [...new Set(hosts.flatMap(candidateDomains))];
    const request = { accountId, domains, ownWebsiteId, receivedAt };
    const { byDomain, deleted } = await websites.find(request);
    const byHost = new Map(hosts.map((host) => [host, websiteOf(host, byDomain, ownWebsiteId)]));
    const visits: AssignedVisit[] = [];
    for (const { entry } of part.entries) {
      const websiteId = byHost.get(entry.host) ?? ownWebsiteId;
      if (!deleted.has(websiteId)) visits.push({ entry, websiteId });
    }
    return { part, visits, dropped: part.entries.length - visits.length };
  };
}

/**
 * Returns the domains that a host may belong to, the longest first: itself and its parent domains.
 */
export function candidateDomains(host: string): string[] {
  if (host === '' || isIP(host)) return host === '' ? [] : [host];
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/**
 * Returns the website for which the visits of a host count: the one with its domain or its longest
 * parent domain, otherwise the tracking key's own. `websites` are the internal ids by domain, of
 * one account.
 */
export function websiteOf(
  host: string,
  websites: ReadonlyMap<string, number>,
  keysOwn: number,
): number {
  const domain = candidateDomains(host).find((candidate) => websites.has(candidate));
  return domain === undefined ? keysOwn : (websites.get(domain) ?? keysOwn);
}

import { isIP } from 'node:net';
import { type LogEntry, MOST_DOMAIN_LABELS } from '@app/contracts';
import type { SkippedRequests, WebsitesOfBatches } from '@app/storage';
import type { Part } from './split.js';

const DAY_MS = 86_400_000;

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
  /** Entries that were left out because their website counts pages only. */
  skipped: SkippedRequests[];
  /** Websites whose visits are not judged by what they ask for. */
  behaviourOff: ReadonlySet<number>;
}

/** An entry and the internal id of the website that it counts for. */
export interface AssignedVisit {
  entry: LogEntry;
  websiteId: number;
  /** The place of the entry in its batch, from 0. */
  position: number;
}

/**
 * Finds the websites of entries, and leaves out those of deleted websites, and static files of
 * websites that count pages only.
 */
export function createWebsitesStep({ websites }: { websites: WebsitesOfBatches }) {
  return async function assignWebsites(part: Part): Promise<PartOf<AssignedVisit>> {
    const { accountId, websiteId: ownWebsiteId, receivedAt } = part.batch;
    const hosts = [...new Set(part.entries.map(({ entry }) => entry.host))];
    const candidates = hosts.map(candidateDomains);
    const domains = [...new Set(candidates.flat())];
    const request = { accountId, domains, ownWebsiteId, receivedAt };
    const { byDomain, deleted, pagesOnly, behaviourOff } = await websites.find(request);
    const ids = candidates.map((domains) => websiteOf(domains, byDomain, ownWebsiteId));
    const byHost = new Map(hosts.map((host, place) => [host, ids[place]]));
    const visits: AssignedVisit[] = [];
    const skipped: AssignedVisit[] = [];
    let dropped = 0;
    for (const { entry, position } of part.entries) {
      const websiteId = byHost.get(entry.host) ?? ownWebsiteId;
      if (deleted.has(websiteId)) dropped += 1;
      else if (entry.isStaticFile && pagesOnly.has(websiteId))
        skipped.push({ entry, websiteId, position });
      else visits.push({ entry, websiteId, position });
    }
    return { part, visits, dropped, skipped: byDay(skipped), behaviourOff };
  };
}

/** Counts requests by website and UTC day. */
function byDay(requests: readonly AssignedVisit[]): SkippedRequests[] {
  const counts = new Map<string, SkippedRequests>();
  for (const { entry, websiteId } of requests) {
    const day = entry.time - (entry.time % DAY_MS);
    const key = `${websiteId} ${day}`;
    const count = counts.get(key) ?? { websiteId, day, requests: 0 };
    count.requests += 1;
    counts.set(key, count);
  }
  return [...counts.values()];
}

/**
 * Returns the domains that a host may belong to, the longest first: itself and its parent domains,
 * as far as they are short enough for a website.
 */
export function candidateDomains(host: string): string[] {
  if (host === '' || isIP(host)) return host === '' ? [] : [host];
  const domains: string[] = [];
  // From the right, because a host may have very many labels, and only the last ones count.
  for (let dot = host.length; dot >= 0 && domains.length < MOST_DOMAIN_LABELS;) {
    dot = dot === 0 ? -1 : host.lastIndexOf('.', dot - 1);
    domains.unshift(host.slice(dot + 1));
  }
  return domains;
}

/**
 * Returns the website for which the visits of a host count: the first of its candidates that is a
 * website, otherwise the tracking key's own. `websites` are the internal ids by domain, of one
 * account.
 */
export function websiteOf(
  candidates: readonly string[],
  websites: ReadonlyMap<string, number>,
  keysOwn: number,
): number {
  const domain = candidates.find((candidate) => websites.has(candidate));
  return domain === undefined ? keysOwn : (websites.get(domain) ?? keysOwn);
}

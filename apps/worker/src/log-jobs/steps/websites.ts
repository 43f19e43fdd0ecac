import { candidateDomains, type EntryColumns, websiteOf } from '@app/contracts';
import type { SkippedRequests, WebsitesOfBatches } from '@app/storage';
import type { Part } from './split.js';
import { textsInUse } from './texts-in-use.js';

const DAY_MS = 86_400_000;

/**
 * A part whose entries have become visits. Each step from here on adds what it finds out about them,
 * as a list with a value for each visit, in the order of `places`.
 */
export interface AssignedPart {
  part: Part;
  /** The places of the visits' entries in the batch, ascending. */
  places: Uint32Array;
  /** The internal ids of the websites for which the visits count. */
  websiteIds: Int32Array;
  /** Entries that were left out because their website is deleted. */
  dropped: number;
  /** Entries that were left out because their website counts pages only. */
  skipped: SkippedRequests[];
  /** Websites whose visits are not judged by what they ask for. */
  behaviourOff: ReadonlySet<number>;
}

/**
 * Finds the websites of entries, and leaves out those of deleted websites, and static files of
 * websites that count pages only.
 */
export function createWebsitesStep({ websites }: { websites: WebsitesOfBatches }) {
  return async function assignWebsites(part: Part): Promise<AssignedPart> {
    const { accountId, websiteId: ownWebsiteId, receivedAt } = part.batch;
    const { host, staticFiles } = part.entries;
    const hosts = textsInUse(host, part.places);
    const candidates = hosts.map((place) => candidateDomains(host.texts[place] as string));
    const domains = [...new Set(candidates.flat())];
    const request = { accountId, domains, ownWebsiteId, receivedAt };
    const { byDomain, deleted, pagesOnly, behaviourOff } = await websites.find(request);
    const byHost = new Int32Array(host.texts.length);
    for (const [place, ofHost] of candidates.entries())
      byHost[hosts[place] as number] = websiteOf(ofHost, byDomain, ownWebsiteId);
    const websiteAt = (place: number) => byHost[host.places[place] as number] as number;
    const isFile = new Set(pagesOnly.size > 0 ? staticFiles : []);
    const places = new Uint32Array(part.places.length);
    const websiteIds = new Int32Array(places.length);
    const skipped: number[] = [];
    let kept = 0;
    let dropped = 0;
    for (const place of part.places) {
      const websiteId = websiteAt(place);
      if (deleted.has(websiteId)) dropped += 1;
      else if (isFile.has(place) && pagesOnly.has(websiteId)) skipped.push(place);
      else {
        places[kept] = place;
        websiteIds[kept++] = websiteId;
      }
    }
    return {
      part,
      places: places.subarray(0, kept),
      websiteIds: websiteIds.subarray(0, kept),
      dropped,
      skipped: byDay(part.entries, skipped, websiteAt),
      behaviourOff,
    };
  };
}

/** Counts requests by website and UTC day. */
function byDay(
  { time: times }: EntryColumns,
  places: readonly number[],
  websiteAt: (place: number) => number,
): SkippedRequests[] {
  const counts = new Map<string, SkippedRequests>();
  for (const place of places) {
    const time = times[place] as number;
    const websiteId = websiteAt(place);
    const day = time - (time % DAY_MS);
    const key = `${websiteId} ${day}`;
    const count = counts.get(key) ?? { websiteId, day, requests: 0 };
    count.requests += 1;
    counts.set(key, count);
  }
  return [...counts.values()];
}

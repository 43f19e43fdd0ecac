import { candidateDomains, type WebsiteBehaviour } from '@app/contracts';
import type { WebsitesOfBatches } from '@app/storage';
import type { Part } from './split.js';
import { textsInUse } from './texts-in-use.js';

/**
 * A part whose entries have their websites. Each step from here on adds what it finds out about them,
 * as a list with a value for each entry, in the order of `places`.
 */
export interface AssignedPart {
  part: Part;
  /** The places of the entries in the batch, ascending. */
  places: Uint32Array;
  /** The internal ids of the websites for which the entries count. */
  websiteIds: Int32Array;
  /** Entries that were left out because their website is deleted. */
  dropped: number;
  /** The websites that count pages only, and so not the static files of the part. */
  pagesOnly: ReadonlySet<number>;
  /** How visits of browsers are judged, of websites that have chosen it. */
  behaviours: ReadonlyMap<number, WebsiteBehaviour>;
  /** For each text of the column of hosts the domain of its website. */
  domainOf: readonly string[];
}

/** Finds the websites of entries, and leaves out those of deleted websites. */
export function createWebsitesStep({ websites }: { websites: WebsitesOfBatches }) {
  return async function assignWebsites(part: Part): Promise<AssignedPart> {
    const { accountId, websiteId: ownWebsiteId, receivedAt } = part.batch;
    const { host } = part.entries;
    const hosts = textsInUse(host, part.places);
    const candidates = hosts.map((place) => candidateDomains(host.texts[place] as string));
    const domains = [...new Set(candidates.flat())];
    const request = { accountId, domains, ownWebsiteId, receivedAt };
    const found = await websites.find(request);
    const byHost = new Int32Array(host.texts.length).fill(ownWebsiteId);
    const domainOf = new Array<string>(host.texts.length).fill(
      found.domains.get(ownWebsiteId) ?? '',
    );
    for (const [at, ofHost] of candidates.entries()) {
      const domain = ofHost.find((candidate) => found.byDomain.has(candidate));
      if (domain === undefined) continue;
      const place = hosts[at] as number;
      byHost[place] = found.byDomain.get(domain) as number;
      domainOf[place] = domain;
    }
    const places = new Uint32Array(part.places.length);
    const websiteIds = new Int32Array(places.length);
    let kept = 0;
    for (const place of part.places) {
      const websiteId = byHost[host.places[place] as number] as number;
      if (found.deleted.has(websiteId)) continue;
      places[kept] = place;
      websiteIds[kept++] = websiteId;
    }
    return {
      part,
      places: places.subarray(0, kept),
      websiteIds: websiteIds.subarray(0, kept),
      dropped: places.length - kept,
      pagesOnly: found.pagesOnly,
      behaviours: found.behaviours,
      domainOf,
    };
  };
}

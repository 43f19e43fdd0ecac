import { type Classifier, HUMAN_BOT_ID, referralSourceOf } from '@app/classification';
import type { BatchHead, LogEntry, Verdict } from '@app/contracts';
import {
  type BatchWebsites,
  type PageDictionary,
  type PageVisit,
  type Visit,
  type WebsitesOfBatches,
} from '@app/storage';
import { candidateDomains, websiteOf } from './assign-websites.js';
import { type IpStorage, storedAddress } from './stored-address.js';

export interface PrepareVisitsDependencies {
  websites: WebsitesOfBatches;
  pages: PageDictionary;
  classifier: Classifier;
  ipStorage: IpStorage;
}

export interface PreparedVisits {
  /** In the order of the entries. */
  visits: Visit[];
  /** Entries left out, because their website is deleted. */
  dropped: number;
}

/** Makes visits of entries of a batch. */
export type PrepareVisits = (batch: BatchHead, entries: LogEntry[]) => Promise<PreparedVisits>;

/** An entry with what was found out about it so far. */
interface Judged extends PageVisit {
  entry: LogEntry;
  verdict: Verdict;
}

/** Assign websites, classify, look up pages. */
export function createPrepareVisits(dependencies: PrepareVisitsDependencies): PrepareVisits {
  const { websites, pages, classifier, ipStorage } = dependencies;

  return async function prepareVisits(batch, entries) {
    const { websiteIds, deleted } = await assignWebsites(batch, entries);
    const judged: Judged[] = [];
    for (const entry of entries) {
      const websiteId = websiteIds.get(entry.host) ?? batch.websiteId;
      if (deleted.has(websiteId)) continue;
      const { path, time } = entry;
      judged.push({ websiteId, path, time, entry, verdict: classifier.classify(entry.userAgent) });
    }
    const pageIds = await pages.resolve(judged);
    const visits = judged.map((one, place) => toVisit(one, pageIds[place] ?? null, ipStorage));
    return { visits, dropped: entries.length - visits.length };
  };

  /** Website ids by host, and those of deleted websites among them. */
  async function assignWebsites(
    { accountId, websiteId: ownWebsiteId, receivedAt }: BatchHead,
    entries: LogEntry[],
  ): Promise<{ websiteIds: Map<string, number>; deleted: BatchWebsites['deleted'] }> {
    const hosts = [...new Set(entries.map((entry) => entry.host))];
    const domains = [...new Set(hosts.flatMap(candidateDomains))];
    const request = { accountId, domains, ownWebsiteId, receivedAt };
    const { byDomain, deleted } = await websites.find(request);
    const websiteIds = hosts.map(
      (host) => [host, websiteOf(host, byDomain, ownWebsiteId)] as const,
    );
    return { websiteIds: new Map(websiteIds), deleted };
  }
}

/** Field by field: a copy by `...entry` with more fields after it is far slower, and was the dearest step of a batch. */
function toVisit(
  { entry, websiteId, verdict }: Judged,
  pageId: number | null,
  ipStorage: IpStorage,
): Visit {
  const client = verdict.kind === 'human' ? verdict.client : undefined;
  return {
    time: entry.time,
    websiteId,
    botId: verdict.kind === 'human' ? HUMAN_BOT_ID : verdict.bot.id,
    statusCode: entry.statusCode,
    pageId,
    method: entry.method,
    host: entry.host,
    path: entry.path,
    ip: storedAddress(entry.ip, ipStorage),
    userAgent: entry.userAgent,
    browser: client?.browser ?? null,
    os: client?.os ?? null,
    device: client?.device ?? null,
    referer: entry.referer,
    referralSource: verdict.kind === 'human' ? referralSourceOf(entry.referer) : null,
  };
}

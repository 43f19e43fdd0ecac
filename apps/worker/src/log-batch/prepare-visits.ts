import { type Classifier, HUMAN_BOT_ID, referralSourceOf } from '@app/classification';
import type { LogBatch, LogEntry, Verdict } from '@app/contracts';
import {
  type Accounts,
  type BatchWebsites,
  type PageDictionary,
  pageKey,
  type PageVisit,
  type Visit,
} from '@app/storage';
import { candidateDomains, websiteOf } from './assign-websites.js';
import { type IpStorage, storedAddress } from './stored-address.js';

export interface PrepareVisitsDependencies {
  accounts: Accounts;
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
export type PrepareVisits = (batch: LogBatch, entries: LogEntry[]) => Promise<PreparedVisits>;

/** An entry with what was found out about it so far. */
interface Judged {
  entry: LogEntry;
  websiteId: number;
  verdict: Verdict;
}

/** Assign websites, classify, look up pages. */
export function createPrepareVisits(dependencies: PrepareVisitsDependencies): PrepareVisits {
  const { accounts, pages, classifier, ipStorage } = dependencies;

  return async function prepareVisits(batch, entries) {
    const { websiteIds, deleted } = await assignWebsites(batch, entries);
    const judged = entries
      .map((entry) => ({ entry, websiteId: websiteIds.get(entry.host) ?? batch.websiteId }))
      .filter(({ websiteId }) => !deleted.has(websiteId))
      .map(({ entry, websiteId }) => ({
        entry,
        websiteId,
        verdict: classifier.classify(entry.userAgent),
      }));
    const pageIds = await pages.resolve(pagesOf(judged));
    const visits = judged.map((one) => toVisit(one, pageIds, ipStorage));
    return { visits, dropped: entries.length - visits.length };
  };

  /** Website ids by host, and those of deleted websites among them. */
  async function assignWebsites(
    { accountId, websiteId: ownWebsiteId, receivedAt }: LogBatch,
    entries: LogEntry[],
  ): Promise<{ websiteIds: Map<string, number>; deleted: BatchWebsites['deleted'] }> {
    const hosts = [...new Set(entries.map((entry) => entry.host))];
    const domains = [...new Set(hosts.flatMap(candidateDomains))];
    const request = { accountId, domains, ownWebsiteId, receivedAt };
    const { byDomain, deleted } = await accounts.findWebsitesOfBatch(request);
    const websiteIds = hosts.map(
      (host) => [host, websiteOf(host, byDomain, ownWebsiteId)] as const,
    );
    return { websiteIds: new Map(websiteIds), deleted };
  }
}

/** The distinct pages of a batch, each with the day of its first visit. */
function pagesOf(judged: Judged[]): PageVisit[] {
  const pages = new Map<string, PageVisit>();
  for (const { entry, websiteId } of judged) {
    const key = pageKey({ websiteId, path: entry.path });
    if (pages.has(key)) continue;
    const day = new Date(entry.time).toISOString().slice(0, 10);
    pages.set(key, { websiteId, path: entry.path, day });
  }
  return [...pages.values()];
}

/** Field by field: a copy by `...entry` with more fields after it is far slower, and was the dearest step of a batch. */
function toVisit(
  { entry, websiteId, verdict }: Judged,
  pageIds: ReadonlyMap<string, number>,
  ipStorage: IpStorage,
): Visit {
  const client = verdict.kind === 'human' ? verdict.client : undefined;
  return {
    time: entry.time,
    websiteId,
    botId: verdict.kind === 'human' ? HUMAN_BOT_ID : verdict.bot.id,
    statusCode: entry.statusCode,
    pageId: pageIds.get(pageKey({ websiteId, path: entry.path })) ?? null,
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

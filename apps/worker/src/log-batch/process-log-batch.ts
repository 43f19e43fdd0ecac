import type { Classifier } from '@app/classification';
import { HUMAN_BOT_ID } from '@app/classification';
import {
  LOG_BATCH_VERSION,
  type LogBatch,
  logBatchSchema,
  type LogEntry,
  type Verdict,
} from '@app/contracts';
import { decodeEntries } from '@app/queue';
import {
  type Accounts,
  type BatchWebsites,
  type PageDictionary,
  pageKey,
  type PageVisit,
  type Visit,
  type VisitBatch,
  type VisitWriter,
} from '@app/storage';
import { candidateDomains, websiteOf } from './assign-websites.js';
import { splitBatch } from './split-batch.js';
import { type IpStorage, storedAddress } from './stored-address.js';

export interface ProcessLogBatchDependencies {
  accounts: Accounts;
  pages: PageDictionary;
  writer: VisitWriter;
  classifier: Classifier;
  ipStorage: IpStorage;
  /** Days of visits in one chunk of the database. */
  chunkDays: number;
  /** Told how many entries were dropped, because their website is deleted. */
  countDropped(entries: number): void;
}

/** What became of a batch; infrastructure failures are thrown. */
export type BatchOutcome =
  | { kind: 'stored'; visits: number; withoutPage: number }
  /** The ledger had it: delivered before. */
  | { kind: 'duplicate' }
  /** Written by a newer release: a worker of that release will understand it. */
  | { kind: 'unknown_version'; version: unknown }
  /** No worker will ever understand it. */
  | { kind: 'malformed'; reason: string };

export type ProcessLogBatch = (data: unknown) => Promise<BatchOutcome>;

/** An entry with what was found out about it so far. */
interface Judged {
  entry: LogEntry;
  websiteId: number;
  verdict: Verdict;
}

/** Makes the one way of a batch: decode, assign websites, classify, look up pages, write. */
export function createProcessLogBatch(dependencies: ProcessLogBatchDependencies): ProcessLogBatch {
  const { accounts, pages, writer, classifier, ipStorage, chunkDays, countDropped } = dependencies;

  return async function processLogBatch(data) {
    const decoded = await decode(data);
    if ('kind' in decoded) return decoded;
    const { batch, entries } = decoded;
    const { websiteIds, deleted } = await assignWebsites(batch, entries);
    const judged = entries.map((entry) => ({
      entry,
      websiteId: websiteIds.get(entry.host) ?? batch.websiteId,
      verdict: classifier.classify(entry.userAgent),
    }));
    const pageIds = await pages.resolve(
      pagesOf(judged.filter(({ websiteId }) => !deleted.has(websiteId))),
    );
    const visits = judged.map((one) => toVisit(one, pageIds, ipStorage));
    const { id, accountId, receivedAt } = batch;
    return write(splitBatch({ id, accountId, receivedAt, visits }, chunkDays), deleted);
  };

  /**
   * Parts are written in order; one that the ledger has was written by an earlier delivery. Visits of
   * deleted websites are dropped after the split, which must be the same in every delivery.
   */
  async function write(parts: VisitBatch[], deleted: Set<number>): Promise<BatchOutcome> {
    const stored: VisitBatch[] = [];
    for (const part of parts) {
      const kept = part.visits.filter(({ websiteId }) => !deleted.has(websiteId));
      const outcome = await writer.write({ ...part, visits: kept });
      if (outcome.kind === 'duplicate') continue;
      stored.push({ ...part, visits: kept });
      countDropped(part.visits.length - kept.length);
    }
    if (stored.length === 0) return { kind: 'duplicate' };
    const visits = stored.flatMap((part) => part.visits);
    const withoutPage = visits.filter((visit) => visit.pageId === null).length;
    return { kind: 'stored', visits: visits.length, withoutPage };
  }

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

async function decode(
  data: unknown,
): Promise<{ batch: LogBatch; entries: LogEntry[] } | BatchOutcome> {
  const version = typeof data === 'object' && data !== null && 'v' in data ? data.v : undefined;
  if (typeof version === 'number' && version > LOG_BATCH_VERSION) {
    return { kind: 'unknown_version', version };
  }
  const parsed = logBatchSchema.safeParse(data);
  if (!parsed.success)
    return { kind: 'malformed', reason: 'the batch does not have the fields of version 1' };
  try {
    const entries = await decodeEntries(parsed.data.payload, parsed.data.count);
    return { batch: parsed.data, entries };
  } catch (error) {
    return { kind: 'malformed', reason: error instanceof Error ? error.message : String(error) };
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

function toVisit(
  { entry, websiteId, verdict }: Judged,
  pageIds: ReadonlyMap<string, number>,
  ipStorage: IpStorage,
): Visit {
  const client = verdict.kind === 'human' ? verdict.client : undefined;
  return {
    ...entry,
    websiteId,
    botId: verdict.kind === 'human' ? HUMAN_BOT_ID : verdict.bot.id,
    pageId: pageIds.get(pageKey({ websiteId, path: entry.path })) ?? null,
    ip: storedAddress(entry.ip, ipStorage),
    browser: client?.browser ?? null,
    os: client?.os ?? null,
    device: client?.device ?? null,
    referralSource: null,
  };
}

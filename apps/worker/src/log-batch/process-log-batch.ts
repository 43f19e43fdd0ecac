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
  const { accounts, pages, writer, classifier, ipStorage, chunkDays } = dependencies;

  return async function processLogBatch(data) {
    const decoded = await decode(data);
    if ('kind' in decoded) return decoded;
    const { batch, entries } = decoded;
    const websiteIds = await assignWebsites(batch, entries);
    const judged = entries.map((entry) => ({
      entry,
      websiteId: websiteIds.get(entry.host) ?? batch.websiteId,
      verdict: classifier.classify(entry.userAgent),
    }));
    const pageIds = await pages.resolve(pagesOf(judged));
    const visits = judged.map((one) => toVisit(one, pageIds, ipStorage));
    const { id, accountId, receivedAt } = batch;
    return write(splitBatch({ id, accountId, receivedAt, visits }, chunkDays));
  };

  /** Parts are written in order; one that the ledger has was written by an earlier delivery. */
  async function write(parts: VisitBatch[]): Promise<BatchOutcome> {
    const stored: VisitBatch[] = [];
    for (const part of parts) {
      if ((await writer.write(part)).kind === 'stored') stored.push(part);
    }
    const visits = stored.flatMap((part) => part.visits);
    if (visits.length === 0) return { kind: 'duplicate' };
    const withoutPage = visits.filter((visit) => visit.pageId === null).length;
    return { kind: 'stored', visits: visits.length, withoutPage };
  }

  /** Website ids by host. */
  async function assignWebsites(
    batch: LogBatch,
    entries: LogEntry[],
  ): Promise<Map<string, number>> {
    const hosts = [...new Set(entries.map((entry) => entry.host))];
    const domains = [...new Set(hosts.flatMap(candidateDomains))];
    const websites = await accounts.findWebsitesByDomain(batch.accountId, domains);
    return new Map(hosts.map((host) => [host, websiteOf(host, websites, batch.websiteId)]));
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
    referralSource: null,
  };
}

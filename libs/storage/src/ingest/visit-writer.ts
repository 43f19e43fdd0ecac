import { groupCalls } from '@app/group-calls';
import type pg from 'pg';
import { mayBeOneCall } from '../database/database-error.js';
import { inTransaction } from '../database/in-transaction.js';
import { beginOn, named, type Shard, type Shards, shardsOf } from '../database/shards.js';
import { statement } from '../database/statement.js';
import { copyRows } from './copy-rows.js';
import { ADD_COUNTS } from '../roll-ups/add-counts.js';
import {
  ADD_EVIDENCE,
  ADD_UNJUDGED,
  evidenceValues,
  type FreshEvidence,
  unjudgedValues,
} from './add-evidence.js';
import type { Unjudged } from './batch-evidence.js';
import { countColumnsOf } from './count-columns.js';
import {
  findSplit,
  findSplitBatches,
  openAll,
  type OpenedShares,
  splitBatch,
  WAIT_BRIEFLY,
} from './ledger.js';
import { type Share, shareOf, sharesByShard, visitsTo, websitesOf } from './shares.js';
import { countsOf } from './visit-counts.js';
import { type NumberedVisits, VisitNumbers, type VisitNumbersOptions } from './visit-numbers.js';
import { COPY_NARROW, COPY_WIDE, rowsOf } from './visit-rows.js';
import type { BatchIdentity, SkippedRequests, VisitBatch } from './visit.js';

/**
 * `duplicate` means that the ledger already has the batch. `split` means that the ledger says that
 * the batch is written in halves. In both cases nothing was written, or only what some websites have
 * of it, where websites are on several nodes.
 */
export type WriteOutcome =
  /** `known` visits were written by an earlier delivery; 0 unless websites are on several nodes. */
  { kind: 'stored'; visits: number; known?: number } | { kind: 'duplicate' } | { kind: 'split' };

const COMPRESS_DIRECTLY = statement('ingest/compress_directly');
const NOTE_EMPTY_BATCH = statement('ingest/note_empty_batch');

/** The most visits that one transaction writes, unless a single batch has more. */
const MOST_VISITS = 16_000;
/** Transactions under way at the same time, on a node. While it writes one, the next is prepared. */
const LANES = 2;
/** Visits of a website that are compressed at once. */
const LEAST_PER_SEGMENT = 100;
const DAY_MS = 86_400_000;

export interface VisitWriterOptions extends VisitNumbersOptions {
  /** Batches are written together only when all their visits lie within this number of days. */
  mostDays?: number;
  /** Gets the duration of every transaction that stored visits. */
  writeSeconds?: { observe(seconds: number): void };
}

/** What became of a share. */
interface ShareOutcome {
  /** Visits that were written. */
  visits: number;
  /** Whether the ledger did not have some of its websites. */
  isNew: boolean;
  /** Whether the ledger says that it is written in halves, at least in part. */
  isSplit: boolean;
}

/**
 * Writes batches. What comes together for a node shares a transaction, so that many small batches
 * cost little more than one. When the transaction fails, its batches are tried separately, so that
 * none suffers for another one.
 */
export class VisitWriter {
  private readonly writeSeconds: VisitWriterOptions['writeSeconds'];
  private readonly mostDays: number;
  private readonly shards: Shards;
  private readonly numbers: VisitNumbers;
  private readonly grouped = new Map<string, (share: Share) => Promise<ShareOutcome>>();

  constructor(
    private readonly pool: pg.Pool,
    { mostDays = 1, writeSeconds, ...texts }: VisitWriterOptions = {},
  ) {
    this.writeSeconds = writeSeconds;
    this.mostDays = mostDays;
    this.shards = shardsOf(pool);
    this.numbers = new VisitNumbers(pool, texts);
  }

  /**
   * Writes the ledger rows, the visits and their counts: in one transaction, or in one for each node.
   * What was written before changes nothing.
   */
  async write(batch: VisitBatch): Promise<WriteOutcome> {
    const isEmpty = batch.visits.count === 0 && !batch.skipped?.length;
    if (isEmpty && !(await this.shards.isDistributed())) return this.noteEmpty(batch);
    const numbered = await this.numbers.of(batch.visits, batch.keyWebsiteId);
    const websites = websitesOf(batch);
    const outcomes = await this.shards.onEach(
      websites,
      (website) => website,
      (shard, own) => this.writeOn(shard)(shareOf(shard, batch, numbered, own, websites)),
    );
    if (outcomes.some(({ isSplit }) => isSplit)) return { kind: 'split' };
    if (!outcomes.some(({ isNew }) => isNew)) return { kind: 'duplicate' };
    const visits = outcomes.reduce((sum, outcome) => sum + outcome.visits, 0);
    const known = batch.visits.count - visits;
    return known > 0 ? { kind: 'stored', visits, known } : { kind: 'stored', visits };
  }

  /**
   * Notes that a batch is from now on written only in halves. This is noted before the halves are
   * written. Otherwise a redelivery that writes the whole batch would double the visits in the
   * halves.
   *
   * @param websiteIds the websites of its visits
   * @returns false when another delivery has written the whole batch in the meantime
   */
  split(batch: BatchIdentity, websiteIds: readonly number[]): Promise<boolean> {
    return splitBatch(this.shards, batch, websiteIds);
  }

  /** Returns what writes shares on the node of a shard, and joins those that come together. */
  private writeOn({ node }: Shard): (share: Share) => Promise<ShareOutcome> {
    let write = this.grouped.get(node);
    if (!write) {
      write = groupCalls((shares) => this.writeAll(shares), {
        most: MOST_VISITS,
        weigh: ({ numbered }) => numbered.visits.count,
        fits: (group, next) => isAnother(group, next) && isNear(group, next, this.mostDays),
        lanes: LANES,
        halveAfter: mayBeOneCall,
      });
      this.grouped.set(node, write);
    }
    return write;
  }

  private async writeAll(shares: Share[]): Promise<ShareOutcome[]> {
    const begun = performance.now();
    const written = await insert(shares);
    if ([...written.values()].some(({ websites }) => websites > 0))
      this.writeSeconds?.observe((performance.now() - begun) / 1_000);
    const isKnown = (share: Share) => (written.get(share)?.websites ?? 0) < share.websiteIds.length;
    const split = await findSplit(shares.filter(isKnown));
    return shares.map((share) => ({
      visits: written.get(share)?.visits ?? 0,
      isNew: (written.get(share)?.websites ?? 0) > 0,
      isSplit: split.has(share),
    }));
  }

  /** Notes a batch without any visits left to write, so that it also counts once. */
  private async noteEmpty({ id, accountId, receivedAt }: VisitBatch): Promise<WriteOutcome> {
    const { rowCount } = await this.pool.query(NOTE_EMPTY_BATCH, [id, accountId, receivedAt]);
    if (rowCount) return { kind: 'stored', visits: 0 };
    return { kind: (await findSplitBatches(this.pool, [id])).has(id) ? 'split' : 'duplicate' };
  }
}

/** How many visits of a share were written, and to how many websites. */
interface Written {
  visits: number;
  websites: number;
}

/**
 * Writes what the ledger does not have, in one transaction, shard by shard in their order: two writers
 * of the same shards wait for each other instead of deadlocking. All of it is noted in the ledger
 * before anything is written, so that a batch which somebody else holds costs the others little.
 *
 * @throws BatchHeldError when another transaction holds one of them
 */
async function insert(shares: readonly Share[]): Promise<Map<Share, Written>> {
  const groups = sharesByShard(shares);
  const shards = groups.map(([shard]) => shard);
  const written = new Map<Share, Written>();
  await inTransaction(
    (shards[0] as Shard).pool,
    async (client) => {
      const opened = await openAll(client, groups);
      for (const [place, [shard, own]] of groups.entries()) {
        const results = await insertIn(client, shard, own, opened[place] as OpenedShares);
        own.forEach((share, at) => written.set(share, results[at] as Written));
      }
    },
    { begin: `${beginOn(shards)}; ${WAIT_BRIEFLY}` },
  );
  return written;
}

/** What is written of visitors. */
interface Shown {
  evidence: FreshEvidence[];
  unjudged: Unjudged[];
}

/** Writes shares of a shard, in the transaction of the connection. */
async function insertIn(
  client: pg.ClientBase,
  shard: Shard,
  shares: readonly Share[],
  { fresh, lateBefore }: OpenedShares,
): Promise<Written[]> {
  const visits: NumberedVisits[] = [];
  const skipped: SkippedRequests[] = [];
  const shown: Shown = { evidence: [], unjudged: [] };
  const written = shares.map((share, place) => {
    const websites = fresh[place] as ReadonlySet<number>;
    if (websites.size === 0) return { visits: 0, websites: 0 };
    const isWhole = websites.size === share.websiteIds.length;
    const own = isWhole ? share.numbered : visitsTo(websites, share.numbered);
    visits.push(own);
    const isFresh = (websiteId: number) => websites.has(websiteId);
    const ofFresh = ({ websiteId }: { websiteId: number }) => isFresh(websiteId);
    skipped.push(...share.skipped.filter(ofFresh));
    if (share.evidence) shown.evidence.push({ shown: share.evidence, isFresh, own });
    shown.unjudged.push(...share.unjudged.filter(ofFresh));
    return { visits: own.visits.count, websites: websites.size };
  });
  if (visits.some((own) => own.visits.count > 0) || skipped.length > 0) {
    await writeVisits(client, shard, visits, lateBefore);
    await addCounts(client, shard, visits, skipped, lateBefore);
    await addEvidence(client, shard, shown);
  }
  return written;
}

async function writeVisits(
  client: pg.ClientBase,
  shard: Shard,
  batches: readonly NumberedVisits[],
  lateBefore: number,
): Promise<void> {
  const { narrow, wide } = rowsOf(batches, lateBefore);
  if (wide) await copyRows(client, shard.textOf(COPY_WIDE), wide);
  if (narrow && shard.id === '' && fillsSegments(batches)) await client.query(COMPRESS_DIRECTLY);
  if (narrow) await copyRows(client, shard.textOf(COPY_NARROW), narrow);
}

async function addCounts(
  client: pg.ClientBase,
  shard: Shard,
  batches: readonly NumberedVisits[],
  skipped: readonly SkippedRequests[],
  lateBefore: number,
): Promise<void> {
  const values = countColumnsOf(countsOf(batches, lateBefore), skipped);
  await client.query({ ...named(shard, 'add_counts', ADD_COUNTS.text), values });
}

/** Writes what shares show of the visitors of websites that the ledger did not have. */
async function addEvidence(
  client: pg.ClientBase,
  shard: Shard,
  { evidence, unjudged }: Shown,
): Promise<void> {
  const values = evidenceValues(evidence);
  if (values) await client.query({ ...named(shard, 'add_evidence', ADD_EVIDENCE), values });
  if (unjudged.length > 0) {
    const query = named(shard, 'add_unjudged', ADD_UNJUDGED);
    await client.query({ ...query, values: unjudgedValues(unjudged) });
  }
}

/**
 * Tells whether the visits of each website are many enough to be written compressed, on average. Fewer
 * are written as rows, and compressed with others later.
 */
function fillsSegments(batches: readonly NumberedVisits[]): boolean {
  const websites = new Set<number>();
  for (const { visits } of batches) for (const page of visits.pages) websites.add(page.websiteId);
  const count = batches.reduce((sum, { visits }) => sum + visits.count, 0);
  return count >= LEAST_PER_SEGMENT * websites.size;
}

/**
 * Two deliveries of the same batch never share a statement, because the ledger could not tell them
 * apart.
 */
function isAnother(group: readonly Share[], next: Share): boolean {
  return group.every(
    ({ batch, shard }) => batch.id !== next.batch.id || shard.id !== next.shard.id,
  );
}

/** A transaction holds locks on every chunk that it writes to. */
function isNear(group: readonly Share[], next: Share, mostDays: number): boolean {
  const all = [...group, next];
  const first = Math.min(...all.map((one) => one.first));
  const last = Math.max(...all.map((one) => one.last));
  return last - first <= mostDays * DAY_MS;
}

import { groupCalls } from '@app/group-calls';
import type pg from 'pg';
import { mayBeOneCall } from '../database/database-error.js';
import { latestVersion } from '../database/migrator.js';
import { statement } from '../database/statement.js';
import type { VisitBatch } from './visit.js';
import { columnsOf } from './visit-columns.js';

/**
 * `duplicate` means that the ledger already has the batch. `split` means that the ledger says that
 * the batch is written in halves. In both cases nothing was written.
 */
export type WriteOutcome =
  { kind: 'stored'; visits: number } | { kind: 'duplicate' } | { kind: 'split' };

const WRITE_BATCHES = statement('ingest/write_batches');
const NOTE_EMPTY_BATCH = statement('ingest/note_empty_batch');
const SPLIT_BATCH = statement('ingest/split_batch');
const FIND_SPLIT_BATCHES = statement('ingest/find_split_batches');

/** The schema that this release knows. The database refuses visits once it has a newer one. */
const KNOWN_SCHEMA = latestVersion();
/** The most visits that one transaction writes, unless a single batch has more. */
const MOST_VISITS = 4_000;
/** Transactions under way at the same time. While the server writes one, the next is prepared. */
const LANES = 2;
const DAY_MS = 86_400_000;

export interface VisitWriterOptions {
  /** Batches are written together only when all their visits lie within this number of days. */
  mostDays?: number;
  /** Gets the duration of every transaction that stored visits. */
  writeSeconds?: { observe(seconds: number): void };
}

/** A batch with the times of its first and last visit, in epoch milliseconds. */
interface TimedBatch {
  batch: VisitBatch;
  first: number;
  last: number;
}

/**
 * Writes batches. Batches that come together share a transaction, so that many small ones cost
 * little more than one. When the transaction fails, its batches are tried separately, so that none
 * suffers for another one.
 */
export class VisitWriter {
  private readonly writeSeconds: VisitWriterOptions['writeSeconds'];
  private readonly writeGrouped: (batch: TimedBatch) => Promise<WriteOutcome>;

  constructor(
    private readonly pool: pg.Pool,
    { mostDays = 1, writeSeconds }: VisitWriterOptions = {},
  ) {
    this.writeSeconds = writeSeconds;
    this.writeGrouped = groupCalls((group) => this.writeAll(group.map(({ batch }) => batch)), {
      most: MOST_VISITS,
      weigh: ({ batch }) => batch.visits.length,
      fits: (group, next) => isAnother(group, next) && isNear(group, next, mostDays),
      lanes: LANES,
      halveAfter: mayBeOneCall,
    });
  }

  /**
   * Writes the ledger row and the visits in one transaction. A batch that was written before
   * changes nothing.
   */
  write(batch: VisitBatch): Promise<WriteOutcome> {
    const isEmpty = batch.visits.length === 0 && !batch.skipped?.length;
    return isEmpty ? this.noteEmpty(batch) : this.writeGrouped(timed(batch));
  }

  private async writeAll(batches: VisitBatch[]): Promise<WriteOutcome[]> {
    const begun = performance.now();
    const stored = await this.insert(batches);
    if (stored.size > 0) this.writeSeconds?.observe((performance.now() - begun) / 1_000);
    const known = batches.filter((_, place) => !stored.has(place)).map(({ id }) => id);
    const split = known.length > 0 ? await this.findSplit(known) : new Set();
    return batches.map(({ id, visits }, place) =>
      stored.has(place)
        ? { kind: 'stored', visits: visits.length }
        : { kind: split.has(id) ? 'split' : 'duplicate' },
    );
  }

  /** Returns the places of the batches that the ledger did not have. Only these were written. */
  private async insert(batches: VisitBatch[]): Promise<Set<number>> {
    const values = [...columnsOf(batches), KNOWN_SCHEMA];
    const query = { name: 'write_batches', text: WRITE_BATCHES, values };
    const { rows } = await this.pool.query<{ place: number }>(query);
    return new Set(rows.map(({ place }) => place));
  }

  /**
   * Notes that a batch is from now on written only in halves. This is noted before the halves are
   * written. Otherwise a redelivery that writes the whole batch would double the visits in the
   * halves.
   *
   * @returns false when another delivery has written the whole batch in the meantime
   */
  async split(batch: Omit<VisitBatch, 'visits' | 'skipped'>): Promise<boolean> {
    const { id, accountId, receivedAt } = batch;
    const { rowCount } = await this.pool.query(SPLIT_BATCH, [id, accountId, receivedAt]);
    return rowCount === 1 || (await this.findSplit([id])).has(id);
  }

  /** Returns which of these batches are written in halves, according to the ledger. */
  private async findSplit(ids: string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ id: string }>(FIND_SPLIT_BATCHES, [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Notes a batch without any visits left to write, so that it also counts once. */
  private async noteEmpty({ id, accountId, receivedAt }: VisitBatch): Promise<WriteOutcome> {
    const { rowCount } = await this.pool.query(NOTE_EMPTY_BATCH, [id, accountId, receivedAt]);
    if (rowCount) return { kind: 'stored', visits: 0 };
    return { kind: (await this.findSplit([id])).has(id) ? 'split' : 'duplicate' };
  }
}

function timed(batch: VisitBatch): TimedBatch {
  let first = Infinity;
  let last = -Infinity;
  for (const { time } of batch.visits) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return { batch, first, last };
}

/**
 * Two deliveries of the same batch never share a statement, because the ledger could not tell them
 * apart.
 */
function isAnother(group: readonly TimedBatch[], next: TimedBatch): boolean {
  return group.every(({ batch }) => batch.id !== next.batch.id);
}

/** A transaction holds locks on every chunk that it writes to. */
function isNear(group: readonly TimedBatch[], next: TimedBatch, mostDays: number): boolean {
  const all = [...group, next];
  const first = Math.min(...all.map((one) => one.first));
  const last = Math.max(...all.map((one) => one.last));
  return last - first <= mostDays * DAY_MS;
}

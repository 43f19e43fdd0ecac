import { firstAndLast } from '@app/contracts';
import { groupCalls } from '@app/group-calls';
import type pg from 'pg';
import { mayBeOneCall } from '../database/database-error.js';
import { inTransaction } from '../database/in-transaction.js';
import { latestVersion } from '../database/migrator.js';
import { statement } from '../database/statement.js';
import { numberArray, textArray } from './array-literals.js';
import { copyRows } from './copy-rows.js';
import { countColumnsOf } from './count-columns.js';
import { countsOf } from './visit-counts.js';
import { type NumberedVisits, VisitNumbers, type VisitNumbersOptions } from './visit-numbers.js';
import { COPY_NARROW, COPY_WIDE, rowsOf } from './visit-rows.js';
import type { SkippedRequests, VisitBatch } from './visit.js';

/**
 * `duplicate` means that the ledger already has the batch. `split` means that the ledger says that
 * the batch is written in halves. In both cases nothing was written.
 */
export type WriteOutcome =
  { kind: 'stored'; visits: number } | { kind: 'duplicate' } | { kind: 'split' };

/** A migration that changes how visits are counted waits for this lock, and writers for the migration. */
const BEGIN = 'BEGIN; LOCK TABLE ONLY visits IN ROW EXCLUSIVE MODE';
const OPEN_BATCHES = statement('ingest/open_batches');
const COMPRESS_DIRECTLY = statement('ingest/compress_directly');
const ADD_COUNTS = statement('ingest/add_counts');
const NOTE_EMPTY_BATCH = statement('ingest/note_empty_batch');
const SPLIT_BATCH = statement('ingest/split_batch');
const FIND_SPLIT_BATCHES = statement('ingest/find_split_batches');

/** The schema that this release knows. The database refuses visits once it has a newer one. */
const KNOWN_SCHEMA = latestVersion();
/** The most visits that one transaction writes, unless a single batch has more. */
const MOST_VISITS = 16_000;
/** Transactions under way at the same time. While the server writes one, the next is prepared. */
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
  private readonly numbers: VisitNumbers;

  constructor(
    private readonly pool: pg.Pool,
    { mostDays = 1, writeSeconds, ...texts }: VisitWriterOptions = {},
  ) {
    this.writeSeconds = writeSeconds;
    this.numbers = new VisitNumbers(pool, texts);
    this.writeGrouped = groupCalls((group) => this.writeAll(group.map(({ batch }) => batch)), {
      most: MOST_VISITS,
      weigh: ({ batch }) => batch.visits.count,
      fits: (group, next) => isAnother(group, next) && isNear(group, next, mostDays),
      lanes: LANES,
      halveAfter: mayBeOneCall,
    });
  }

  /**
   * Writes the ledger row, the visits and their counts in one transaction. A batch that was written
   * before changes nothing.
   */
  write(batch: VisitBatch): Promise<WriteOutcome> {
    const isEmpty = batch.visits.count === 0 && !batch.skipped?.length;
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
        ? { kind: 'stored', visits: visits.count }
        : { kind: split.has(id) ? 'split' : 'duplicate' },
    );
  }

  /** Returns the places of the batches that the ledger did not have. Only these were written. */
  private async insert(batches: VisitBatch[]): Promise<Set<number>> {
    const numbered = await Promise.all(batches.map(({ visits }) => this.numbers.of(visits)));
    return inTransaction(
      this.pool,
      async (client) => {
        const { places, lateBefore } = await openBatches(client, batches);
        if (places.size > 0) {
          const isWritten = (_: unknown, place: number) => places.has(place);
          const visits = numbered.filter(isWritten);
          const skipped = batches.filter(isWritten).flatMap((batch) => batch.skipped ?? []);
          await writeVisits(client, visits, lateBefore);
          await addCounts(client, visits, skipped, lateBefore);
        }
        return places;
      },
      { begin: BEGIN },
    );
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

interface OpenedBatches {
  /** The places of the batches that the ledger did not have. */
  places: Set<number>;
  /** Epoch milliseconds; older visits are late. */
  lateBefore: number;
}

async function openBatches(
  client: pg.ClientBase,
  batches: readonly VisitBatch[],
): Promise<OpenedBatches> {
  const values = [
    textArray(batches, ({ id }) => id),
    numberArray(batches, ({ accountId }) => accountId),
    numberArray(batches, ({ receivedAt }) => receivedAt),
    numberArray(batches, ({ visits }) => visits.count),
    KNOWN_SCHEMA,
  ];
  const { rows } = await client.query<{ places: number[] | null; late_before: number }>({
    name: 'open_batches',
    text: OPEN_BATCHES,
    values,
  });
  return { places: new Set(rows[0]?.places), lateBefore: rows[0]?.late_before ?? Infinity };
}

async function writeVisits(
  client: pg.ClientBase,
  batches: readonly NumberedVisits[],
  lateBefore: number,
): Promise<void> {
  const { narrow, wide } = rowsOf(batches, lateBefore);
  if (wide) await copyRows(client, COPY_WIDE, wide);
  if (narrow && fillsSegments(batches)) await client.query(COMPRESS_DIRECTLY);
  if (narrow) await copyRows(client, COPY_NARROW, narrow);
}

async function addCounts(
  client: pg.ClientBase,
  batches: readonly NumberedVisits[],
  skipped: readonly SkippedRequests[],
  lateBefore: number,
): Promise<void> {
  const visits = batches.map((batch) => batch.visits);
  const values = countColumnsOf(countsOf(visits, lateBefore), skipped);
  await client.query({ name: 'add_counts', text: ADD_COUNTS, values });
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

function timed(batch: VisitBatch): TimedBatch {
  return { batch, ...firstAndLast(batch.visits.times) };
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

// Writes drawn visits with the statements of the product's writer, and counts them as it does, but many
// at once and without a ledger.
import { inTransaction, type Shard, shardsOf } from '@app/storage';
import type pg from 'pg';
import { beginOn, named } from '../../../libs/storage/src/database/shards.js';
import { copyRows } from '../../../libs/storage/src/ingest/copy-rows.js';
import { countColumnsOf } from '../../../libs/storage/src/ingest/count-columns.js';
import { visitsTo } from '../../../libs/storage/src/ingest/shares.js';
import { countsOf } from '../../../libs/storage/src/ingest/visit-counts.js';
import type { NumberedVisits } from '../../../libs/storage/src/ingest/visit-numbers.js';
import { COPY_NARROW, rowsOf } from '../../../libs/storage/src/ingest/visit-rows.js';
import { ADD_COUNTS } from '../../../libs/storage/src/roll-ups/add-counts.js';
import type { Slice, VisitSource } from './visit-source.js';

/** Visits that are sent at once. */
const PIECE = 50_000;

export interface Writing {
  /** Writes the visits like an import of the past. In the plain flavour all visits are late. */
  late: boolean;
  /** Writes them compressed where the flavour can do that, as the writer writes many. */
  compressed?: boolean;
}

/** Writes visits without counting them. Returns them in pieces. */
export async function writeVisits(
  pool: pg.Pool,
  source: VisitSource,
  slice: Slice,
  { late, compressed = false }: Writing,
): Promise<NumberedVisits[]> {
  const before = await lateBefore(pool, late);
  const pieces: NumberedVisits[] = [];
  for (let done = 0; done < slice.count; done += PIECE) {
    const piece = source.draw(pieceOf(slice, done));
    pieces.push(piece);
    await onEachShard(pool, source, [piece], async (client, shard, own) => {
      if (compressed) await client.query('SELECT compress_directly()');
      const { narrow } = rowsOf(own, before);
      if (narrow) await copyRows(client, shard.textOf(COPY_NARROW), narrow);
    });
  }
  return pieces;
}

/** Adds visits to the counts of writers. */
export async function addCounts(
  pool: pg.Pool,
  source: VisitSource,
  pieces: readonly NumberedVisits[],
  { late }: Writing,
): Promise<void> {
  const before = await lateBefore(pool, late);
  await onEachShard(pool, source, pieces, async (client, shard, own) => {
    const values = countColumnsOf(countsOf(own, before), []);
    await client.query({ ...named(shard, 'add_counts', ADD_COUNTS.text), values });
  });
}

/** Writes the visits of each shard in a transaction. */
async function onEachShard(
  pool: pg.Pool,
  { websites }: VisitSource,
  pieces: readonly NumberedVisits[],
  work: (client: pg.ClientBase, shard: Shard, own: readonly NumberedVisits[]) => Promise<void>,
): Promise<void> {
  await shardsOf(pool).onEach(
    websites,
    (website) => website,
    (shard, own) => {
      const isWhole = own.length === websites.length;
      const visits = isWhole ? pieces : pieces.map((piece) => visitsTo(new Set(own), piece));
      return inTransaction(shard.pool, (client) => work(client, shard, visits), {
        begin: beginOn([shard]),
      });
    },
  );
}

/** Returns before which time visits are late, in epoch milliseconds. */
async function lateBefore(pool: pg.Pool, late: boolean): Promise<number> {
  if (late) return Infinity;
  const { rows } = await pool.query<{ all: boolean }>("SELECT late_before() = 'infinity' AS all");
  return rows[0]?.all ? Infinity : -Infinity;
}

function pieceOf({ first, count, from, to, shares }: Slice, done: number): Slice {
  const end = Math.min(done + PIECE, count);
  const timeOf = (place: number) => from + ((to - from) * place) / count;
  return {
    first: first + done,
    count: end - done,
    ...{ from: timeOf(done), to: timeOf(end), shares },
  };
}

// Writes drawn visits with the statements of the product's writer, and counts them as it does, but many
// at once and without a ledger.
import type pg from 'pg';
import { copyRows } from '../../../libs/storage/src/ingest/copy-rows.js';
import { countColumnsOf } from '../../../libs/storage/src/ingest/count-columns.js';
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
  client: pg.Client,
  source: VisitSource,
  slice: Slice,
  { late, compressed = false }: Writing,
): Promise<NumberedVisits[]> {
  const before = await lateBefore(client, late);
  const pieces: NumberedVisits[] = [];
  for (let done = 0; done < slice.count; done += PIECE) {
    const piece = source.draw(pieceOf(slice, done));
    pieces.push(piece);
    await client.query('BEGIN');
    if (compressed) await client.query('SELECT compress_directly()');
    await copyRows(client, COPY_NARROW, rowsOf([piece], before).narrow as Buffer);
    await client.query('COMMIT');
  }
  return pieces;
}

/** Adds visits to the counts of writers. */
export async function addCounts(
  client: pg.Client,
  pieces: readonly NumberedVisits[],
  { late }: Writing,
): Promise<void> {
  const values = countColumnsOf(countsOf(pieces, await lateBefore(client, late)), []);
  await client.query({ name: 'add_counts', text: ADD_COUNTS.text, values });
}

/** Returns before which time visits are late, in epoch milliseconds. */
async function lateBefore(client: pg.Client, late: boolean): Promise<number> {
  if (late) return Infinity;
  const { rows } = await client.query<{ all: boolean }>("SELECT late_before() = 'infinity' AS all");
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

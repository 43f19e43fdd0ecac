import {
  mergeRecords,
  MOST_LISTED,
  NO_RECORDS,
  packBrowserVisits,
  packEvidence,
  unpackBrowserVisits,
  unpackEvidence,
  type VisitorRecords,
} from '@app/people';
import type pg from 'pg';
import { named, type Shard } from '../database/shards.js';
import { statement } from '../database/statement.js';

/** A UTC day of a website. */
export interface WebsiteDay {
  websiteId: number;
  /** In days since 1970. */
  day: number;
}

interface Row {
  place: string;
  slot: number;
  appended: number;
  evidence: Buffer;
  /** Null where the day has more visits than are read. */
  visits: Buffer | null;
}

/** Rows with so few bytes are joined when there are many of them. */
const SMALL_BYTES = 64 * 1_024;
const MANY_ROWS = 300;

const READ = statement('people/read_evidence');
const REMOVE = statement('people/remove_evidence');
const APPEND_JOINED = statement('people/append_joined');

/**
 * Reads what is known of the visitors of a website on a day, and joins small rows when there are many of
 * them. Undefined: there is nothing.
 *
 * @param most how many visits are read, so that those of no website take more memory than there is
 */
export async function readRecords(
  client: pg.ClientBase,
  shard: Shard,
  day: WebsiteDay,
  most = MOST_LISTED,
): Promise<VisitorRecords | undefined> {
  const values = [day.websiteId, day.day, most];
  const query = { ...named(shard, 'read_evidence', READ), values };
  const { rows } = await client.query<Row>(query);
  if (rows.length === 0) return undefined;
  const small = rows.filter(isSmall);
  if (small.length < MANY_ROWS) return mergeRecords(rows.map(unpacked));
  const large = rows.filter((row) => !isSmall(row));
  return mergeRecords([await join(client, shard, day, small), ...large.map(unpacked)]);
}

/** Tells whether a row is small. One whose visits are not read cannot be joined. */
const isSmall = ({ evidence, visits }: Row) =>
  visits !== null && evidence.length + visits.length < SMALL_BYTES;
const unpacked = ({ evidence, visits }: Row): VisitorRecords => ({
  evidence: unpackEvidence(evidence),
  visits: visits ? unpackBrowserVisits(visits) : NO_RECORDS.visits,
});

/** Puts one row in the place of several, which have the same slot, as all of a day, and returns it. */
async function join(
  client: pg.ClientBase,
  shard: Shard,
  { websiteId, day }: WebsiteDay,
  rows: readonly Row[],
): Promise<VisitorRecords> {
  const { slot } = rows[0] as Row;
  const places = rows.map(({ place }) => place);
  const remove = shard.textOf(REMOVE);
  const { rowCount } = await client.query(remove, [websiteId, day, slot, places]);
  if (rowCount !== rows.length) throw new Error('Somebody else has joined evidence meanwhile');
  const joined = mergeRecords(rows.map(unpacked));
  const appended = rows.reduce((sum, row) => sum + row.appended, 0);
  await client.query(shard.textOf(APPEND_JOINED), [
    ...[websiteId, day, slot],
    ...[joined.evidence.count, appended],
    ...[packEvidence(joined.evidence), packBrowserVisits(joined.visits)],
  ]);
  return joined;
}

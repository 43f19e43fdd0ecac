import type pg from 'pg';
import { statement } from '../database/statement.js';

/** A website and bucket in which a roll-up does not say what the raw visits say. */
export interface RollUpDifference {
  relation: string;
  website_id: string;
  /** First day of the bucket; hours are summed up to their day. */
  bucket: string;
  /** What is counted there: `visits`, `error_visits`, `verified_visits` … */
  count: string;
  raw: number;
  rolled_up: number;
}

export interface Verification {
  /** Raw visits that were compared. */
  visits: number;
  differences: RollUpDifference[];
}

const VERIFY = statement('upkeep/verify_roll_ups');
const COUNT = statement('upkeep/count_visits');
/** Before any visit there can be. */
const SINCE_EVER = '1999-01-01T00:00:00Z';
const DAY_MS = 86_400_000;

/**
 * Compares the raw visits with every roll-up, in one snapshot. Days whose raw visits may have been
 * dropped (`retentionDays`, 0: none) are left out.
 */
export async function verifyRollUps(
  client: pg.ClientBase,
  retentionDays: number,
): Promise<Verification> {
  const oldest = retentionDays > 0 ? firstWholeDay(retentionDays) : SINCE_EVER;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { rows } = await client.query<{ visits: number }>(COUNT, [oldest]);
    const { rows: differences } = await client.query<RollUpDifference>(VERIFY, [oldest]);
    return { visits: rows[0]?.visits ?? 0, differences };
  } finally {
    await client.query('ROLLBACK');
  }
}

function firstWholeDay(retentionDays: number): string {
  const edge = Date.now() - retentionDays * DAY_MS;
  return new Date(edge - (edge % DAY_MS) + DAY_MS).toISOString();
}

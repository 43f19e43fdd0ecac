import type pg from 'pg';
import { statement } from '../database/statement.js';

/** A website and bucket for which a roll-up differs from the raw visits. */
export interface RollUpDifference {
  relation: string;
  website_id: string;
  /** First day of the bucket. Hours are added up to their day. */
  bucket: string;
  /** The count that differs: `visits`, `error_visits`, `verified_visits` … */
  count: string;
  raw: number;
  rolled_up: number;
}

export interface Verification {
  /** The number of raw visits that were compared. */
  visits: number;
  differences: RollUpDifference[];
}

const VERIFY = statement('upkeep/verify_roll_ups');
const COUNT = statement('upkeep/count_visits');
/** A time before any possible visit. */
const SINCE_EVER = '1999-01-01T00:00:00Z';
const DAY_MS = 86_400_000;

/**
 * Compares the raw visits with every roll-up, in one snapshot. Days whose raw visits may have been
 * dropped (`retentionDays`, 0 means none) are left out.
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

import type pg from 'pg';
import { statement } from '../database/statement.js';

/** A website and bucket for which a roll-up differs from the raw visits. */
export interface RollUpDifference {
  /** The name of the roll-up, as in `traffic_weekly` or `page_digests, month`. */
  relation: string;
  /** Null for rows of a website that does not exist. */
  website_id: string | null;
  /** First day of the bucket. Hours are added up to their day. */
  bucket: string;
  /** The count that differs: `visits`, `error_visits`, `verified_visits` … */
  count: string;
  raw: number;
  rolled_up: number;
}

export type Grain = 'day' | 'week' | 'month';

/** Returns how long the buckets of a roll-up are, as the comparison adds them up. */
export function grainOf(relation: string): Grain {
  const grain = /(week|month)(ly)?$/.exec(relation)?.[1];
  return (grain as Grain | undefined) ?? 'day';
}

export interface Verification {
  /** The number of raw visits that were compared. */
  visits: number;
  /** The first day that was compared, if older raw visits may have been dropped. */
  since?: string;
  differences: RollUpDifference[];
}

const VERIFY = statement('upkeep/verify_roll_ups');
const COUNT = statement('upkeep/count_visits');
const FIND_KEPT_SINCE = statement('upkeep/find_kept_since');
/** A time before any possible visit. */
const SINCE_EVER = '1999-01-01T00:00:00Z';
const DAY_MS = 86_400_000;

/**
 * Compares the raw visits with every roll-up, in one snapshot. Days whose raw visits may have been
 * dropped are left out: the database knows what was dropped, and `retentionDays` (0 means none)
 * what may be dropped at any moment.
 */
export async function verifyRollUps(
  client: pg.ClientBase,
  retentionDays: number,
): Promise<Verification> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const since = await firstWholeDay(client, retentionDays);
    const { rows } = await client.query<{ visits: string }>(COUNT, [since ?? SINCE_EVER]);
    const { rows: differences } = await client.query<RollUpDifference>(VERIFY, [
      since ?? SINCE_EVER,
    ]);
    return { visits: Number(rows[0]?.visits), ...(since ? { since } : {}), differences };
  } finally {
    await client.query('ROLLBACK');
  }
}

async function firstWholeDay(
  client: pg.ClientBase,
  retentionDays: number,
): Promise<string | undefined> {
  const { rows } = await client.query<{ since: string | null }>(FIND_KEPT_SINCE);
  const kept = Number(rows[0]?.since ?? 0);
  const edge = Date.now() - retentionDays * DAY_MS;
  const accepted = retentionDays > 0 ? edge - (edge % DAY_MS) + DAY_MS : 0;
  const first = Math.max(kept, accepted);
  return first > 0 ? new Date(first).toISOString().slice(0, 10) : undefined;
}

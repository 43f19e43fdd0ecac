import type pg from 'pg';
import { isDistributed } from '../database/is-distributed.js';
import { valuesOf } from '../compose/compose.js';
import { statement } from '../database/statement.js';
import { VERIFY_PEOPLE } from '../roll-ups/verify-people.js';
import { VERIFY_ROLL_UPS, WEBSITES_WITH_ROWS } from '../roll-ups/verify-roll-ups.js';

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

const FIND_COMPARED = statement('upkeep/find_compared_websites');
const COUNT = statement('upkeep/count_visits');
const FIND_KEPT_SINCE = statement('upkeep/find_kept_since');

/** A difference with the number of the website. */
type FoundDifference = Omit<RollUpDifference, 'website_id'> & { website: number };

interface ComparedWebsite {
  id: number;
  public_id: string;
  in_erasure: boolean;
}

/** A time before any possible visit. */
const SINCE_EVER = '1999-01-01T00:00:00Z';
const DAY_MS = 86_400_000;

/**
 * Compares the raw visits with every roll-up, and the verdicts on visitors with the visits of
 * browsers, those of a website in one snapshot. Days whose raw
 * visits may have been dropped are left out: the database knows what was dropped, and
 * `retentionDays` (0 means none) what may be dropped at any moment.
 */
export async function verifyRollUps(
  client: pg.ClientBase,
  retentionDays: number,
): Promise<Verification> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const since = await firstWholeDay(client, retentionDays);
    const { rows } = await client.query<{ visits: string }>(COUNT, [since ?? SINCE_EVER]);
    const found: FoundDifference[] = [];
    for (const website of await websitesToCompare(client)) {
      const values = valuesOf(VERIFY_ROLL_UPS, { oldest: since ?? SINCE_EVER, website });
      found.push(...(await client.query<FoundDifference>(VERIFY_ROLL_UPS.text, values)).rows);
      const people = valuesOf(VERIFY_PEOPLE, { oldest: since ?? SINCE_EVER, website });
      found.push(...(await client.query<FoundDifference>(VERIFY_PEOPLE.text, people)).rows);
    }
    const differences = await withPublicIds(client, found);
    return { visits: Number(rows[0]?.visits), ...(since ? { since } : {}), differences };
  } finally {
    await client.query('ROLLBACK');
  }
}

/**
 * Returns the websites that are compared one by one, or null for all of them at once. On several
 * servers there is no snapshot of all, but each has one of its websites.
 */
async function websitesToCompare(client: pg.ClientBase): Promise<(number | null)[]> {
  if (!(await isDistributed(client))) return [null];
  const { rows: websites } = await client.query<{ id: number }>(WEBSITES_WITH_ROWS.text);
  return websites.map(({ id }) => id);
}

/**
 * Leaves out websites that are being erased: one side may have more rows left of them than the
 * other.
 */
async function withPublicIds(
  client: pg.ClientBase,
  found: FoundDifference[],
): Promise<RollUpDifference[]> {
  const ids = found.map(({ website }) => website);
  const { rows } = await client.query<ComparedWebsite>(FIND_COMPARED, [ids]);
  const websites = new Map(rows.map((website) => [website.id, website]));
  return found
    .filter(({ website }) => !websites.get(website)?.in_erasure)
    .map(({ relation, website, ...difference }) => {
      return { relation, website_id: websites.get(website)?.public_id ?? null, ...difference };
    })
    .sort(inOrder);
}

function inOrder(one: RollUpDifference, other: RollUpDifference): number {
  for (const key of ['relation', 'website_id', 'bucket', 'count'] as const) {
    const [a, b] = [one[key] ?? '\uffff', other[key] ?? '\uffff'];
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
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

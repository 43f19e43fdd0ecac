import type pg from 'pg';
import type { PageDigest } from '../reports/page-cover.js';
import { valuesOf } from '../compose/compose.js';
import { statement } from '../database/statement.js';
import { MAKE_PAGE_DIGEST } from '../roll-ups/make-page-digest.js';
import type { UpkeepTask } from './upkeep.js';

/** After this time, no writer counts visits of the bucket as being in time. */
const OVER_FOR_SECONDS = 600;
/** With fewer visits, a bucket has too few rows of pages for a digest to pay. */
const LEAST_VISITS = 2_000;
/** A bucket is digested at the second look, so at most half a minute after it has settled. */
const PAUSE_MS = 15_000;
/** Looking takes at most a hundredth of the time, however many websites there are. */
const PAUSE_BY_LOOK = 100;

const FIND_STALE = statement('upkeep/find_stale_digests');

interface StaleBucket {
  website_id: number;
  grain: PageDigest['grain'];
  /** Epoch milliseconds. */
  bucket: number;
  ends: number;
  visits: number;
  /** How much evidence the verdicts on its visitors follow from. */
  judged: number;
}

/**
 * Makes the digests that the reports of pages and bots read instead of pages_daily. A bucket is
 * digested when it is over and neither its visits nor the verdicts on them have changed since the
 * round before, so that an import under way can finish first.
 */
export function pageDigestsTask({ leastVisits = LEAST_VISITS } = {}): UpkeepTask {
  let lastSeen = new Map<string, string>();

  return {
    name: 'digests',
    async *round(client) {
      const begun = performance.now();
      const stale = await inSnapshot(client, () => findStale(client, leastVisits));
      const lookedForMs = performance.now() - begun;
      const settled = stale.filter((bucket) => lastSeen.get(keyOf(bucket)) === stateOf(bucket));
      lastSeen = new Map(stale.map((bucket) => [keyOf(bucket), stateOf(bucket)]));
      for (const bucket of settled) {
        yield;
        await inSnapshot(client, () => makeDigest(client, bucket));
      }
      return {
        pauseMs: Math.max(PAUSE_MS, PAUSE_BY_LOOK * lookedForMs),
        ...(settled.length > 0 ? { done: { digests: settled.length } } : {}),
      };
    },
  };
}

/**
 * The planner expects only a few rows and would use a nested loop over thousands. With 8,500 pages
 * that took 11 s, and a hash join less than one second. A digest is planned once for all buckets: on
 * TimescaleDB, planning looks at every chunk of the views, and took a third of the time of a digest.
 *
 * Citus may send a statement to a server in parts, so it needs a snapshot that all of them have,
 * and is told to send the setting along. Elsewhere nobody reads its setting.
 */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ;
SET LOCAL citus.propagate_set_commands = 'local';
SET LOCAL enable_nestloop = off;
SET LOCAL plan_cache_mode = force_generic_plan`;

async function inSnapshot<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(BEGIN);
  const result = await work();
  // After an error, the connection is given up anyway.
  await client.query('COMMIT');
  return result;
}

async function findStale(client: pg.ClientBase, leastVisits: number): Promise<StaleBucket[]> {
  const values = [OVER_FOR_SECONDS, leastVisits];
  const { rows } = await client.query<Record<keyof StaleBucket, string>>(FIND_STALE, values);
  return rows.map((row) => ({
    website_id: Number(row.website_id),
    grain: row.grain as PageDigest['grain'],
    bucket: Number(row.bucket),
    ends: Number(row.ends),
    visits: Number(row.visits),
    judged: Number(row.judged),
  }));
}

async function makeDigest(client: pg.ClientBase, bucket: StaleBucket): Promise<void> {
  const values = valuesOf(MAKE_PAGE_DIGEST, {
    ...{ website: bucket.website_id, grain: bucket.grain },
    from: new Date(bucket.bucket).toISOString(),
    to: new Date(bucket.ends).toISOString(),
  });
  const { name, text } = MAKE_PAGE_DIGEST;
  await client.query({ name, text, values });
}

function keyOf({ website_id: websiteId, grain, bucket }: StaleBucket): string {
  return `${websiteId} ${grain} ${bucket}`;
}

const stateOf = ({ visits, judged }: StaleBucket) => `${visits} ${judged}`;

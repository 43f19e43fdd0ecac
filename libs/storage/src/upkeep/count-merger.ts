import type pg from 'pg';
import { type Composed, valuesOf } from '../compose/compose.js';
import { isDistributed } from '../database/is-distributed.js';
import { FIND_UNMERGED, MERGE_COUNTS } from '../roll-ups/merge-counts.js';
import type { UpkeepTask } from './upkeep.js';

/**
 * Reports are right whatever these values are, because they read what is not merged yet. They read
 * less of it when the pause is short, and merging costs less when it is long.
 */
const LEAST_PAUSE_MS = 2_000;
const MOST_PAUSE_MS = 5_000;
/** Merging takes a fiftieth of the time. */
const PAUSE_BY_MERGE = 50;
/** Each row is of a transaction, website and bucket, with all their counts: a page has up to 16,000. */
const MOST_ROWS = 250;
const MOST_WEBSITES = 100;

/**
 * Merges what writers have appended into the tables of roll-ups.
 *
 * @param options.mostRows rows that a statement merges
 */
export function countMergeTask({ mostRows = MOST_ROWS } = {}): UpkeepTask {
  let together: number | undefined;

  return {
    name: 'merge',
    async *round(client) {
      // A statement of Citus changes rows of websites of one shard.
      together ??= (await isDistributed(client)) ? 1 : MOST_WEBSITES;
      const { rows } = await client.query<{ website_id: number }>(FIND_UNMERGED.text);
      const websites = rows.map((row) => row.website_id);
      let tookMs = 0;
      for (let at = 0; at < websites.length; at += together)
        for (const merge of MERGE_COUNTS)
          tookMs += yield* mergeAll(client, merge, websites.slice(at, at + together), mostRows);
      const pauseMs = Math.max(LEAST_PAUSE_MS, Math.min(MOST_PAUSE_MS, PAUSE_BY_MERGE * tookMs));
      return { pauseMs };
    },
  };
}

/** Returns the milliseconds that it took, without those of other tasks. */
async function* mergeAll(
  client: pg.ClientBase,
  merge: Composed<'websites' | 'most'>,
  websites: readonly number[],
  most: number,
): AsyncGenerator<void, number> {
  const values = valuesOf(merge, { websites, most });
  let tookMs = 0;
  for (let taken = most; taken === most;) {
    yield;
    const begun = performance.now();
    const { rows } = await client.query<{ rows: number }>(merge.text, values);
    tookMs += performance.now() - begun;
    taken = rows[0]?.rows ?? 0;
  }
  return tookMs;
}

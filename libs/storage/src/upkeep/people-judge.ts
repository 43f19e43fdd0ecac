import { setImmediate as others } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../database/in-transaction.js';
import { beginOn, shardsOf } from '../database/shards.js';
import { statement } from '../database/statement.js';
import { DAYS_BEFORE, judgeWebsiteDay } from '../people/judge-website-day.js';
import { websitesNotJudged } from '../people/websites-not-judged.js';
import type { UpkeepTask } from './upkeep.js';

/** How late verdicts are at most, where they are quickly made. */
const PAUSE_MS = 5_000;
/**
 * Looking for days and judging them take a fiftieth of the time: a day with 200,000 visitors is judged
 * anew every 15 seconds or so.
 */
const PAUSE_BY_ROUND = 50;

const FIND_DAYS = statement('people/find_days_to_judge');

interface DayToJudge {
  website_id: number;
  /** In days since 1970. */
  day: number;
  appended: string;
}

/**
 * Judges the days of websites of which something new is known, each in one transaction on the node of
 * its website.
 */
export function peopleJudgeTask({ pool }: { pool: pg.Pool }): UpkeepTask {
  const shards = shardsOf(pool);

  return {
    name: 'people',
    async *round(client) {
      const begun = performance.now();
      const days = await daysToJudge(client);
      for (const one of days) {
        yield;
        // A large day takes this process a tenth of a second, and jobs have waited.
        await others();
        await judge(one);
      }
      const tookMs = performance.now() - begun;
      const pauseMs = Math.max(PAUSE_MS, PAUSE_BY_ROUND * tookMs);
      return { pauseMs, ...(days.length > 0 ? { done: { days: days.length } } : {}) };
    },
  };

  async function judge(one: DayToJudge): Promise<void> {
    const { website_id: websiteId, ...day } = one;
    await shards.onEach(
      [one],
      ({ website_id }) => website_id,
      (shard) =>
        inTransaction(
          shard.pool,
          (client) => judgeWebsiteDay(client, shard, { websiteId, ...day }),
          {
            begin: beginOn([shard]),
          },
        ),
    );
  }
}

/** A writer that was late may leave evidence about a website whose visitors are not judged any more. */
async function daysToJudge(client: pg.ClientBase): Promise<DayToJudge[]> {
  const { rows } = await client.query<DayToJudge>(FIND_DAYS, [DAYS_BEFORE]);
  const notJudged = await websitesNotJudged(
    client,
    new Set(rows.map(({ website_id }) => website_id)),
  );
  return rows.filter(({ website_id }) => !notJudged.has(website_id));
}

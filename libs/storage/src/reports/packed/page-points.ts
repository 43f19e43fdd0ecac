import { AUTOMATION_BOT_ID, type Verification } from '@app/contracts';
import { floorTo } from '../../roll-ups/floor-to.js';
import { VERDICTS } from '../../roll-ups/measures.js';
import type { BucketCounts } from '../report-questions.js';
import { forEachSet } from './page-sums.js';
import type { Unpacked } from './packed-memory.js';
import { visitsWith } from './set-visits.js';
import type { Numbers } from './unpack.js';

type Counts = Record<Exclude<keyof BucketCounts, 'bucket'>, number>;

const NOTHING: Counts = {
  ...{ total_visits: 0, bot_visits: 0, human_visits: 0, ai_bot_visits: 0 },
  ...{ verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 0 },
  ...{ people_visits: 0, undecided_visits: 0, automation_visits: 0, not_judged_visits: 0 },
};

/** Returns what everybody did on a page, a point for each digest of a day that has it. */
export function pointsOfPage(
  digests: readonly Unpacked['pages'][],
  position: number,
): BucketCounts[] {
  return digests.flatMap(({ bucket, positions, counts }) => {
    const at = indexOf(positions, position, 0, positions.length);
    if (at < 0) return [];
    const of = (name: keyof typeof counts) => counts[name]?.[at] ?? 0;
    const [bots, humans] = [of('bot_visits'), of('human_visits')];
    const [people, undecided] = [of('people_visits'), of('undecided_visits')];
    return {
      ...{ bucket: bucket / 1_000, total_visits: bots + humans, bot_visits: bots },
      ...{ human_visits: humans, ai_bot_visits: of('ai_bot_visits') },
      verified_visits: of('verified_visits'),
      spoofed_visits: of('spoofed_visits'),
      unverifiable_visits: of('unverifiable_visits'),
      ...{ people_visits: people, undecided_visits: undecided },
      automation_visits: of('automation_visits'),
      not_judged_visits: humans - people - undecided,
    };
  });
}

/** Returns what some bots did on a page, with one verification or with any. */
export function pointsOfPageByBots(
  digests: readonly Unpacked['sets'][],
  position: number,
  { bots, ai }: { bots: ReadonlySet<number>; ai: ReadonlySet<number> },
  verification: Verification | undefined,
): BucketCounts[] {
  return digests.flatMap((sets) => {
    let isThere = false;
    const point = { bucket: sets.bucket / 1_000, ...NOTHING };
    forEachSet(sets, bots, (bot, from, to) => {
      const at = indexOf(sets.positions, position, from, to);
      if (at < 0) return;
      isThere = true;
      const own = verification
        ? (visitsWith(sets, verification, at, at + 1)?.[0] ?? 0)
        : (sets.counts.visits?.[at] ?? 0);
      point.total_visits += own;
      point.bot_visits += own;
      if (ai.has(bot)) point.ai_bot_visits += own;
      if (bot === AUTOMATION_BOT_ID) point.automation_visits += own;
      for (const verdict of VERDICTS) point[verdict] += sets.counts[verdict]?.[at] ?? 0;
    });
    return isThere ? point : [];
  });
}

/** Returns where a number is in a part that ascends, or -1. */
function indexOf(numbers: Numbers, wanted: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low < to && numbers[low] === wanted ? low : -1;
}

/** Adds up points by the buckets of an interval, of UTC. */
export function pointsBy(
  interval: 'day' | 'week' | 'month',
  points: readonly BucketCounts[],
): BucketCounts[] {
  const sums = new Map<number, BucketCounts & Counts>();
  for (const point of points) {
    const bucket = floorTo(interval, point.bucket * 1_000) / 1_000;
    let own = sums.get(bucket);
    if (!own) sums.set(bucket, (own = { bucket, ...NOTHING }));
    for (const name of Object.keys(NOTHING) as (keyof Counts)[]) own[name] += point[name] ?? 0;
  }
  return [...sums.values()];
}

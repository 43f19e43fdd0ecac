import { AUTOMATION_BOT_ID } from '@app/contracts';
import type { GroupsRow } from '../grouped-series.js';
import { forEachSet } from './page-sums.js';
import type { Unpacked } from './packed-memory.js';
import type { Numbers } from './unpack.js';

const HOUR_MS = 3_600_000;

type Point = GroupsRow['points'][number];
/** Which counts of a point the visits of a bot are part of. */
type CountOfVisits =
  'total_visits' | 'bot_visits' | 'human_visits' | 'ai_bot_visits' | 'automation_visits';

const COUNTS = [
  ...['total_visits', 'bot_visits', 'human_visits', 'ai_bot_visits', 'verified_visits'],
  ...['spoofed_visits', 'unverifiable_visits', 'people_visits', 'undecided_visits'],
  ...['automation_visits', 'not_judged_visits'],
] as const;

/**
 * Adds up hours by the buckets of a series.
 *
 * @param starts of the buckets, in epoch milliseconds, ascending; the first one is not behind the hours
 * @param bots those that are added up; null for everybody
 */
export function sumHours(
  digests: readonly Unpacked['hours'][],
  starts: readonly number[],
  { bots, ai }: { bots: ReadonlySet<number> | null; ai: ReadonlySet<number> },
): Point[] {
  const sums = new Map(COUNTS.map((count) => [count, new Float64Array(starts.length + 1)]));
  for (const digest of digests) {
    const { positions, counts, bucket } = digest;
    const places = placesOf(bucket, positions, starts);
    const add = (
      name: (typeof COUNTS)[number],
      numbers: Numbers | undefined,
      from: number,
      to: number,
    ) => {
      const own = sums.get(name);
      if (!numbers || !own) return;
      for (let at = from; at < to; at++)
        own[places[positions[at] as number] as number]! += numbers[at] as number;
    };
    forEachSet(digest, bots, (bot, from, to) => {
      for (const name of namesOf(bot, ai)) add(name, counts.visits, from, to);
      for (const name of [
        'verified_visits',
        'spoofed_visits',
        'unverifiable_visits',
        'people_visits',
        'undecided_visits',
      ] as const)
        add(name, counts[name], from, to);
    });
  }
  return pointsOf(sums, starts.length);
}

function namesOf(bot: number, ai: ReadonlySet<number>): CountOfVisits[] {
  if (bot === 0) return ['total_visits', 'human_visits'];
  const names: CountOfVisits[] = ['total_visits', 'bot_visits'];
  if (ai.has(bot)) names.push('ai_bot_visits');
  if (bot === AUTOMATION_BOT_ID) names.push('automation_visits');
  return names;
}

/** Returns the place of each hour of a digest in the series, from 1. */
function placesOf(bucket: number, positions: Numbers, starts: readonly number[]): Int32Array {
  let most = 0;
  for (let at = 0; at < positions.length; at++) most = Math.max(most, positions[at] as number);
  const places = new Int32Array(most + 1);
  let place = 0;
  for (let hour = 0; hour <= most; hour++) {
    while ((starts[place] ?? Infinity) <= bucket + hour * HOUR_MS) place++;
    places[hour] = place;
  }
  return places;
}

function pointsOf(sums: ReadonlyMap<string, Float64Array>, length: number): Point[] {
  const points: Point[] = [];
  const at = (name: string, place: number) => sums.get(name)?.[place] ?? 0;
  for (let place = 1; place <= length; place++) {
    if (at('total_visits', place) === 0 && at('human_visits', place) === 0) continue;
    const counts = Object.fromEntries(COUNTS.map((count) => [count, at(count, place)]));
    counts.not_judged_visits =
      at('human_visits', place) - at('people_visits', place) - at('undecided_visits', place);
    points.push({ place, ...counts } as Point);
  }
  return points;
}

/** Adds up points of the same place. */
export function mergePoints(parts: readonly (readonly Point[])[]): Point[] {
  const merged = new Map<number, Point>();
  for (const point of parts.flat()) {
    const own = merged.get(point.place);
    if (!own) {
      merged.set(point.place, { ...point });
      continue;
    }
    for (const count of COUNTS) own[count] = (own[count] ?? 0) + (point[count] ?? 0);
  }
  return [...merged.values()].sort((a, b) => a.place - b.place);
}

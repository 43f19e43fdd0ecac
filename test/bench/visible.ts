// When entries can be seen: what the reports show over HTTP, as a client sees it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchSystem } from './system.js';

/** How many entries had become visible by a moment (epoch milliseconds). */
export interface Seen {
  time: number;
  entries: number;
}

const DAY_MS = 86_400_000;
/** Looking is also a load, so it is rare while much is missing, and frequent towards the end. */
const MOST_PAUSE_MS = 2_000;
const LEAST_PAUSE_MS = 100;
/** If no further entry becomes visible for this long, something is broken. */
export const PATIENCE_MS = 120_000;

/** The longest period that a report answers for. */
const MOST_DAYS = 366;

interface Reports extends Pick<BenchSystem, 'base' | 'world'> {
  /** Over how many days before today entries are spread; by default they all come now. */
  days?: number;
}

/** Returns all visits of these days that the summaries of the websites show. */
export async function visible({ base, world, days = 1 }: Reports): Promise<number> {
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const periods: string[] = [];
  for (let to = 1; to >= -days; to -= MOST_DAYS)
    periods.push(`start_date=${day(Math.max(to - MOST_DAYS + 1, -days))}&end_date=${day(to)}`);
  const counts = await Promise.all(
    world.websites
      .flatMap(({ id }) => periods.map((period) => ({ id, period })))
      .map(async (one) => {
        const url = `${base}/api/v1/websites/${one.id}/summary?${one.period}`;
        const response = await fetch(url, { headers: { 'x-api-key': world.apiKey } });
        const answer = (await response.json()) as { data: { total_visits: number } };
        // The report takes too long now, so what it would show cannot be seen yet.
        if (response.status === 503 || response.status === 429) return 0;
        if (!response.ok) throw new Error(JSON.stringify(answer));
        return answer.data.total_visits;
      }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Watches until this number of entries more than `before` are visible.
 *
 * @param pauseMs between two looks; by default it follows from the rate
 */
export async function watch(
  system: Reports,
  before: number,
  wanted: number,
  pauseMs?: number,
): Promise<Seen[]> {
  const watching = startWatching(system, before, pauseMs);
  return watching(wanted);
}

/**
 * Watches from now on, until as many entries are visible as the returned function is told. Resolves
 * with everything that was seen.
 */
export function startWatching(
  system: Reports,
  before: number,
  pauseMs?: number,
): (wanted: number) => Promise<Seen[]> {
  const start = Date.now();
  const seen: Seen[] = [{ time: start, entries: 0 }];
  let wanted = Infinity;
  const last = () => seen.at(-1) as Seen;
  const look = async () => {
    const entries = (await visible(system)) - before;
    const time = Date.now();
    if (entries > last().entries) seen.push({ time, entries });
    else if (wanted < Infinity && time - last().time > PATIENCE_MS)
      throw new Error(`${entries} of ${wanted} entries are visible`);
  };
  const pause = () => {
    const { time, entries } = last();
    const left = ((wanted - entries) * (time - start)) / entries / 2;
    return Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, left || MOST_PAUSE_MS));
  };
  const done = (async () => {
    while (last().entries < wanted) {
      await look();
      await sleep(pauseMs ?? pause());
    }
    return seen;
  })();
  // It is asked for its result only at the end.
  done.catch(() => undefined);
  return (entries) => {
    wanted = entries;
    return done;
  };
}

/**
 * Returns the milliseconds from each 200 to the moment when as many entries were visible as had
 * been accepted by then. The queue is first in, first out.
 */
export function delays(accepted: readonly number[], batch: number, seen: Seen[]): number[] {
  const most = seen.at(-1)?.entries ?? 0;
  let place = 0;
  return accepted.map((time, index) => {
    const wanted = Math.min((index + 1) * batch, most);
    while ((seen[place]?.entries ?? Infinity) < wanted) place++;
    return Math.max(0, (seen[place]?.time ?? NaN) - time);
  });
}

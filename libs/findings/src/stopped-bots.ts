import { type BotFacts, DAY_MS, midnight } from './bot-facts.js';
import { median } from './median.js';

/** A bot that came regularly, and comes no more. */
export interface StoppedBot {
  bot: string;
  /** Midnight UTC of the last day on which it came. */
  lastDay: number;
  /** Visits that such days had before, together. */
  expected: number;
}

/** Bots come in waves, so one day without a visit says nothing. */
const LEAST_QUIET_DAYS = 2;
/** Who has not noticed for so long does not miss it. */
const MOST_QUIET_DAYS = 14;
/** With fewer visits expected, none may be chance. */
const LEAST_EXPECTED = 20;
/** A day is compared with the same day of so many weeks before the silence. */
const WEEKS = 4;

/**
 * Returns the bots that have not come for days on which they came before: in the middle of the same
 * days of four weeks, so that weekends and single bursts do not count. When nobody at all came since,
 * logs are missing, and no bot.
 */
export function stoppedBots(bots: readonly BotFacts[], now: number): StoppedBot[] {
  const today = midnight(now);
  const newest = Math.max(...bots.flatMap(({ days }) => days.map(({ day }) => day)));
  return bots
    .flatMap(({ name, days }): StoppedBot[] => {
      if (name === null || days.length === 0) return [];
      const visits = new Map(days.map((one) => [one.day, one.visits]));
      const lastDay = Math.max(...visits.keys());
      const quiet = daysBetween(lastDay + DAY_MS, today);
      if (quiet.length < LEAST_QUIET_DAYS || quiet.length > MOST_QUIET_DAYS) return [];
      // Others must have come on a whole quiet day.
      if (newest <= lastDay) return [];
      const expected = quiet.reduce((sum, day) => sum + usual(visits, day, lastDay), 0);
      return expected < LEAST_EXPECTED
        ? []
        : [{ bot: name, lastDay, expected: Math.round(expected) }];
    })
    .sort((a, b) => b.expected - a.expected);
}

/** Returns the midnights from `from` (inclusive) to `to` (exclusive). */
function daysBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, (to - from) / DAY_MS) }, (_, at) => from + at * DAY_MS);
}

/** Returns what the same day of the four weeks before the silence had. */
function usual(visits: ReadonlyMap<number, number>, day: number, lastDay: number): number {
  let same = day;
  while (same > lastDay) same -= 7 * DAY_MS;
  return median(
    Array.from({ length: WEEKS }, (_, week) => visits.get(same - week * 7 * DAY_MS) ?? 0),
  );
}

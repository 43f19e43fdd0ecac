import { isAiCategory, type Live, LIVE_MINUTES } from '@app/contracts';
import type { LiveCount, LiveVisit, LiveVisits } from '@app/storage';

const MINUTE_MS = 60_000;

type LiveBot = Live['bots'][number];
type Minute = Live['minutes'][number];

/** Returns the time that is told: whole minutes, of which the last one is not over. */
export function timeOfLive(now: number): { from: number; to: number } {
  const running = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return { from: running - (LIVE_MINUTES - 1) * MINUTE_MS, to: running + MINUTE_MS };
}

/** Tells what came, of visits that were read back to `since`. */
export function liveOf(now: number, { since, counts, shown }: LiveVisits): Live {
  const { from } = timeOfLive(now);
  return {
    now: new Date(now).toISOString(),
    since: new Date(since).toISOString(),
    is_complete: since <= from,
    minutes: Array.from({ length: LIVE_MINUTES }, (_, at) =>
      minuteOf(from + at * MINUTE_MS, since, counts),
    ),
    bots: botsOf(counts),
    visits: shown.map(visitOf),
  };
}

function minuteOf(start: number, since: number, counts: readonly LiveCount[]): Minute {
  const minute = new Date(start).toISOString();
  // Nothing of it was read.
  if (start + MINUTE_MS <= since)
    return { minute, human_visits: null, bot_visits: null, ai_bot_visits: null };
  const own = counts.filter((count) => count.minute === start);
  const sum = (isOne: (count: LiveCount) => boolean) =>
    own.filter(isOne).reduce((total, { visits }) => total + visits, 0);
  return {
    minute,
    human_visits: sum(({ bot }) => bot === null),
    bot_visits: sum(({ bot }) => bot !== null),
    ai_bot_visits: sum(({ category }) => category !== null && isAiCategory(category)),
  };
}

/** Bots are those of reports: several that have no name of their own are one. */
function botsOf(counts: readonly LiveCount[]): LiveBot[] {
  const bots = new Map<string, LiveBot>();
  for (const { bot: name, provider, category, last, ...count } of counts) {
    if (name === null || provider === null || category === null) continue;
    const key = JSON.stringify([name, provider, category]);
    const bot = bots.get(key) ?? { name, provider, category, ...NONE, last_seen: '' };
    const seen = new Date(last).toISOString();
    bots.set(key, {
      ...bot,
      visits: bot.visits + count.visits,
      verified_visits: bot.verified_visits + count.verified_visits,
      spoofed_visits: bot.spoofed_visits + count.spoofed_visits,
      unverifiable_visits: bot.unverifiable_visits + count.unverifiable_visits,
      last_seen: seen > bot.last_seen ? seen : bot.last_seen,
    });
  }
  return [...bots.values()].sort((a, b) => b.visits - a.visits || (a.name < b.name ? -1 : 1));
}

const NONE = { visits: 0, verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 0 };

function visitOf({ at, ...visit }: LiveVisit): Live['visits'][number] {
  return { time: new Date(at).toISOString(), ...visit };
}

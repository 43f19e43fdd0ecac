import {
  DAY_MS,
  type FirstVisit,
  HOUR_MS,
  hourOf,
  type OfBots,
  PAST_MS,
  RECENT_HOURS,
  type Series,
  usualOf,
} from '@app/alerts';
import type { AlertFacts, RecentHourRow, SeriesQuestion } from '@app/storage';
import type { AskedBots } from './asked-bots.js';

/** What is usual is learnt again after a day. */
const LEARNT_FOR_MS = DAY_MS;
/** Room for the hours that come until then. */
const HOURS = (PAST_MS + LEARNT_FOR_MS) / HOUR_MS + 2;

/** A website, and the bots that its rules ask for as a series of hours. */
export interface WatchedSeries {
  websiteId: number;
  accountId: number;
  of: readonly OfBots[];
}

/** When bots came to a website for the first time, and when anybody did. */
export interface FirstVisits {
  since: number | null;
  byBot: ReadonlyMap<string, FirstVisit>;
}

interface Learnt {
  at: number;
  /** When the newest hours were read. Older ones would be missing after a pause. */
  readAt: number;
  everyone: Series;
  byBots: Map<string, Series & { ids: ReadonlySet<number> }>;
}

const keyOf = ({ bot, category }: OfBots): string => JSON.stringify([bot, category]);

/**
 * What past weeks say about websites, kept in memory: it takes much reading, and changes little. A
 * worker that is elected learns it again.
 */
export class KnownPast {
  private readonly learnt = new Map<number, Learnt>();
  private readonly first = new Map<number, FirstVisits>();
  private readonly feedHours = new Map<number, { at: number; byFeed: Map<string, number[]> }>();

  /** Returns the websites of which something must be learnt. */
  unknown(websites: readonly WatchedSeries[], now: number): WatchedSeries[] {
    return websites.filter(({ websiteId, of }) => {
      const known = this.learnt.get(websiteId);
      return (
        !known ||
        now - known.at >= LEARNT_FOR_MS ||
        now - known.readAt >= RECENT_HOURS * HOUR_MS ||
        of.some((one) => !known.byBots.has(keyOf(one)))
      );
    });
  }

  /** Learns what is usual on some websites, with one statement. */
  async learn(
    facts: AlertFacts,
    websites: readonly WatchedSeries[],
    bots: AskedBots,
    now: number,
  ): Promise<void> {
    const until = hourOf(now);
    const from = until - PAST_MS;
    const questions = websites.flatMap(({ websiteId, accountId, of }): SeriesQuestion[] =>
      of.map((one, at) => ({ websiteId, series: at + 1, bots: bots.idsOf(one, accountId) })),
    );
    const ids = websites.map(({ websiteId }) => websiteId);
    const period = { from: new Date(from), to: new Date(until + HOUR_MS) };
    const rows = await facts.pastHours(ids, period, questions);
    const visits = new Map(
      rows.map((row) => [`${row.website_id} ${row.series}`, spread(row.hours, row.visits)]),
    );
    const hoursOf = (id: number, series: number) => ({
      from,
      visits: visits.get(`${id} ${series}`) ?? new Float64Array(HOURS),
    });
    for (const { websiteId, of, accountId } of websites) {
      const everyone = hoursOf(websiteId, 0);
      const byBots = of.map((one, at) => {
        const hours = hoursOf(websiteId, at + 1);
        const ids = new Set(bots.idsOf(one, accountId));
        return [keyOf(one), { hours, usual: usualOf(hours, everyone, until), ids }] as const;
      });
      const usual = usualOf(everyone, everyone, until);
      this.learnt.set(websiteId, {
        ...{ at: now, readAt: now, everyone: { hours: everyone, usual } },
        byBots: new Map(byBots),
      });
    }
  }

  /** Takes the newest hours of a website into its series. */
  follow(websiteId: number, recent: readonly RecentHourRow[], now: number): void {
    const known = this.learnt.get(websiteId);
    if (!known) return;
    known.readAt = now;
    setHours(known.everyone, recent, ({ visits }) => visits);
    for (const series of known.byBots.values())
      setHours(series, recent, ({ bot_id, visits, spoofed }) =>
        bot_id !== null && series.ids.has(bot_id) ? visits - spoofed : 0,
      );
  }

  everyone(websiteId: number): Series | undefined {
    return this.learnt.get(websiteId)?.everyone;
  }

  asked(websiteId: number, of: OfBots): Series | undefined {
    return this.learnt.get(websiteId)?.byBots.get(keyOf(of));
  }

  firstVisits(websiteId: number): FirstVisits | undefined {
    return this.first.get(websiteId);
  }

  /** Looks up when bots came to some websites for the first time. */
  async learnFirstVisits(
    facts: AlertFacts,
    websites: readonly number[],
    bots: AskedBots,
  ): Promise<void> {
    if (websites.length === 0) return;
    const found = new Map(websites.map((id) => [id, new Map<string, FirstVisit>()]));
    const since = new Map<number, number>();
    for (const { website_id, bot_id, at } of await facts.firstVisits(websites, bots.ids)) {
      since.set(website_id, Math.min(at, since.get(website_id) ?? Infinity));
      const bot = bots.find(bot_id);
      const byBot = found.get(website_id);
      if (!bot || !byBot) continue;
      const { name, provider, category } = bot;
      const earlier = byBot.get(name)?.at ?? Infinity;
      byBot.set(name, { bot: name, provider, category, at: Math.min(at, earlier) });
    }
    for (const [id, byBot] of found) this.first.set(id, { byBot, since: since.get(id) ?? null });
  }

  /** Returns the hours of the last weeks in which feeds of a website brought something. */
  hoursOfFeed(websiteId: number, feed: string): readonly number[] {
    return this.feedHours.get(websiteId)?.byFeed.get(feed) ?? [];
  }

  /** Looks them up for some websites, at most once an hour. */
  async learnFeedHours(facts: AlertFacts, websites: readonly number[], now: number): Promise<void> {
    const unknown = websites.filter(
      (id) => now - (this.feedHours.get(id)?.at ?? -Infinity) >= HOUR_MS,
    );
    if (unknown.length === 0) return;
    for (const id of unknown) this.feedHours.set(id, { at: now, byFeed: new Map() });
    const from = new Date(hourOf(now) - PAST_MS);
    for (const { website_id, feed, hours } of await facts.feedHours(unknown, from))
      this.feedHours.get(website_id)?.byFeed.set(feed, hours);
  }

  /** Forgets websites without alerts. */
  keepOnly(websites: ReadonlySet<number>): void {
    for (const map of [this.learnt, this.first, this.feedHours])
      for (const id of map.keys()) if (!websites.has(id)) map.delete(id);
  }
}

function spread(hours: readonly number[], visits: readonly number[]): Float64Array {
  const all = new Float64Array(HOURS);
  hours.forEach((hour, at) => (all[hour] = visits[at] ?? 0));
  return all;
}

/** Counts the recent hours anew: late visits change those before the running one, too. */
function setHours(
  { hours }: Series,
  recent: readonly RecentHourRow[],
  visitsOf: (row: RecentHourRow) => number,
): void {
  const visits = hours.visits as Float64Array;
  for (const { hour } of recent) visits[(hour - hours.from) / HOUR_MS] = 0;
  for (const row of recent) visits[(row.hour - hours.from) / HOUR_MS]! += visitsOf(row);
}

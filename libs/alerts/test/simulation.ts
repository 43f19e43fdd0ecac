import { alertInputSchema } from '@app/contracts';
import { decide, type OpenEvent } from '../src/decide.js';
import {
  type Facts,
  type FeedFacts,
  type HourOfBot,
  type HourOfStatus,
  NO_FACTS,
  RECENT_HOURS,
  type Series,
} from '../src/facts.js';
import { DAY_MS, HOUR_MS, hourOf, type Hours, MINUTE_MS } from '../src/hours.js';
import { isAsked, type Rule } from '../src/rule.js';
import type { State } from '../src/signal.js';
import { usualOf } from '../src/usual.js';

/** What one minute brings. Visits come with their status and may be spoofed. */
export interface Minute {
  visits: { bot: string; visits: number; status: number; spoofed: number; path?: string }[];
  /** False when the feed brings nothing; then visits wait, or are lost. */
  feed: 'brings' | 'waits' | 'loses';
  rejected: number;
  dead: number;
}

/** The bots of the simulated website, and people. */
export const BOTS: Readonly<Record<string, string>> = {
  GPTBot: 'ai_training',
  ClaudeBot: 'ai_training',
  PerplexityBot: 'ai_search',
  Bytespider: 'ai_training',
  'ChatGPT-User': 'ai_assistant',
  Googlebot: 'search_engine',
  'Meta-ExternalAgent': 'ai_training',
};
export const PATH = '/pricing';

/** An event as the simulation saw it open, with the time at which it closed. */
export interface SeenEvent {
  rule: number;
  cause: string;
  openedAt: number;
  closedAt: number | null;
  figures: Readonly<Record<string, number | string>>;
}

/** Names a rule by its input. */
export const ruleFrom = (input: object): Rule => alertInputSchema.parse(input);

interface Watched {
  rule: Rule;
  open: OpenEvent[];
  states: State[];
}

/**
 * Lets `decide` look at a website every minute, as the worker does: with what has arrived until then.
 */
export class Simulation {
  readonly events: SeenEvent[] = [];
  private readonly hours = new Map<string, Float64Array>();
  private readonly everyone: Float64Array;
  private readonly recent = new Map<number, Map<string, HourOfBot>>();
  private readonly statuses = new Map<number, Map<string, HourOfStatus>>();
  private readonly watched: Watched[];
  private readonly usual = new Map<string, Series>();
  private readonly firstVisits = new Map<string, number>();
  private waiting: { minute: number; of: Minute }[] = [];
  private page = new Map<number, { visits: number; errors: number }>();
  private feed = { hours: [] as number[], last: 0, rejected: new Map<number, number[]>() };
  private dead: { at: number; entries: number }[] = [];
  private newest = 0;

  constructor(
    readonly start: number,
    private readonly days: number,
    rules: readonly Rule[],
  ) {
    const size = (days * DAY_MS) / HOUR_MS + 1;
    this.everyone = new Float64Array(size);
    for (const bot of Object.keys(BOTS)) this.hours.set(bot, new Float64Array(size));
    this.watched = rules.map((rule) => ({ rule, open: [], states: [] }));
  }

  /** Takes what a minute brings, and decides at its end. */
  minute(at: number, brought: Minute): void {
    if (brought.feed === 'waits') this.waiting.push({ minute: at, of: brought });
    if (brought.feed === 'brings') {
      for (const late of this.waiting) this.arrive(late.minute, late.of);
      this.waiting = [];
      this.arrive(at, brought);
      this.deliver(at, brought);
    }
    if (brought.dead > 0) this.dead.push({ at, entries: brought.dead });
    this.look(at + MINUTE_MS);
  }

  private arrive(at: number, { visits }: Minute): void {
    const hour = hourOf(at);
    for (const one of visits) {
      const place = (hour - this.start) / HOUR_MS;
      this.everyone[place]! += one.visits;
      const real = one.visits - one.spoofed;
      if (one.bot in BOTS) this.count(hour, place, one, real);
      if (real > 0 && one.bot in BOTS && !this.firstVisits.has(one.bot))
        this.firstVisits.set(one.bot, at);
      this.newest = Math.max(this.newest, at);
    }
  }

  private count(hour: number, place: number, one: Minute['visits'][number], real: number): void {
    const { bot, visits, status, spoofed, path } = one;
    const category = BOTS[bot]!;
    this.hours.get(bot)![place]! += real;
    const of = upsert(this.recent, hour, bot, () => ({
      ...{ hour, bot, category, visits: 0, errors: 0, spoofed: 0 },
    }));
    of.visits += visits;
    of.errors += status >= 400 ? visits : 0;
    of.spoofed += spoofed;
    const key = `${bot} ${status}`;
    upsert(this.statuses, hour, key, () => ({ hour, bot, category, status, visits: 0 })).visits +=
      visits;
    if (path !== PATH || !category.startsWith('ai_')) return;
    const day = hour - (hour % DAY_MS);
    const page = this.page.get(day) ?? { visits: 0, errors: 0 };
    this.page.set(day, {
      visits: page.visits + visits,
      errors: page.errors + (status >= 400 ? visits : 0),
    });
  }

  private deliver(at: number, { visits, rejected }: Minute): void {
    const hour = hourOf(at);
    if (this.feed.hours.at(-1) !== hour) this.feed.hours.push(hour);
    // Four weeks are known.
    if (this.feed.hours.length > 28 * 24) this.feed.hours.shift();
    this.feed.last = at;
    const [entries = 0, rejects = 0] = this.feed.rejected.get(hour) ?? [];
    const came = visits.reduce((sum, one) => sum + one.visits, 0);
    this.feed.rejected.set(hour, [entries + came, rejects + rejected]);
  }

  private look(now: number): void {
    const facts = this.facts(now);
    this.watched.forEach((watched, rule) => {
      const { open, states } = watched;
      const memory = { createdAt: this.start, open, states };
      const of = { ...facts, asked: this.series(watched.rule, now) };
      const decision = decide(watched.rule, of, memory, now);
      for (const event of decision.open) {
        const closedAt = event.atOnce ? now : null;
        this.events.push({
          rule,
          cause: event.cause,
          openedAt: now,
          closedAt,
          figures: event.figures,
        });
        if (!event.atOnce) open.push({ cause: event.cause, seenAt: now, goneSince: null });
      }
      for (const event of decision.keep)
        open[open.findIndex(({ cause }) => cause === event.cause)] = event;
      for (const cause of decision.close) this.close(watched, rule, cause, now);
      const touched = [...decision.states.map(({ cause }) => cause), ...decision.forget];
      watched.states = states.filter(({ cause }) => !touched.includes(cause));
      watched.states.push(...decision.states);
    });
  }

  private close(watched: Watched, rule: number, cause: string, now: number): void {
    watched.open = watched.open.filter((event) => event.cause !== cause);
    const event = this.events.findLast((one) => one.rule === rule && one.cause === cause);
    if (event) event.closedAt = now;
  }

  private facts(now: number): Facts {
    const running = hourOf(now);
    const hours = Array.from({ length: RECENT_HOURS + 1 }, (_, ago) => running - ago * HOUR_MS);
    const today = now - (now % DAY_MS);
    const none = { visits: 0, errors: 0 };
    return {
      ...NO_FACTS,
      recent: hours.flatMap((hour) => [...(this.recent.get(hour)?.values() ?? [])]),
      statuses: hours.flatMap((hour) => [...(this.statuses.get(hour)?.values() ?? [])]),
      newestVisit: this.newest === 0 ? null : this.newest,
      since: this.start,
      firstVisits: Array.from(this.firstVisits, ([bot, at]) => ({
        ...{ bot, at, provider: 'Somebody', category: BOTS[bot]! },
      })),
      everyone: this.series(undefined, now),
      page: {
        today: this.page.get(today) ?? none,
        yesterday: this.page.get(today - DAY_MS) ?? none,
      },
      feeds: [this.feedFacts(hours)],
      deadEntries: this.dead
        .filter(({ at }) => at >= now - DAY_MS)
        .reduce((sum, { entries }) => sum + entries, 0),
    };
  }

  private feedFacts(hours: readonly number[]): FeedFacts {
    const sums = hours.map((hour) => this.feed.rejected.get(hour) ?? [0, 0]);
    return {
      ...{ feed: 'json', firstDelivery: this.start, lastDelivery: this.feed.last },
      hours: this.feed.hours,
      deliveries: 60,
      entries: sums.reduce((sum, [entries = 0]) => sum + entries, 0),
      rejected: sums.reduce((sum, [, rejected = 0]) => sum + rejected, 0),
      ...{ refused: 0, reason: 'no_time' },
    };
  }

  /** What is usual is learnt once a day, as the worker does. */
  private series(rule: Rule | undefined, now: number): Series | undefined {
    const of = rule?.kind === 'unusual_visits' ? rule : undefined;
    if (rule && !of) return undefined;
    const key = `${of?.bot ?? ''} ${of?.category ?? ''} ${!of}`;
    const known = this.usual.get(key);
    if (known && now % DAY_MS !== 0) {
      if (of) this.addUp(known.hours.visits as Float64Array, of, now);
      return known;
    }
    const visits = of ? new Float64Array(this.everyone.length) : this.everyone;
    if (of) for (let hour = this.start; hour <= now; hour += HOUR_MS) this.addUp(visits, of, hour);
    const hours: Hours = { from: this.start, visits };
    const everyone: Hours = { from: this.start, visits: this.everyone };
    const series = { hours, usual: usualOf(hours, everyone, hourOf(now)) };
    this.usual.set(key, series);
    return series;
  }

  /** Late visits change the hours before, too. */
  private addUp(
    visits: Float64Array,
    of: { bot: string | null; category: string | null },
    now: number,
  ): void {
    const place = (hourOf(now) - this.start) / HOUR_MS;
    for (let at = Math.max(0, place - RECENT_HOURS); at <= place; at += 1) {
      visits[at] = 0;
      for (const [bot, own] of this.hours)
        if (isAsked(of, { bot, category: BOTS[bot]! })) visits[at]! += own[at]!;
    }
  }
}

function upsert<Value>(
  map: Map<number, Map<string, Value>>,
  hour: number,
  key: string,
  make: () => Value,
): Value {
  let inner = map.get(hour);
  if (!inner) map.set(hour, (inner = new Map()));
  let value = inner.get(key);
  if (!value) inner.set(key, (value = make()));
  return value;
}

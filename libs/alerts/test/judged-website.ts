import { decide, type OpenEvent } from '../src/decide.js';
import { type AutomationGroup, type GroupsOfDays, NO_FACTS } from '../src/facts.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/hours.js';
import type { Rule } from '../src/rule.js';
import type { State } from '../src/signal.js';
import { randomFrom } from './traffic.js';

/** A span of time, milliseconds. */
interface Span {
  from: number;
  to: number;
}

/** What makes a group, as long as it is judged so. */
export interface Comer extends Span, Pick<AutomationGroup, 'kind' | 'of'> {
  perHour: number;
  visitorsPerHour: number;
  /** When visits of it are judged in another way. */
  judgedOtherwise: Span[];
}

/** An event that opened, milliseconds. */
export interface Told {
  cause: string;
  openedAt: number;
  closedAt: number | undefined;
}

const DAYS = 90;
const LOOK_MS = 5 * MINUTE_MS;

/** A website with four fleets, or pages under attack, and what is none, or too small, on every day. */
export class JudgedWebsite {
  readonly incidents: readonly Comer[];
  private readonly ofDays: readonly (readonly Comer[])[];
  private readonly random: () => number;

  constructor(
    seed: number,
    private readonly kind: AutomationGroup['kind'],
  ) {
    this.random = randomFrom(seed);
    this.incidents = [20, 41, 62, 83].map((day, at) => this.incident(day, at));
    const harmless = Array.from({ length: DAYS }, (_, day) => this.harmlessOf(day)).flat();
    this.ofDays = Array.from({ length: DAYS }, (_, day) =>
      [...this.incidents, ...harmless].filter(
        ({ from, to }) => from < (day + 1) * DAY_MS && to > day * DAY_MS,
      ),
    );
  }

  /** Returns what opened within ninety days, when a rule is looked at every five minutes. */
  told(rule: Rule): Told[] {
    const told: Told[] = [];
    let open: readonly OpenEvent[] = [];
    let states: readonly State[] = [];
    for (let now = DAY_MS; now < DAYS * DAY_MS; now += LOOK_MS) {
      const facts = { ...NO_FACTS, groups: this.groupsAt(now) };
      const decision = decide(rule, facts, { createdAt: 0, open, states }, now);
      for (const { cause } of decision.open)
        told.push({ cause, openedAt: now, closedAt: undefined });
      for (const closed of decision.close)
        for (const one of told) if (one.cause === closed) one.closedAt ??= now;
      const changed = new Map(decision.keep.map((event) => [event.cause, event]));
      open = [
        ...open
          .filter(({ cause }) => !decision.close.includes(cause))
          .map((event) => changed.get(event.cause) ?? event),
        ...decision.open.map(({ cause }) => ({ cause, seenAt: now, goneSince: null })),
      ];
      const gone = [...decision.forget, ...decision.states.map(({ cause }) => cause)];
      states = [...states.filter(({ cause }) => !gone.includes(cause)), ...decision.states];
    }
    return told;
  }

  /** For four to thirty hours. Two of them have the same agent, or page. */
  private incident(day: number, at: number): Comer {
    const from = day * DAY_MS + this.between(0, 24) * HOUR_MS;
    const to = from + this.between(4, 30) * HOUR_MS;
    return {
      ...{ kind: this.kind, of: `/incident-${at % 3}`, from, to },
      ...{ perHour: this.between(300, 900), visitorsPerHour: this.between(60, 300) },
      judgedOtherwise: this.flips({ from, to: from + 2 * DAY_MS }),
    };
  }

  /** On average every ten hours, for half an hour at most. */
  private flips({ from, to }: Span): Span[] {
    const hours = Array.from({ length: (to - from) / HOUR_MS }, (_, hour) => from + hour * HOUR_MS);
    return hours
      .filter(() => this.random() < 0.1)
      .map((hour) => {
        const start = hour + this.between(0, 60) * MINUTE_MS;
        return { from: start, to: start + this.between(2, 30) * MINUTE_MS };
      });
  }

  /** Others that are too small, and one of people that is judged so for some minutes. */
  private harmlessOf(day: number): Comer[] {
    const begin = day * DAY_MS;
    const end = begin + DAY_MS;
    const all = { kind: this.kind, from: begin, to: end, judgedOtherwise: [] };
    const noticed = begin + this.between(1, 23) * HOUR_MS;
    const until = noticed + this.between(1, 9) * MINUTE_MS;
    return [
      { ...all, of: '/few', perHour: this.between(1, 4), visitorsPerHour: 3 },
      {
        ...{ ...all, of: '/people', perHour: 200, visitorsPerHour: 100 },
        judgedOtherwise: [
          { from: begin, to: noticed },
          { from: until, to: end + DAY_MS },
        ],
      },
    ];
  }

  private groupsAt(now: number): GroupsOfDays {
    const day = Math.floor(now / DAY_MS);
    return { today: this.groupsOf(day, now), yesterday: this.groupsOf(day - 1, now) };
  }

  private groupsOf(day: number, now: number): AutomationGroup[] {
    return (this.ofDays[day] ?? []).flatMap((comer) => {
      const { kind, of, perHour, visitorsPerHour, judgedOtherwise } = comer;
      const from = Math.max(comer.from, day * DAY_MS);
      const hours = (Math.min(comer.to, now, (day + 1) * DAY_MS) - from) / HOUR_MS;
      const visits = Math.floor(perHour * hours);
      if (visits < 1 || judgedOtherwise.some((span) => span.from <= now && now < span.to))
        return [];
      return {
        ...{ kind, of, name: of, visits, visitors: Math.floor(visitorsPerHour * hours) },
        ...{ errors: 0, networks: 1, statuses: [], firstSeen: from, isAlone: true },
      };
    });
  }

  private between(least: number, most: number): number {
    return least + this.random() * (most - least);
  }
}

/** Tells in words how soon each incident was told, and how many events were none. */
export function delaysOf(website: JudgedWebsite, rule: Rule) {
  const told = website.told(rule);
  const isOf = ({ from, to }: Comer, { openedAt }: Told) =>
    from <= openedAt && openedAt < to + 2 * DAY_MS;
  const own = website.incidents.map((incident) => told.filter((one) => isOf(incident, one)));
  return {
    times: own.map((events) => events.length),
    hours: own.map(([first], at) =>
      first ? (first.openedAt - (website.incidents[at] as Comer).from) / HOUR_MS : Infinity,
    ),
    falseEvents: told.length - own.flat().length,
    open: told.filter(({ closedAt }) => closedAt === undefined).length,
  };
}

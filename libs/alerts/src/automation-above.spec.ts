import { randomFrom } from '../test/traffic.js';
import { automationAbove } from './automation-above.js';
import { decide, type OpenEvent } from './decide.js';
import { automationSpan, NO_FACTS } from './facts.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './hours.js';
import type { RuleOf } from './rule.js';

const rule = (changes: Partial<RuleOf<'automation_above'>> = {}): RuleOf<'automation_above'> => ({
  ...{ kind: 'automation_above', share: 0.5, least: 100, enabled: true },
  ...changes,
});
const NOW = Date.parse('2026-11-20T15:30:00Z');

function levelOf(judged: number, visits: number, changes = {}) {
  const automation = { ...automationSpan(NOW), judged, visits };
  return automationAbove(rule(changes), { ...NO_FACTS, automation }).signals[0]?.level;
}

it('is told from its share and its least number on, and is over well below', () => {
  expect(levelOf(200, 100)).toBe('on');
  expect(levelOf(201, 100)).toBe('between');
  expect(levelOf(250, 100)).toBe('between');
  expect(levelOf(251, 100)).toBe('off');
  expect(levelOf(100, 99)).toBe('off');
  expect(levelOf(10, 9, { least: 9 })).toBe('on');
});

it('is not known where no visitor is judged', () => {
  expect(levelOf(0, 0)).toBe('unknown');
  expect(automationAbove(rule(), NO_FACTS).signals[0]?.level).toBe('unknown');
});

it('is about 24 whole hours, the last of which ended ten minutes ago', () => {
  const hour = Date.parse('2026-11-20T15:00:00Z');
  const span = (minutes: number) => automationSpan(hour + minutes * MINUTE_MS);
  expect(span(10)).toEqual({ from: hour - DAY_MS, to: hour });
  expect(span(9)).toEqual({ from: hour - DAY_MS - HOUR_MS, to: hour - HOUR_MS });
});

/** Visits of a simulated website by hour. */
interface World {
  people: Float64Array;
  automation: Float64Array;
  /** The hours of fleets, from (inclusive) and to (exclusive). */
  fleets: { from: number; to: number }[];
}

const DAYS = 90;
const HOURS = DAYS * 24;

/** A website with few visits at night, other programs all the time, and a fleet every three weeks. */
function simulated(seed: number): World {
  const random = randomFrom(seed);
  const around = (mean: number) => Math.max(0, Math.round(mean * (0.5 + random())));
  const people = Float64Array.from({ length: HOURS }, (_, hour) =>
    around(60 * Math.max(0, Math.sin((Math.PI * ((hour % 24) - 5)) / 18))),
  );
  const automation = Float64Array.from({ length: HOURS }, () => around(8));
  const fleets = [20, 41, 62, 83].map((day) => {
    const from = day * 24 + Math.floor(random() * 24);
    return { from, to: from + 4 + Math.floor(random() * 26) };
  });
  for (const { from, to } of fleets)
    for (let hour = from; hour < to; hour++)
      automation[hour] = (automation[hour] as number) + around(600);
  return { people, automation, fleets };
}

/** Looks every ten minutes, and returns the hours in which events opened. */
function openedIn({ people, automation }: World): number[] {
  const opened: number[] = [];
  let open: readonly OpenEvent[] = [];
  for (let now = DAY_MS + HOUR_MS; now < DAYS * DAY_MS; now += 10 * MINUTE_MS) {
    const span = automationSpan(now);
    const sum = (counts: Float64Array) =>
      counts.subarray(span.from / HOUR_MS, span.to / HOUR_MS).reduce((all, one) => all + one, 0);
    const visits = sum(automation);
    const facts = { ...NO_FACTS, automation: { ...span, visits, judged: visits + sum(people) } };
    const decision = decide(rule(), facts, { createdAt: 0, open, states: [] }, now);
    opened.push(...decision.open.map(() => now / HOUR_MS));
    const changed = new Map(decision.keep.map((event) => [event.cause, event]));
    open = [
      ...open
        .filter(({ cause }) => !decision.close.includes(cause))
        .map((event) => changed.get(event.cause) ?? event),
      ...decision.open.map(({ cause }) => ({ cause, seenAt: now, goneSince: null })),
    ];
  }
  return opened;
}

it('tells each fleet once, within three hours, and no night', () => {
  const lines: string[] = [];
  let falseEvents = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const world = simulated(seed);
    const opened = openedIn(world);
    const isOf = (at: number) => world.fleets.some(({ from, to }) => from <= at && at < to + 24);
    falseEvents += opened.filter((at) => !isOf(at)).length;
    const delays = world.fleets.map(({ from, to }) => {
      const own = opened.filter((at) => from <= at && at < to + 24);
      expect(own).toHaveLength(1);
      return (own[0] as number) - from;
    });
    expect(Math.max(...delays)).toBeLessThanOrEqual(3);
    lines.push(`${seed}: ${delays.map((hours) => hours.toFixed(1)).join(', ')} hours`);
  }
  console.log(['Fleets were told after, by seed:', ...lines, `false: ${falseEvents}`].join('\n'));
  expect(falseEvents).toBeLessThanOrEqual(1);
});

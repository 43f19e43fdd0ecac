import fc from 'fast-check';
import { ruleFrom } from '../test/simulation.js';
import { decide, type Memory, type OpenEvent } from './decide.js';
import { type Facts, type HourOfBot, NO_FACTS } from './facts.js';
import { DAY_MS, HOUR_MS, hourOf, MINUTE_MS } from './hours.js';
import type { State } from './signal.js';

const NOW = Date.parse('2026-11-20T15:10:00Z');
const NOTHING: Memory = { createdAt: NOW - 30 * DAY_MS, open: [], states: [] };
const NO_DECISION = { open: [], keep: [], close: [], states: [], forget: [] };

const spoofed = ruleFrom({ kind: 'spoofed', least: 20 });
const hour = (changes: Partial<HourOfBot>): HourOfBot => ({
  ...{
    hour: hourOf(NOW),
    bot: 'GPTBot',
    category: 'ai_training',
    visits: 50,
    errors: 0,
    spoofed: 0,
  },
  ...changes,
});
const withSpoofed = (visits: number): Facts => ({
  ...NO_FACTS,
  recent: [hour({ spoofed: visits, visits })],
});
const open = (changes: Partial<OpenEvent> = {}): OpenEvent => ({
  ...{ cause: 'spoofed', seenAt: NOW, goneSince: null },
  ...changes,
});
const after = (minutes: number) => NOW + minutes * MINUTE_MS;

describe('an event', () => {
  it('opens at its bound, and not again while it is open', () => {
    expect(decide(spoofed, withSpoofed(19), NOTHING, NOW)).toEqual(NO_DECISION);
    expect(decide(spoofed, withSpoofed(20), NOTHING, NOW).open).toEqual([
      {
        ...{ cause: 'spoofed', subject: null, atOnce: false },
        figures: { spoofed_visits: 20, visits: 20, bots: 1, most_spoofed: 'GPTBot' },
      },
    ]);
    const memory = { ...NOTHING, open: [open()] };
    expect(decide(spoofed, withSpoofed(500), memory, NOW)).toEqual(NO_DECISION);
  });

  it('closes when its cause has been gone for an hour, and is the same one if it comes back before', () => {
    const is = (visits: number, event: OpenEvent, minutes: number) =>
      decide(spoofed, withSpoofed(visits), { ...NOTHING, open: [event] }, after(minutes));
    // Between both bounds it stays as it is.
    expect(is(10, open(), 5)).toEqual(NO_DECISION);
    const gone = open({ goneSince: after(5) });
    expect(is(9, open(), 5)).toEqual({ ...NO_DECISION, keep: [gone] });
    expect(is(9, gone, 64)).toEqual(NO_DECISION);
    expect(is(9, gone, 65)).toEqual({ ...NO_DECISION, close: ['spoofed'] });
    expect(is(20, gone, 64)).toEqual({ ...NO_DECISION, keep: [open({ seenAt: after(64) })] });
  });

  it('is noted as seen every ten minutes only', () => {
    const memory = { ...NOTHING, open: [open()] };
    expect(decide(spoofed, withSpoofed(30), memory, after(9))).toEqual(NO_DECISION);
    expect(decide(spoofed, withSpoofed(30), memory, after(10)).keep).toEqual([
      open({ seenAt: after(10) }),
    ]);
  });

  it('closes when its alert does not ask for it any more, or nothing is known of it for two weeks', () => {
    const other = ruleFrom({ kind: 'feed_silent', feed: 'json' });
    const gone = open({ cause: 'fastly', goneSince: NOW });
    expect(decide(other, NO_FACTS, { ...NOTHING, open: [gone] }, after(10)).close).toEqual([
      'fastly',
    ]);
    const unusual = ruleFrom({ kind: 'unusual_visits' });
    const memory = { ...NOTHING, open: [open({ cause: 'above' })] };
    expect(decide(unusual, NO_FACTS, memory, NOW + 13 * DAY_MS)).toEqual(NO_DECISION);
    expect(decide(unusual, NO_FACTS, memory, NOW + 14 * DAY_MS).close).toEqual(['above']);
  });

  it('never opens while it is open, whatever comes, and never closes within an hour of its cause', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 300 }), (counts) => {
        let event: OpenEvent | undefined;
        let last = -Infinity;
        counts.forEach((count, at) => {
          const now = after(at * 7);
          if (count >= 10) last = now;
          const memory = { ...NOTHING, open: event ? [event] : [] };
          const decision = decide(spoofed, withSpoofed(count), memory, now);
          expect(decision.open.length === 0 || event === undefined).toBe(true);
          if (decision.close.length > 0) expect(now - last).toBeGreaterThanOrEqual(HOUR_MS);
          if (decision.close.length > 0) event = undefined;
          else event = decision.open[0] ? open({ seenAt: now }) : (decision.keep[0] ?? event);
        });
      }),
    );
  });
});

describe('errors', () => {
  const rule = ruleFrom({ kind: 'errors', bot: 'GPTBot', share: 0.1, least: 50 });
  const got = (visits: number, errors: number): Facts => ({
    ...NO_FACTS,
    recent: [hour({ visits, errors }), hour({ bot: 'CCBot', visits: 999, errors: 999 })],
  });
  const step = (facts: Facts, states: State[], minutes: number) =>
    decide(rule, facts, { ...NOTHING, states }, after(minutes));

  it('open when they go on for ten minutes after their bound', () => {
    expect(step(got(49, 49), [], 0)).toEqual(NO_DECISION);
    expect(step(got(200, 19), [], 0)).toEqual(NO_DECISION);
    const { states } = step(got(100, 10), [], 0);
    expect(states).toEqual([{ cause: 'errors', since: NOW, figures: { visits: 100, errors: 10 } }]);
    expect(step(got(110, 20), states, 9)).toEqual(NO_DECISION);
    expect(step(got(104, 14), states, 10)).toEqual(NO_DECISION);
    expect(step(got(110, 20), states, 10).open).toMatchObject([
      { cause: 'errors', subject: 'GPTBot', figures: { visits: 110, error_visits: 20 } },
    ]);
  });

  it('are those of a deploy when they stop', () => {
    const { states } = step(got(100, 30), [], 0);
    expect(step(got(160, 30), states, 15)).toEqual(NO_DECISION);
    const again = step(got(160, 30), states, 30);
    expect(again.open).toEqual([]);
    expect(again.states).toEqual([
      { cause: 'errors', since: after(30), figures: { visits: 160, errors: 30 } },
    ]);
    expect(step(got(400, 5), states, 40)).toEqual({ ...NO_DECISION, forget: ['errors'] });
  });

  it('of few visits are chance', () => {
    const small = ruleFrom({ kind: 'errors', bot: 'GPTBot' });
    expect(decide(small, got(30, 9), NOTHING, NOW).states).toEqual([]);
    expect(decide(small, got(30, 10), NOTHING, NOW).states).toHaveLength(1);
  });
});

it('a bot is told as new once, when the website is known and the alert was there', () => {
  const rule = ruleFrom({ kind: 'new_bot' });
  const bot = { bot: 'GPTBot', provider: 'OpenAI', category: 'ai_training', at: NOW - HOUR_MS };
  const facts: Facts = { ...NO_FACTS, since: NOW - 9 * DAY_MS, firstVisits: [bot] };
  const told = decide(rule, facts, NOTHING, NOW);
  expect(told.open).toMatchObject([{ cause: 'GPTBot', subject: 'GPTBot', atOnce: true }]);
  expect(told.states).toEqual([{ cause: 'GPTBot', since: bot.at, figures: {} }]);
  const none = (changes: Partial<Facts>, memory: Partial<Memory> = {}, of = rule) =>
    expect(decide(of, { ...facts, ...changes }, { ...NOTHING, ...memory }, NOW)).toEqual(
      NO_DECISION,
    );
  none({}, { states: told.states });
  none({}, { createdAt: NOW });
  none({ since: NOW - 20 * HOUR_MS });
  none({ firstVisits: [{ ...bot, at: NOW - 25 * HOUR_MS }] });
  none({ firstVisits: [{ ...bot, category: 'seo' }] });
  none({}, {}, ruleFrom({ kind: 'new_bot', categories: ['seo'] }));
});

it('many bots at once are told in part, and the last event says how many came', () => {
  const firstVisits = Array.from({ length: 30 }, (_, at) => ({
    ...{ bot: `Bot${at}`, provider: 'P', category: 'ai_agent', at: NOW - HOUR_MS + at },
  }));
  const facts: Facts = { ...NO_FACTS, since: NOW - 9 * DAY_MS, firstVisits };
  const { open: events, states } = decide(ruleFrom({ kind: 'new_bot' }), facts, NOTHING, NOW);
  expect([events.length, states.length]).toEqual([20, 30]);
  expect(events.at(-1)?.figures.more).toBe(10);
});

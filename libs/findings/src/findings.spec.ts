import fc from 'fast-check';
import { automationGroups, type GroupFacts } from './automation-groups.js';
import { type BotFacts, DAY_MS, midnight } from './bot-facts.js';
import { failingPages } from './failing-pages.js';
import { type Facts, findingsOf, MOST_FINDINGS_OF_A_KIND } from './findings.js';
import { inWords } from './in-words.js';
import { listsBehind, oldestOf } from './old-lists.js';
import { silenceOf } from './silent-feeds.js';
import { spoofedBots } from './spoofed-bots.js';
import { stoppedBots } from './stopped-bots.js';

/** A Friday, in the afternoon. */
const NOW = Date.parse('2026-11-20T15:00:00Z');
const TODAY = midnight(NOW);
const iso = (time: number) => new Date(time).toISOString();

/** A bot with visits by the number of days before today. */
function bot(name: string | null, visitsOf: (daysAgo: number) => number, spoofed = 0): BotFacts {
  const days = Array.from({ length: 49 }, (_, daysAgo) => ({
    day: TODAY - daysAgo * DAY_MS,
    visits: visitsOf(daysAgo),
    spoofed_visits: daysAgo < 7 ? spoofed : 0,
  }));
  return { name, days: days.filter(({ visits }) => visits > 0) };
}
const people = bot(null, () => 100);
const since = (quietDays: number, visits: number) => (daysAgo: number) =>
  daysAgo <= quietDays ? 0 : visits;

describe('a bot that stopped', () => {
  it('is told with what was to be expected', () => {
    expect(stoppedBots([people, bot('GPTBot', since(3, 12))], NOW)).toEqual([
      { bot: 'GPTBot', lastDay: TODAY - 4 * DAY_MS, expected: 36 },
    ]);
  });

  it('is none while it came today or yesterday, and none after two weeks', () => {
    const of = (quiet: number) => stoppedBots([people, bot('GPTBot', since(quiet, 50))], NOW);
    expect(of(-1)).toEqual([]);
    expect(of(1)).toEqual([]);
    expect(of(2)).toHaveLength(1);
    expect(of(14)).toHaveLength(1);
    expect(of(15)).toEqual([]);
  });

  it('is none that came rarely, on other days of the week, or once with many visits', () => {
    const rarely = bot('Rare', since(3, 6));
    // Today is a Friday: it comes from Monday to Wednesday only.
    const workdays = bot('Works', (ago) =>
      [1, 2, 3].includes(new Date(TODAY - ago * DAY_MS).getUTCDay()) ? 100 : 0,
    );
    const once = bot('Burst', (ago) => (ago === 9 || ago === 10 ? 5_000 : 0));
    expect(stoppedBots([people, rarely, workdays, once], NOW)).toEqual([]);
  });

  it('is none when nobody came: then logs are missing', () => {
    const quiet = bot(null, since(3, 100));
    expect(stoppedBots([quiet, bot('GPTBot', since(3, 50))], NOW)).toEqual([]);
    expect(stoppedBots([], NOW)).toEqual([]);
  });

  it('is never one that came within two days, whatever its visits were', () => {
    const counts = fc.array(fc.nat(1_000), { minLength: 49, maxLength: 49 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 0, max: 1 }), (visits, last) => {
        const came = bot('Any', (ago) => (ago === last ? 1 : (visits[ago] ?? 0)));
        expect(stoppedBots([people, came], NOW)).toEqual([]);
      }),
    );
  });

  it('is never one that never had twenty visits together', () => {
    const counts = fc.array(fc.nat(2), { minLength: 49, maxLength: 49 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 2, max: 9 }), (visits, quiet) => {
        const small = bot('Small', (ago) => (ago <= quiet ? 0 : (visits[ago] ?? 0)));
        expect(stoppedBots([people, small], NOW)).toEqual([]);
      }),
    );
  });
});

describe('spoofed claims', () => {
  it('are told when they are many, and a part that matters', () => {
    const of = (visits: number, spoofed: number) =>
      spoofedBots([people, bot('GPTBot', () => visits, spoofed)], NOW);
    expect(of(10, 3)).toEqual([{ bot: 'GPTBot', spoofed: 21, visits: 70 }]);
    expect(of(10, 2)).toEqual([]);
    expect(of(1_000, 49)).toEqual([]);
    expect(of(1_000, 50)).toHaveLength(1);
  });

  it('are those of the last seven days', () => {
    const old = { day: TODAY - 7 * DAY_MS, visits: 100, spoofed_visits: 100 };
    expect(spoofedBots([{ name: 'GPTBot', days: [old] }], NOW)).toEqual([]);
    const young = { ...old, day: TODAY - 6 * DAY_MS };
    expect(spoofedBots([{ name: 'GPTBot', days: [young] }], NOW)).toHaveLength(1);
    const few = { ...young, spoofed_visits: 19 };
    expect(spoofedBots([{ name: 'GPTBot', days: [few] }], NOW)).toEqual([]);
    const enough = { ...young, spoofed_visits: 20 };
    expect(spoofedBots([{ name: 'GPTBot', days: [enough] }], NOW)).toHaveLength(1);
  });
});

it('a page fails when half of at least ten visits of AI bots got errors', () => {
  const page = (ai_bot_visits: number, error_visits: number | null) => ({
    ...{ path: '/a', ai_bot_visits, error_visits },
  });
  expect(failingPages([page(20, 10)])).toHaveLength(1);
  expect(failingPages([page(21, 10), page(9, 9), page(20, null)])).toEqual([]);
  const more = failingPages([page(20, 15), page(90, 60)]);
  expect(more.map(({ error_visits }) => error_visits)).toEqual([60, 15]);
});

const FLEET = {
  group: 'One Chrome on 260 addresses',
  of_group: {
    ...{ kind: 'fleet', merged: 1, visitors: 260, agents_total: 1 },
    ...{ browser: 'Chrome', network: '198.51.100.0/24', page: '/' },
  },
};
const ATTACK = {
  group: '/login was attacked by 4 visitors',
  of_group: { ...FLEET.of_group, kind: 'brute_force', visitors: 4, page: '/login' },
};

describe('a group of automation', () => {
  const groupOf = (visits: number, browser_visits: number, more: Partial<GroupFacts> = {}) => ({
    ...{ ...FLEET, day: TODAY, same: 'fleet Chrome' },
    ...{ visits, browser_visits, ...more },
  });

  it('is told when it has at least a hundred visits, and a tenth of those of the day', () => {
    expect(automationGroups([groupOf(100, 1_000)])).toHaveLength(1);
    expect(automationGroups([groupOf(99, 99), groupOf(100, 1_001)])).toEqual([]);
  });

  it('is told once, on the day on which it came most, the largest first', () => {
    const before = { day: TODAY - DAY_MS };
    const attack = { ...ATTACK, same: 'brute_force /login' };
    const told = automationGroups([
      ...[groupOf(200, 400), groupOf(300, 400, before), groupOf(250, 400, attack)],
    ]);
    expect(told).toEqual([groupOf(300, 400, before), groupOf(250, 400, attack)]);
  });
});

it('a feed is silent after 26 hours, unless it was a file or everybody knows', () => {
  const HOUR = 3_600_000;
  const feed = (first: number, last: number) => ({
    ...{
      feed: 'json',
      first_delivery: iso(NOW - first * HOUR),
      last_delivery: iso(NOW - last * HOUR),
    },
  });
  expect(silenceOf(feed(200, 27), NOW)).toBe(27 * HOUR);
  expect(silenceOf(feed(200, 25), NOW)).toBeUndefined();
  expect(silenceOf(feed(50, 40), NOW)).toBeUndefined();
  expect(silenceOf(feed(900, 340), NOW)).toBeUndefined();
  const never = { feed: 'json', first_delivery: null, last_delivery: null };
  expect(silenceOf(never, NOW)).toBeUndefined();
});

it('knows which list is the oldest, and how many prove less than they could', () => {
  const listsOf = (...days: number[]) => ({
    old_lists: days.map((ago) => ({ fetched_at: iso(NOW - ago * DAY_MS) })),
  });
  expect(oldestOf(listsOf(8, 40, 9))).toBe(iso(NOW - 40 * DAY_MS));
  expect(oldestOf(listsOf())).toBeUndefined();
  expect(listsBehind({ old: 2, missing: 1 })).toBe(3);
  expect(listsBehind({ old: null, missing: null })).toBe(0);
});

describe('all findings', () => {
  const facts: Facts = {
    bots: [people, bot('GPTBot', since(3, 12)), bot('CCBot', () => 10, 5)],
    pages: [{ path: '/old', ai_bot_visits: 43, error_visits: 41 }],
    feeds: [
      { feed: 'json', first_delivery: iso(NOW - 9 * DAY_MS), last_delivery: iso(NOW - 2 * DAY_MS) },
    ],
    groups: [
      {
        ...{ day: TODAY - 6 * DAY_MS, ...FLEET, same: 'fleet Chrome' },
        ...{ visits: 6_020, browser_visits: 9_000 },
      },
    ],
    lists: { old_lists: [9, 100].map((ago) => ({ fetched_at: iso(NOW - ago * DAY_MS) })) },
  };

  it('have their figures, in words too', () => {
    expect(findingsOf(facts, NOW).map((finding) => inWords(finding))).toEqual([
      'The log source json has brought nothing since 2026-11-18 15:00 UTC: look whether its sender still runs.',
      '/old answered 41 of 43 visits of AI bots with an error in the last 7 days.',
      'GPTBot has not come since 2026-11-16; about 36 visits would have been usual.',
      '35 of 70 visits in the name of CCBot in the last 7 days came from other addresses than its operator’s.',
      'One Chrome on 260 addresses, 6,020 visits on 14 November: counted as automation.',
      'Lists of bots’ addresses are older than they prove anything, the oldest is of 2026-08-12: fewer spoofed bots are found.',
    ]);
  });

  it('are none where nothing is odd', () => {
    const lists = { old_lists: [] };
    const bots = [people, bot('GPTBot', () => 50)];
    const quiet = { bots, pages: [], feeds: [], groups: [], lists };
    expect(findingsOf(quiet, NOW)).toEqual([]);
  });

  it('are few of a kind, the largest', () => {
    const pages = Array.from({ length: 9 }, (_, at) => ({
      ...{ path: `/${at}`, ai_bot_visits: 100, error_visits: 60 + at },
    }));
    const failing = findingsOf({ ...facts, pages }, NOW).filter(({ page }) => page !== null);
    expect(failing).toHaveLength(MOST_FINDINGS_OF_A_KIND);
    expect(failing[0]?.page).toBe('/8');
  });
});

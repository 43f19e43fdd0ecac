import { delaysOf, JudgedWebsite } from '../test/judged-website.js';
import { ruleFrom } from '../test/simulation.js';
import { decide } from './decide.js';
import { type AutomationGroup, NO_FACTS } from './facts.js';
import { MINUTE_MS } from './hours.js';

const NOW = Date.parse('2026-11-20T15:30:00Z');
const attack = (changes: Partial<AutomationGroup> = {}): AutomationGroup => ({
  ...{ kind: 'brute_force', of: '/login', name: '/login', visits: 100, visitors: 2, errors: 96 },
  ...{ networks: 2, statuses: [401, 200], firstSeen: NOW, isAlone: true, ...changes },
});

/** Decides about groups that have been there for ten minutes. */
const opened = (today: AutomationGroup[], rule = {}) =>
  decide(
    ruleFrom({ kind: 'brute_force', ...rule }),
    { ...NO_FACTS, groups: { today, yesterday: undefined } },
    {
      ...{ createdAt: 0, open: [] },
      states: today.map(({ of: cause }) => ({ cause, since: NOW, figures: {} })),
    },
    NOW + 10 * MINUTE_MS,
  ).open;

it('is told of each page from its least number of visits on, whoever makes them', () => {
  const few = attack({ of: '/xmlrpc.php', visits: 99 });
  expect(opened([attack(), few, attack({ kind: 'fleet', of: '/no' })])).toEqual([
    {
      ...{ cause: '/login', subject: '/login', atOnce: false },
      figures: {
        ...{ visits: 100, visitors: 2, error_visits: 96, status_codes: '401, 200' },
        first_seen: '2026-11-20T15:30:00.000Z',
      },
    },
  ]);
  expect(opened([attack(), few], { least: 99 })).toHaveLength(2);
});

it('says nothing of status codes that are not known', () => {
  expect(opened([attack({ statuses: [] })])[0]?.figures).not.toHaveProperty('status_codes');
});

it('is told once in ninety days of verdicts that flip, within hours, and nothing else is', () => {
  let falseEvents = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const website = new JudgedWebsite(seed, 'brute_force');
    const found = delaysOf(website, ruleFrom({ kind: 'brute_force' }));
    expect(found).toMatchObject({ times: [1, 1, 1, 1], open: 0 });
    expect(Math.max(...found.hours)).toBeLessThanOrEqual(3);
    falseEvents += found.falseEvents;
  }
  expect(falseEvents).toBeLessThanOrEqual(1);
});

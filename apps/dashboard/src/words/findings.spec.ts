import { type Finding, findingInWords } from './findings.js';
import type { GroupFigures } from './groups.js';

const NOTHING: Omit<Finding, 'kind'> = {
  ...{ text: '', bot: null, page: null, feed: null, group: null, of_group: null },
  ...{ since: null, visits: null, of_visits: null },
};
const DAY = '2026-11-16T00:00:00.000Z';
const FLEET: GroupFigures = {
  ...{ kind: 'fleet', merged: 1, visitors: 260, agents_total: 1 },
  ...{ browser: 'Chrome', network: null, page: '/' },
};

it.each<[Omit<Finding, keyof typeof NOTHING> & Partial<Finding>, string]>([
  [
    { kind: 'silent_feed', feed: 'json', since: '2026-11-18T15:00:00.000Z' },
    'The log source json has brought nothing since 18 Nov 2026, 15:00 UTC: look whether its sender still runs.',
  ],
  [
    { kind: 'failing_page', page: '/old', visits: 41, of_visits: 43 },
    '/old answered 41 of 43 visits of AI bots with an error in the last 7 days.',
  ],
  [
    { kind: 'stopped_bot', bot: 'GPTBot', since: DAY, visits: 0, of_visits: 36 },
    'GPTBot has not come since 16 Nov 2026; about 36 visits would have been usual.',
  ],
  [
    { kind: 'spoofed_bot', bot: 'CCBot', visits: 35, of_visits: 70 },
    '35 of 70 visits in the name of CCBot in the last 7 days came from other addresses than its operator’s.',
  ],
  [
    { kind: 'automation', of_group: FLEET, since: DAY, visits: 6_020, of_visits: 9_000 },
    'One Chrome on 260 addresses, 6,020 visits on 16 Nov 2026: counted as automation.',
  ],
  [
    { kind: 'old_lists', since: DAY },
    'Lists of bots’ addresses are older than they prove anything, the oldest is of 16 Nov 2026: fewer spoofed bots are found.',
  ],
])('says %j in one sentence', (finding, sentence) => {
  expect(findingInWords({ ...NOTHING, ...finding })).toBe(sentence);
});

it('names the seven days of the past', () => {
  const finding = {
    ...NOTHING,
    kind: 'failing_page',
    page: '/old',
    visits: 1,
    of_visits: 1,
  } as const;
  expect(findingInWords(finding, '2026-11-16')).toBe(
    '/old answered 1 of 1 visit of AI bots with an error in the 7 days up to 16 Nov 2026.',
  );
});

import { groupInWords, groupSubject } from './groups.js';

const GROUP: Parameters<typeof groupInWords>[0] = {
  ...{ date: '2026-11-16', kind: 'fleet', text: '', merged: 1, browser: 'Chrome' },
  ...{ visits: 6_020, error_visits: 0, visitors: 1_260, agents_total: 40, agents: [] },
  ...{ networks: [{ network: '198.51.100.0/24', visits: 1 }], networks_total: 1 },
  ...{ pages: [{ path: '/login', visits: 1 }], pages_total: 1, status_codes: [], reasons: [] },
  ...{ first_seen: '2026-11-16T01:00:00.000Z', last_seen: '2026-11-16T02:00:00.000Z' },
};

it.each([
  ['fleet', 'One Chrome on 1,260 addresses: 6,020 visits, counted as automation.'],
  ['brute_force', '/login was attacked by 1,260 visitors: 6,020 visits, counted as automation.'],
  ['many_agents', '40 agents at one busy address: 6,020 visits, counted as automation.'],
  [
    'scanner',
    '1,260 visitors asked for what no website links, as scanners do: 6,020 visits, counted as automation.',
  ],
  [
    'crawler',
    'A crawler with 40 agents of browsers from 198.51.100.0/24: 6,020 visits, counted as automation.',
  ],
  [
    'old_browsers',
    '1,260 visitors with browsers far older than those of readers, or that never existed: 6,020 visits, counted as automation.',
  ],
  ['other', '1,260 visitors did what programs do: 6,020 visits, counted as automation.'],
  [
    'undecided',
    '1,260 visitors did nothing that tells people and programs apart: 6,020 visits, undecided.',
  ],
  ['people', '1,260 visitors did what readers do: 6,020 visits, counted as people.'],
] as const)('says one sentence of a group of the kind %s', (kind, sentence) => {
  expect(groupInWords({ ...GROUP, kind })).toBe(sentence);
});

it('says what is known where a browser, a network or a page is not', () => {
  const unknown = {
    merged: 1,
    visitors: 1,
    agents_total: 1,
    browser: null,
    network: null,
    page: null,
  };
  expect(groupSubject({ ...unknown, kind: 'fleet' })).toBe('One agent on 1 address');
  expect(groupSubject({ ...unknown, kind: 'crawler' })).toBe(
    'A crawler with the agent of a browser',
  );
  expect(groupSubject({ ...unknown, kind: 'brute_force' })).toBe(
    'A page was attacked by 1 visitor',
  );
  expect(groupSubject({ ...unknown, kind: 'fleet', merged: 7 })).toBe(
    '7 smaller fleets with 1 visitor',
  );
});

import { groupFigures, groupInWords, groupSubject } from './group-in-words.js';
import { GROUP_KIND_NAMES, type GroupKind } from './visitor-groups.js';

type Group = Parameters<typeof groupFigures>[0] & { visits: number };

const ONE: Omit<Group, 'kind'> = {
  ...{ merged: 1, visits: 1, visitors: 1, agents_total: 1 },
  agents: [{ user_agent: 'Mozilla/5.0 Chrome/103.0.0.0', visits: 1 }],
  networks: [{ network: '198.51.100.0/24', visits: 1 }],
  pages: [{ path: '/wp-login.php', visits: 1 }],
};
const MANY = { ...ONE, visits: 6_020, visitors: 1_260, agents_total: 40 };
const browserOf = (userAgent: string) => (userAgent.includes('Chrome/') ? 'Chrome' : null);
const words = (group: Group) => groupInWords(groupFigures(group, browserOf), group.visits);
const subject = (group: Group) => groupSubject(groupFigures(group, browserOf));

const OF_ONE: Record<GroupKind, string> = {
  fleet: 'One Chrome on 1 address: 1 visit, counted as automation.',
  brute_force: '/wp-login.php was attacked by 1 visitor: 1 visit, counted as automation.',
  many_agents: '1 agent at one busy address: 1 visit, counted as automation.',
  scanner:
    '1 visitor asked for what no website links, as scanners do: 1 visit, counted as automation.',
  crawler:
    'A crawler with the agent of Chrome from 198.51.100.0/24: 1 visit, counted as automation.',
  old_browsers:
    '1 visitor with a browser far older than those of readers, or that never existed: 1 visit, counted as automation.',
  other: '1 visitor did what programs do: 1 visit, counted as automation.',
  undecided: '1 visitor did nothing that tells people and programs apart: 1 visit, undecided.',
  people: '1 visitor did what readers do: 1 visit, counted as people.',
};

const OF_MANY: Record<GroupKind, string> = {
  fleet: 'One Chrome on 1,260 addresses: 6,020 visits, counted as automation.',
  brute_force: '/wp-login.php was attacked by 1,260 visitors: 6,020 visits, counted as automation.',
  many_agents: '40 agents at one busy address: 6,020 visits, counted as automation.',
  scanner:
    '1,260 visitors asked for what no website links, as scanners do: 6,020 visits, counted as automation.',
  crawler:
    'A crawler with 40 agents of browsers from 198.51.100.0/24: 6,020 visits, counted as automation.',
  old_browsers:
    '1,260 visitors with browsers far older than those of readers, or that never existed: 6,020 visits, counted as automation.',
  other: '1,260 visitors did what programs do: 6,020 visits, counted as automation.',
  undecided:
    '1,260 visitors did nothing that tells people and programs apart: 6,020 visits, undecided.',
  people: '1,260 visitors did what readers do: 6,020 visits, counted as people.',
};

it.each(GROUP_KIND_NAMES)('says one sentence of a group of the kind %s', (kind) => {
  expect(words({ kind, ...ONE })).toBe(OF_ONE[kind]);
  expect(words({ kind, ...MANY })).toBe(OF_MANY[kind]);
});

it.each([
  ['fleet', '7 smaller fleets with 1,260 visitors'],
  ['brute_force', '7 pages under smaller attacks with 1,260 visitors'],
  ['many_agents', '7 busy addresses of many agents with 1,260 visitors'],
  ['crawler', '7 smaller crawlers with 1,260 visitors'],
] as const)('says of several groups of the kind %s how many they are', (kind, who) => {
  expect(subject({ kind, ...MANY, merged: 7 })).toBe(who);
});

it('says what is known where a browser, a network or a page is not', () => {
  const agents = [{ user_agent: 'Mozilla/5.0 (X)', visits: 1 }];
  const unknown = { ...ONE, agents, networks: [], pages: [] };
  expect(subject({ kind: 'fleet', ...unknown })).toBe('One agent on 1 address');
  expect(subject({ kind: 'crawler', ...unknown, agents: [] })).toBe(
    'A crawler with the agent of a browser',
  );
  expect(subject({ kind: 'brute_force', ...unknown })).toBe('A page was attacked by 1 visitor');
});

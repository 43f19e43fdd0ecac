import { ruleFrom } from '../test/simulation.js';
import { decide, type Memory } from './decide.js';
import { type DisobedienceOfBot, NO_FACTS } from './facts.js';

const NOW = Date.parse('2026-11-20T15:10:00Z');
const open = (...causes: string[]): Memory => ({
  ...{ createdAt: 0, states: [] },
  open: causes.map((cause) => ({ cause, seenAt: NOW, goneSince: null })),
});
const bot = (
  name: string,
  category: string,
  today: number,
  yesterday = 0,
  unjudged = 0,
): DisobedienceOfBot => ({
  ...{ bot: name, category },
  today: { day: '2026-11-20', visits: today, unjudged, most: { path: '/a', rule: 'Disallow: /a' } },
  yesterday: { day: '2026-11-19', visits: yesterday, unjudged: 0 },
});
const BOTS = [
  bot('GPTBot', 'ai_training', 20),
  bot('ClaudeBot', 'ai_training', 19),
  bot('CCBot', 'ai_training', 3, 25),
  bot('Googlebot', 'search_engine', 500),
];
const decided = (rule: object, memory = open(), disobedience: typeof BOTS | undefined = BOTS) =>
  decide(
    ruleFrom({ kind: 'robots_disobeyed', ...rule }),
    { ...NO_FACTS, disobedience },
    memory,
    NOW,
  );
const opened = (rule: object) => decided(rule).open.map(({ subject }) => subject);

it('opens an event for each bot that is asked for and has as many visits on one of both days', () => {
  expect(opened({})).toEqual(['CCBot', 'GPTBot']);
  expect(opened({ least: 4 })).toEqual(['CCBot', 'GPTBot', 'ClaudeBot']);
  expect(opened({ bot: 'googlebot' })).toEqual(['Googlebot']);
  expect(opened({ category: 'search_engine', least: 501 })).toEqual([]);
  expect(decided({}).open.map(({ figures }) => figures)).toEqual([
    { visits: 25, day: '2026-11-19' },
    { visits: 20, day: '2026-11-20', path: '/a', rule: 'Disallow: /a' },
  ]);
});

it('lets an event go on while it is so, and while nobody knows', () => {
  const both = open('GPTBot', 'ClaudeBot');
  const gone = { cause: 'ClaudeBot', seenAt: NOW, goneSince: NOW };
  expect(decided({}, both)).toMatchObject({ open: [{ cause: 'CCBot' }], keep: [gone], close: [] });
  const nothing = { open: [], keep: [], close: [], states: [], forget: [] };
  const unknown = { ...NO_FACTS, disobedience: undefined };
  expect(decide(ruleFrom({ kind: 'robots_disobeyed' }), unknown, both, NOW)).toEqual(nothing);
});

it('says nothing about a bot of whose visits some were not judged, unless the others are enough', () => {
  const partly = [
    bot('GPTBot', 'ai_training', 20, 0, 1),
    bot('ClaudeBot', 'ai_training', 19, 0, 1),
  ];
  const both = open('GPTBot', 'ClaudeBot', 'CCBot');
  const gone = { cause: 'CCBot', seenAt: NOW, goneSince: NOW };
  expect(decided({}, both, partly)).toMatchObject({ open: [], keep: [gone], close: [] });
  expect(decided({}, open(), partly).open).toMatchObject([{ subject: 'GPTBot' }]);
});

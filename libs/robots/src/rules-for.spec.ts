import { readRobots } from './robots-text.js';
import { type Extent, extentOf, rulesFor } from './rules-for.js';

const TEXT = readRobots(`User-agent: *
Disallow: /all
User-agent: Googlebot
Disallow: /google
User-agent: b
Disallow: /b1
User-agent: c
User-agent: B
Disallow: /b2`);

it.each([
  [['Googlebot-Image', 'Googlebot'], false, 'by_name', ['/google']],
  [['B'], false, 'by_name', ['/b1', '/b2']],
  [['GPTBot'], false, 'as_any_bot', ['/all']],
  [[], false, 'as_any_bot', ['/all']],
  [['AdsBot-Google'], true, 'not', []],
])('chooses the rules for %j', (tokens, isOnlyNamed, addressed, patterns) => {
  const found = rulesFor(TEXT, { tokens, isOnlyNamed });
  const rules = found.groups.flatMap((group) => group.rules);
  expect([found.addressed, rules.map(({ pattern }) => pattern)]).toEqual([
    ...[addressed, patterns],
  ]);
});

it('finds no rules where none are', () => {
  expect(rulesFor(readRobots(''), { tokens: ['GPTBot'] })).toEqual({
    addressed: 'not',
    groups: [],
  });
});

it.each<[string, Extent]>([
  ['', 'everything'],
  ['Disallow:', 'everything'],
  ['Allow: /a', 'everything'],
  ['Disallow: /', 'nothing'],
  ['Disallow: /a\nDisallow: /*', 'nothing'],
  ['Disallow: *', 'nothing'],
  ['Disallow: /\nAllow:', 'nothing'],
  ['Disallow: /\nAllow: /a', 'part'],
  ['Disallow: /a', 'part'],
  ['Disallow: /$', 'part'],
])('tells how much %j allows', (rules, extent) => {
  expect(extentOf(readRobots(`User-agent: *\n${rules}`).groups)).toBe(extent);
});

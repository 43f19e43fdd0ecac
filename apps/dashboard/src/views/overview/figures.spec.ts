import type { Point } from '../../api/types.js';
import { figuresOf, otherBots, partOfHighest } from './figures.js';

const point = (human: number, bots: number, ai: number): Point => ({
  date: '2026-11-20',
  total_visits: human + bots,
  bot_visits: bots,
  human_visits: human,
  ai_bot_visits: ai,
  verified_visits: 0,
  spoofed_visits: 0,
  unverifiable_visits: 0,
});

it('adds up a series and compares it', () => {
  const now = [point(10, 5, 2), point(20, 5, 3)];
  expect(figuresOf(now, [point(40, 1, 0)], false)).toMatchObject([
    { title: 'People', now: 30, before: 40, values: [10, 20] },
    { title: 'Bots', now: 10, before: 1, values: [5, 5] },
    { title: 'AI bots', now: 5, before: 0, values: [2, 3] },
  ]);
  expect(figuresOf(now, undefined, true).map(({ title, before }) => [title, before])).toEqual([
    ['Bots', undefined],
    ['AI bots', undefined],
    ['Verified', undefined],
    ['Spoofed', undefined],
  ]);
  expect(now.map(otherBots)).toEqual([3, 2]);
});

it('measures bars by the highest row', () => {
  const part = partOfHighest([4, 2, 0], (count) => count);
  expect([4, 2, 0].map(part)).toEqual([1, 0.5, 0]);
  expect(partOfHighest([0], (count) => count)(0)).toBe(0);
});

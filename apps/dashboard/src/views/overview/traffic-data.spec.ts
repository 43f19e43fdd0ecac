import type { Point } from '../../api/types.js';
import { trafficData, trafficSentence } from './traffic-data.js';

const point = (date: string, human: number, bots: number, ai: number): Point => ({
  date,
  total_visits: human + bots,
  bot_visits: bots,
  human_visits: human,
  ai_bot_visits: ai,
  verified_visits: 0,
  spoofed_visits: 0,
  unverifiable_visits: 0,
  people_visits: 0,
  undecided_visits: 0,
  automation_visits: 0,
  not_judged_visits: human,
});
/** Versions of Node write the same dates with other commas and spaces. */
const plain = (text: string) => text.replace(/,/g, '').replace(/\s?–\s?/, '–');

const series = [point('2026-11-19', 10, 5, 2), point('2026-11-20', 20, 5, 5)];
const span = { start: '2026-11-19', end: '2026-11-20' };

it('shows people, AI bots and other bots, which add up to all visits', () => {
  const data = trafficData({ series }, 'day', undefined, undefined);
  expect(data.series.map(({ id, values }) => [id, values])).toEqual([
    ['people', [10, 20]],
    ['ai', [2, 5]],
    ['bots', [3, 0]],
  ]);
  expect(data.ghost).toBeUndefined();
  expect(plain(trafficSentence(data, span))).toBe(
    '40 visits in 19–20 Nov 2026: People 75% AI bots 18% Other bots 7.5%. Most came on Fri 20 Nov 2026.',
  );
});

it('shows those that are undecided or not judged as one', () => {
  const judged = { ...point('2026-11-19', 10, 5, 2), people_visits: 6, undecided_visits: 3 };
  const data = trafficData({ series: [judged] }, 'day', undefined, undefined);
  expect(data.series.map(({ name, values }) => [name, values])).toEqual([
    ['People', [6]],
    ['Undecided or not judged', [4]],
    ['AI bots', [2]],
    ['Other bots', [3]],
  ]);
});

it('shows only those who are counted, but never nothing at all', () => {
  const ids = (points: Point[]) =>
    trafficData({ series: points }, 'day', undefined, undefined).series.map(({ id }) => id);
  expect(ids([point('2026-11-19', 0, 5, 5)])).toEqual(['ai']);
  expect(ids([point('2026-11-19', 0, 0, 0)])).toEqual(['people', 'ai', 'bots']);
});

it('shows groups, and the rest without a colour of its own', () => {
  const groups = [
    { name: 'ai_search', visits: 7, series: [2, 5] },
    { name: null, visits: 3, series: [3, 0] },
  ];
  const data = trafficData({ series, groups }, 'day', 'category', series);
  expect(data.series).toMatchObject([
    { id: 'ai_search', name: 'AI search', tone: '1' },
    { id: '', name: 'Others', tone: 'rest' },
  ]);
  expect(data.ghost).toEqual([5, 5]);
  expect(trafficData({ series, groups }, 'day', 'status', series).ghost).toEqual([15, 25]);
});

it('says that nothing came', () => {
  const data = trafficData({ series: [point('2026-11-19', 0, 0, 0)] }, 'day', undefined, undefined);
  expect(plain(trafficSentence(data, span))).toBe('No visits in 19–20 Nov 2026.');
});

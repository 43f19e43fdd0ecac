import type { Point } from '../../api/types.js';
import { figuresOf } from './figures.js';

const point = (human: number, bots: number, ai: number): Point => ({
  date: '2026-11-20',
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

const NOW = {
  bucket: 'day',
  today: '2026-11-20',
  now: Date.parse('2026-11-20T19:15:00Z'),
} as const;

it('adds up a series, and compares what of it the API compares', () => {
  const series = [point(10, 5, 2), point(20, 5, 3)];
  const time = { unit: 'hours', until: '2026-11-20T19:00:00Z' } as const;
  const compared = { ...point(28, 9, 4), ...time };
  const previous = { ...point(40, 1, 0), period: { start: '', end: '' }, series: [] };
  const figures = figuresOf({ series, compared, previous }, false, NOW);
  expect(figures).toMatchObject([
    { title: 'People', now: 30, compared: { now: 28, before: 40 }, values: [10, 20] },
    { title: 'Bots', now: 10, compared: { now: 9, before: 1 }, values: [5, 5] },
    { title: 'AI bots', now: 5, compared: { now: 4, before: 0 }, values: [2, 3] },
  ]);
  expect(figures[0]?.compared?.time).toMatchObject(time);
  const ofBots = figuresOf({ series }, true, NOW);
  expect(ofBots.map((one) => [one.title, one.compared])).toEqual([
    ['Bots', undefined],
    ['AI bots', undefined],
    ['Verified', undefined],
    ['Spoofed', undefined],
  ]);
});

it('counts people where visitors are judged, and says how many are not clear', () => {
  const judged = { ...point(30, 20, 5), people_visits: 21, undecided_visits: 7 };
  const series = [{ ...judged, automation_visits: 12, not_judged_visits: 2 }];
  const time = { unit: 'period', until: '2026-11-21T00:00:00Z' } as const;
  const compared = { ...judged, ...time };
  const previous = { ...judged, people_visits: 14, period: { start: '', end: '' }, series: [] };
  const figures = figuresOf({ series, compared, previous }, false, NOW);
  expect(figures.slice(0, 2)).toMatchObject([
    {
      ...{ title: 'People', now: 21, detail: '+7 undecided, 2 not judged', explains: 'judged' },
      ...{ compared: { now: 21, before: 14 }, values: [21] },
    },
    { title: 'Bots', now: 20, detail: '12 of them undeclared automation', explains: 'bots' },
  ]);
});

it('compares people with no days on which nobody was judged', () => {
  const series = [{ ...point(30, 0, 0), people_visits: 21 }];
  const compared = { ...series[0]!, unit: 'period', until: '2026-11-21T00:00:00Z' } as const;
  const previous = { ...point(40, 0, 0), period: { start: '', end: '' }, series: [] };
  const [people, bots] = figuresOf({ series, compared, previous }, false, NOW);
  expect(people?.compared).toBeUndefined();
  expect(bots?.compared).toBeDefined();
});

it('shows all visits of browsers where nobody is judged, and says so', () => {
  const unknown = { people_visits: null, undecided_visits: null, automation_visits: null };
  const of = (one: Point) => figuresOf({ series: [one] }, false, NOW)[0];
  expect(of(point(30, 0, 0))).toMatchObject({ title: 'People', now: 30, explains: 'not judged' });
  expect(figuresOf({ series: [point(30, 9, 0)] }, false, NOW)[1]).toMatchObject({
    explains: 'bots',
  });
  const byHost = { ...point(30, 0, 0), ...unknown, not_judged_visits: null };
  expect(of(byHost)).toMatchObject({
    ...{ title: 'Visits of browsers', now: 30, detail: '', explains: 'not counted' },
  });
});

it('leaves a bucket that is not over out of the line', () => {
  const series = ['2026-11-18', '2026-11-19', '2026-11-20'].map((date, at) => ({
    ...point(10 + at, 0, 0),
    date,
  }));
  expect(figuresOf({ series }, false, NOW)[0]).toMatchObject({ now: 33, values: [10, 11] });
});

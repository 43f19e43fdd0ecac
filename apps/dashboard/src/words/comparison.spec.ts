import { comparisonInWords, sharesInWords } from './comparison.js';

const start = '2026-11-20';
const compared = (unit: 'period' | 'hours' | 'days', until: string, before = 200) =>
  comparisonInWords({ time: { unit, until }, now: 150, before }, start);

it('compares a period that is over with the days before', () => {
  const words = { change: '-25%', rest: 'from 200 before' };
  expect(compared('period', '2026-11-21T00:00:00Z')).toEqual(words);
});

it('says that only the same hours are compared, and until when', () => {
  expect(compared('hours', '2026-11-20T19:00:00Z')).toEqual({
    change: '-25%',
    rest: 'from 200 in the same hours before',
    title: '150 until Fri, 20 Nov 2026, 19:00, 200 before',
  });
});

it('says that today is left out where only days are counted', () => {
  expect(
    comparisonInWords(
      { time: { unit: 'days', until: '2026-11-20T00:00:00Z' }, now: 1, before: 2 },
      '2026-11-14',
    ).rest,
  ).toBe('from 2 before, today left out');
});

it('compares nothing while nothing is over, or nothing came before', () => {
  expect(compared('hours', '2026-11-20T00:00:00+09:00')).toEqual({ rest: 'too early to compare' });
  expect(compared('hours', '2026-11-20T19:00:00Z', 0)).toEqual({
    rest: 'none in the same hours before',
  });
  expect(compared('period', '2026-11-21T00:00:00Z', 0)).toEqual({
    rest: 'none in the days before',
  });
});

it('says in points how a part has changed', () => {
  const of = (now: number, before: number | undefined, until = '2026-11-21T00:00:00Z') =>
    sharesInWords({ time: { unit: 'period', until }, now, before }, start);
  expect(of(0.054, 0.031)).toEqual({ change: '+2.3 points', rest: 'from 3.1% before' });
  expect(of(0.02, 0.03)).toEqual({ change: '-1 point', rest: 'from 3% before' });
  expect(of(0.2, 0.2)).toEqual({ change: '±0 points', rest: 'from 20% before' });
  expect(of(0.2, undefined)).toEqual({ rest: 'none in the days before' });
  expect(of(0.2, 0.2, '2026-11-20T00:00:00Z')).toEqual({ rest: 'too early to compare' });
});

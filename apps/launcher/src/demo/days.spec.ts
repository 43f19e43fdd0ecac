import { dayOf, daysOf, intervalFor, momentOf, widen } from './days.js';

describe('momentOf', () => {
  it.each([
    ['2026-10-05T10:20:30.456Z', '2026-10-05T10:20:30.456Z'],
    ['2026-10-05 10:20', '2026-10-05T10:20:00.000Z'],
    ['2026-10-05t10:20:30,4569z', '2026-10-05T10:20:30.456Z'],
    ['2026-10-05T00:20:30+0545', '2026-10-04T18:35:30.000Z'],
    ['2026-10-05T00:20:30-03', '2026-10-05T03:20:30.000Z'],
    ['2026-10-05', '2026-10-05T00:00:00.000Z'],
    [Date.UTC(2026, 9, 5), '2026-10-05T00:00:00.000Z'],
  ])('reads %s', (timestamp, expected) => {
    expect(new Date(momentOf(timestamp) ?? NaN).toISOString()).toBe(expected);
  });

  it.each(['', 'yesterday', '2026-13-01', '1790000000000', null, {}])(
    'does not read %p',
    (text) => {
      expect(momentOf(text)).toBeUndefined();
    },
  );
});

describe('a span', () => {
  it('covers every moment seen, in whole UTC days', () => {
    const moments = ['2026-10-05T23:59:59Z', '2026-10-04T00:00:00Z', '2026-10-05T12:00:00Z'];
    const span = moments
      .map((text) => momentOf(text) ?? 0)
      .reduce<ReturnType<typeof widen> | undefined>(widen, undefined);
    expect(span && [dayOf(span.first), dayOf(span.last), daysOf(span)]).toEqual([
      '2026-10-04',
      '2026-10-05',
      2,
    ]);
  });

  it.each([
    [1, 'hour'],
    [2, 'hour'],
    [3, 'day'],
    [45, 'day'],
    [46, 'week'],
    [300, 'week'],
    [301, 'month'],
  ])('of %i days is shown by %s', (days, interval) => {
    expect(intervalFor(days)).toBe(interval);
  });
});

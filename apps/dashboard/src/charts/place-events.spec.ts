import { placeEvents } from './place-events.js';

const at = (times: string[]) => times.map((time) => ({ text: time, at: time }));

it('places what began in its day, as the days of the time zone are', () => {
  const chart = { dates: ['2026-11-19', '2026-11-20'], bucket: 'day' as const };
  const times = at(['2026-11-18T22:30:00Z', '2026-11-18T23:30:00Z', '2026-11-19T23:30:00Z']);
  const placed = (zone: string) => placeEvents(chart, times, zone).map(({ index }) => index);
  expect(placed('UTC')).toEqual([0]);
  expect(placed('Europe/Berlin')).toEqual([0, 1]);
});

it('places what began in its hour, also where hours of a zone begin elsewhere', () => {
  const chart = {
    dates: ['2026-11-20T08:00:00+05:30', '2026-11-20T09:00:00+05:30'],
    bucket: 'hour' as const,
  };
  const times = at(['2026-11-20T02:29:59Z', '2026-11-20T02:30:00Z', '2026-11-20T03:30:00Z']);
  expect(placeEvents(chart, times, 'Asia/Kolkata')).toEqual([
    { index: 0, text: '2026-11-20T02:30:00Z' },
    { index: 1, text: '2026-11-20T03:30:00Z' },
  ]);
});

it('places what began in the week or month that contains it', () => {
  const times = at(['2026-11-29T10:00:00Z']);
  const weeks = { dates: ['2026-11-16', '2026-11-23'], bucket: 'week' as const };
  const months = { dates: ['2026-10-01', '2026-11-01'], bucket: 'month' as const };
  expect([placeEvents(weeks, times, 'UTC'), placeEvents(months, times, 'UTC')]).toMatchObject([
    [{ index: 1 }],
    [{ index: 1 }],
  ]);
});

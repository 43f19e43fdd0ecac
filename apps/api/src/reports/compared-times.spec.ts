import { daysOfPeriod } from '@app/contracts';
import { midnightOf, startOfToday } from './calendar.js';
import { comparedTimes } from './compared-times.js';
import { Zone } from './zone.js';

const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const ofPeriod = (period: Parameters<typeof daysOfPeriod>[0], at: string, name?: string) => {
  const now = Date.parse(at);
  const zone = name === undefined ? undefined : new Zone(name);
  return { days: daysOfPeriod(period, zone?.today(now) ?? startOfToday(now)), zone, now };
};

it('compares the whole of a period that is over', () => {
  expect(comparedTimes(ofPeriod('yesterday', '2026-11-20T19:15:00Z'))).toEqual({
    unit: 'period',
    current: range('2026-11-19T00:00Z', '2026-11-20T00:00Z'),
    previous: range('2026-11-18T00:00Z', '2026-11-19T00:00Z'),
    previousDays: { start: midnightOf('2026-11-18'), end: midnightOf('2026-11-18') },
    until: '2026-11-20T00:00:00Z',
  });
});

it('compares the hours of today that are over with the same hours of yesterday', () => {
  expect(comparedTimes(ofPeriod('today', '2026-11-20T19:15:00Z'))).toMatchObject({
    unit: 'hours',
    current: range('2026-11-20T00:00Z', '2026-11-20T19:00Z'),
    previous: range('2026-11-19T00:00Z', '2026-11-19T19:00Z'),
    until: '2026-11-20T19:00:00Z',
  });
});

it('compares seven days until now with the seven days until the same hour before', () => {
  expect(comparedTimes(ofPeriod('last_7_days', '2026-11-20T19:15:00Z'))).toMatchObject({
    current: range('2026-11-14T00:00Z', '2026-11-20T19:00Z'),
    previous: range('2026-11-07T00:00Z', '2026-11-13T19:00Z'),
  });
});

it('compares the hours of a day of a time zone', () => {
  // In Tokyo it is 04:22 of the 21st.
  const compared = comparedTimes(ofPeriod('today', '2026-11-20T19:22:00Z', 'Asia/Tokyo'));
  expect(compared).toMatchObject({
    current: range('2026-11-20T15:00Z', '2026-11-20T19:00Z'),
    previous: range('2026-11-19T15:00Z', '2026-11-19T19:00Z'),
    until: '2026-11-21T04:00:00+09:00',
  });
});

it('takes no more hours than the day before has, where clocks change', () => {
  // The 29th of March 2026 has 23 hours in Berlin, and the day after has 24.
  const last = comparedTimes(ofPeriod('today', '2026-03-30T21:59:00Z', 'Europe/Berlin'));
  expect(last.current).toEqual(range('2026-03-29T22:00Z', '2026-03-30T21:00Z'));
  expect(last.previous).toEqual(range('2026-03-28T23:00Z', '2026-03-29T22:00Z'));
});

it('compares nothing before an hour is over, and of days that are to come', () => {
  const early = comparedTimes(ofPeriod('today', '2026-11-20T00:40:00Z'));
  expect(early.current).toEqual(range('2026-11-20T00:00Z', '2026-11-20T00:00Z'));
  expect(early.previous).toEqual(range('2026-11-19T00:00Z', '2026-11-19T00:00Z'));
  const days = { start: midnightOf('2026-12-01'), end: midnightOf('2026-12-02') };
  const toCome = comparedTimes({ days, zone: undefined, now: Date.parse('2026-11-20T12:00Z') });
  expect(toCome.current).toEqual(range('2026-12-01T00:00Z', '2026-12-01T00:00Z'));
  expect(toCome.until).toBe('2026-12-01T00:00:00Z');
});

it('leaves today out where visits are counted by day', () => {
  const compared = comparedTimes(ofPeriod('last_7_days', '2026-11-20T19:15:00Z'), 'days');
  expect(compared).toMatchObject({
    unit: 'days',
    current: range('2026-11-14T00:00Z', '2026-11-20T00:00Z'),
    previous: range('2026-11-07T00:00Z', '2026-11-13T00:00Z'),
    until: '2026-11-20T00:00:00Z',
  });
});

it('compares as many hours, whatever the period, the hour and the time zone', () => {
  for (const name of [undefined, 'Asia/Tokyo', 'America/Los_Angeles'])
    for (const period of ['today', 'last_7_days', 'last_30_days', 'this_month'] as const)
      for (let hour = 0; hour < 24; hour += 1) {
        const time = ofPeriod(
          period,
          new Date(Date.UTC(2026, 6, 20, hour, 30)).toISOString(),
          name,
        );
        const { current, previous, unit } = comparedTimes(time);
        expect(unit).toBe('hours');
        const lengths = [current, previous].map(({ from, to }) => to.getTime() - from.getTime());
        expect(lengths[0]).toBe(lengths[1]);
        expect(previous.to <= current.from).toBe(true);
        expect(current.to.getTime()).toBeLessThanOrEqual(time.now);
      }
});

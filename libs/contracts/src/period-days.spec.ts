import { daysOfPeriod } from './period-days.js';
import { PERIODS } from './traffic.js';

const DAY_MS = 86_400_000;

/** Every day of some years, which include leap years and turns of centuries. */
function* everyDay(): Generator<Date> {
  for (const year of [2000, 2023, 2024, 2026, 2100]) {
    for (let day = new Date(Date.UTC(year, 0, 1)); day.getUTCFullYear() === year;) {
      yield day;
      day = new Date(day.getTime() + DAY_MS);
    }
  }
}

it('every period has the right number of whole days, on every day of a year', () => {
  for (const today of everyDay()) {
    const length = (period: (typeof PERIODS)[number]) => {
      const { start, end } = daysOfPeriod(period, today);
      return (end.getTime() - start.getTime()) / DAY_MS + 1;
    };
    const lengths = PERIODS.map(length);
    const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0)).getUTCDate();
    expect(lengths).toEqual([1, 1, 7, 30, today.getUTCDate(), month]);
    expect(daysOfPeriod('this_month', today).start.getUTCDate()).toBe(1);
    expect(daysOfPeriod('last_month', today).start.getUTCDate()).toBe(1);
    expect(new Date(daysOfPeriod('last_month', today).end.getTime() + DAY_MS)).toEqual(
      daysOfPeriod('this_month', today).start,
    );
    for (const period of ['today', 'last_7_days', 'last_30_days', 'this_month'] as const)
      expect(daysOfPeriod(period, today).end).toEqual(today);
  }
});

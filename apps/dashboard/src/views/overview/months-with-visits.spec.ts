import { monthsWithVisits } from './months-with-visits.js';

const months = (...visits: number[]) =>
  visits.map((total_visits, index) => ({
    date: `2026-${`${index + 1}`.padStart(2, '0')}-01`,
    total_visits,
  }));

it('finds the last months in which somebody came', () => {
  expect(monthsWithVisits(months(0, 0))).toBeUndefined();
  expect(monthsWithVisits(months(0, 5, 0))).toEqual({ start: '2026-02-01', end: '2026-02-28' });
  expect(monthsWithVisits(months(1, 1, 1, 1))).toEqual({ start: '2026-02-01', end: '2026-04-30' });
  expect(monthsWithVisits(months(1, 0, 0, 1))).toEqual({ start: '2026-04-01', end: '2026-04-30' });
});

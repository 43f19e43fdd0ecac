import { daysAsked } from './days.js';

const NOW = Date.parse('2026-03-02T00:00:00Z');

it.each([
  [{}, ['2026-03-01']],
  [{ startDate: '2026-02-27' }, ['2026-02-27', '2026-02-28', '2026-03-01']],
  [{ startDate: '2026-02-28', endDate: '2026-02-28' }, ['2026-02-28']],
])('%j asks for %j', (asked, days) => {
  expect(daysAsked(asked, NOW)).toEqual(days);
});

it.each([
  [{ endDate: '2026-03-01' }, '--end-date needs a --start-date.'],
  [
    { startDate: '2026-03-01', endDate: '2026-02-28' },
    '--start-date must not be after --end-date.',
  ],
  [{ startDate: '2026-03-02' }, /^2026-03-02 is not over yet \(UTC\).*export up to 2026-03-01\.$/],
  [{ startDate: '2026-03-01', endDate: '2026-03-02' }, /^2026-03-02 is not over yet/],
])('%j is refused', (asked, message) => {
  expect(() => daysAsked(asked, NOW)).toThrow(message);
});

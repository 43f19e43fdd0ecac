import { Stretches } from './stretches.js';

const DAY = 86_400_000;
const QUICK = 5;
const days = (...visits: number[]) =>
  visits.map((count, day) => ({ start: day * DAY, visits: count }));

it('has as many visits as it shall, as far as days tell', () => {
  const stretches = new Stretches(days(24_000, 48_000), 2_000);
  expect(stretches.endOf(0, 9 * DAY)).toBe(DAY / 12);
  expect(stretches.endOf(DAY, 9 * DAY)).toBe(DAY + DAY / 24);
  expect(stretches.endOf(0, 1_000)).toBe(1_000);
});

it('passes over days without visits', () => {
  const [first, second] = days(10, 24_000);
  const later = { ...second, start: 400 * DAY } as { start: number; visits: number };
  const stretches = new Stretches([first as never, later], 2_000);
  expect(stretches.endOf(0, 900 * DAY)).toBeGreaterThan(400 * DAY);
  expect(stretches.endOf(401 * DAY, 900 * DAY)).toBe(900 * DAY);
});

it('becomes longer where few are found quickly, and shorter again where it takes long', () => {
  const stretches = new Stretches(days(2_400_000), 1_000);
  const length = () => stretches.endOf(0, DAY);
  const first = length();
  stretches.learn({ tookMs: QUICK, rows: 900 });
  expect(length()).toBe(first);
  stretches.learn({ tookMs: QUICK, rows: 0 });
  expect(length()).toBe(first * 4);
  stretches.learn({ tookMs: 200, rows: 0 });
  expect(length()).toBe(first * 4);
  stretches.learn({ tookMs: 2_000, rows: 0 });
  stretches.learn({ tookMs: 2_000, rows: 0 });
  expect(length()).toBe(first);
});

it('is cut to a burst of visits, and grows behind it', () => {
  const stretches = new Stretches(days(2_000), 2_000);
  stretches.learn({ tookMs: QUICK, rows: 2_000, cutAfterMs: 0 });
  expect(stretches.endOf(500, DAY)).toBe(501);
  stretches.learn({ tookMs: QUICK, rows: 0 });
  stretches.learn({ tookMs: QUICK, rows: 0 });
  expect(stretches.endOf(501, DAY)).toBe(517);
});

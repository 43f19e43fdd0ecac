import { HOUR_MS, type Hours, WEEK_MS } from './hours.js';
import { hourOfWeek, PAST_MS, usualOf } from './usual.js';

const UNTIL = Date.parse('2026-11-20T00:00:00Z');
/** An hour whose neighbours are of the same weeks as it is. */
const HOUR = hourOfWeek(UNTIL - WEEK_MS / 2);

/** The four weeks, by how many weeks ago an hour was: less than one, less than two … */
const weeks = (...visits: [number, number, number, number]): Hours => ({
  from: UNTIL - PAST_MS,
  visits: Array.from({ length: PAST_MS / HOUR_MS }, (_, hour) => {
    const agoMs = PAST_MS - hour * HOUR_MS;
    return visits[Math.ceil(agoMs / WEEK_MS) - 1] ?? 0;
  }),
});

describe('what is usual in an hour', () => {
  it('is the median of the four weeks, which one odd week does not change', () => {
    const hours = weeks(10, 10, 900, 10);
    expect(usualOf(hours, hours, UNTIL)?.expected[HOUR]).toBe(10);
  });

  it('may be no visit of a bot, while others come', () => {
    const usual = usualOf(weeks(0, 0, 0, 0), weeks(5, 5, 5, 5), UNTIL);
    expect(usual?.expected[HOUR]).toBe(0);
  });

  it('does not count weeks without any visit, because their logs may be missing', () => {
    const oneMissing = weeks(10, 0, 20, 30);
    expect(usualOf(oneMissing, oneMissing, UNTIL)?.expected[HOUR]).toBe(20);
    const twoMissing = weeks(10, 0, 0, 10);
    expect(usualOf(twoMissing, twoMissing, UNTIL)?.expected[HOUR]).toBeNaN();
  });
});

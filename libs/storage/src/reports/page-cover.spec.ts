import { coverPeriod, type MadeFrom, type PageDigest } from './page-cover.js';

const DAY = 86_400_000;
const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
const JUDGED = 3;
const made = (visits: number, judged = JUDGED): MadeFrom => ({ visits, judged });
/** Returns ten visits on each day from one date to another, both inclusive. */
function tenADay(first: string, last: string): Map<number, MadeFrom> {
  const days = new Map<number, MadeFrom>();
  for (let day = at(first); day <= at(last); day += DAY) days.set(day, made(10));
  return days;
}
const digest = (grain: PageDigest['grain'], date: string, visits: number): PageDigest => ({
  grain,
  bucket: at(date),
  visits,
  judged: (JUDGED * visits) / 10,
});
const yesterday = at('2026-11-19');
const autumn = { from: at('2026-09-01'), to: at('2026-11-21'), yesterday };
const chosen = (digests: PageDigest[]) =>
  digests.map(({ grain, bucket }) => `${grain} ${new Date(bucket).toISOString().slice(0, 10)}`);

describe('coverPeriod', () => {
  it('uses months before weeks before days, and no day twice', () => {
    const cover = coverPeriod(autumn, tenADay('2026-09-01', '2026-11-20'), [
      digest('day', '2026-11-16', 10),
      digest('day', '2026-09-03', 10),
      digest('week', '2026-10-26', 70), // the last of its days is in November
      digest('week', '2026-11-09', 70),
      digest('month', '2026-10-01', 310),
      digest('month', '2026-09-01', 300),
    ]);
    expect(chosen(cover.digests)).toEqual([
      'month 2026-10-01',
      'month 2026-09-01',
      'week 2026-11-09',
      'day 2026-11-16',
    ]);
    const day = (date: string) => at(date);
    expect(cover.days).toEqual([
      ...Array.from({ length: 8 }, (_, i) => day('2026-11-01') + i * DAY),
      day('2026-11-17'),
      day('2026-11-18'),
    ]);
    expect(cover.recentFrom).toBe(yesterday);
  });

  it('skips a digest when its bucket has got more visits, and uses the digests inside it', () => {
    const days = tenADay('2026-10-01', '2026-10-31');
    days.set(at('2026-10-30'), made(11));
    const cover = coverPeriod(autumn, days, [
      digest('month', '2026-10-01', 310),
      digest('week', '2026-10-19', 70),
      digest('day', '2026-10-30', 10),
    ]);
    expect(chosen(cover.digests)).toEqual(['week 2026-10-19']);
    expect(cover.days).toHaveLength(31 - 7);
    expect(cover.days).toContain(at('2026-10-30'));
  });

  it('skips a digest when a day of its bucket was judged by more', () => {
    const days = tenADay('2026-10-19', '2026-10-25');
    days.set(at('2026-10-20'), made(10, JUDGED + 1));
    const cover = coverPeriod(autumn, days, [digest('week', '2026-10-19', 70)]);
    expect(cover.digests).toEqual([]);
  });

  it('skips a bucket that reaches out of the period on either side', () => {
    const days = tenADay('2026-09-10', '2026-10-20');
    const clipped = { from: at('2026-09-10'), to: at('2026-10-21'), yesterday };
    const cover = coverPeriod(clipped, days, [
      digest('month', '2026-09-01', 210),
      digest('month', '2026-10-01', 200),
    ]);
    expect(cover.digests).toEqual([]);
    expect(cover.days).toEqual([...days.keys()]);
  });

  it('uses a bucket that has days without visits', () => {
    const days = new Map([[at('2026-10-07'), made(5, 1.5)]]);
    expect(chosen(coverPeriod(autumn, days, [digest('month', '2026-10-01', 5)]).digests)).toEqual([
      'month 2026-10-01',
    ]);
  });

  it('reads recent pages from the first day that no digest covers', () => {
    const days = tenADay('2026-11-17', '2026-11-20');
    const cover = coverPeriod(autumn, days, [digest('day', '2026-11-19', 10)]);
    expect(cover.days).toEqual([at('2026-11-17'), at('2026-11-18')]);
    expect(cover.recentFrom).toBe(at('2026-11-20'));
  });

  it('reads nothing when there were no visits', () => {
    expect(coverPeriod(autumn, new Map(), [digest('month', '2026-10-01', 0)])).toEqual({
      digests: [],
      days: [],
      recentFrom: autumn.to,
    });
  });
});

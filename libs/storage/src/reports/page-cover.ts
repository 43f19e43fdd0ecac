import type pg from 'pg';
import { type DayRange, dayBounds, timestamp } from './day-range.js';
import { type Cover, coverPeriod, type PageDigest } from './digest-cover.js';
import { statement } from '../database/statement.js';

/** `now` is the number of visits that a day has at present. */
type DigestRow = PageDigest | { grain: 'now'; bucket: number; visits: number };

/**
 * The parameters of the statements that read pages: grains, buckets, days, and the bounds of the
 * recent days.
 */
export type CoverValues = [string[], string[], string[], string, string];

const DAY_MS = 86_400_000;
const DIGESTS = statement('reports/find_page_digests');

/** Finds out what the reports of pages and bots must read. */
export class PageCover {
  constructor(private readonly pool: pg.Pool) {}

  /** Visits that come between this call and the reading may be counted or not, but never twice. */
  async find(websiteId: number, range: DayRange): Promise<CoverValues> {
    const values = [websiteId, ...dayBounds(range)];
    const { rows } = await this.pool.query<DigestRow>({
      name: 'find_page_digests',
      text: DIGESTS,
      values,
    });
    return coverValues(coverOf(range, rows), range);
  }
}

function coverOf(range: DayRange, rows: DigestRow[]): Cover {
  const digests = rows.filter((row): row is PageDigest => row.grain !== 'now');
  const days = rows.filter(({ grain }) => grain === 'now');
  return coverPeriod(
    { from: range.from.getTime(), to: range.to.getTime(), yesterday: yesterday() },
    new Map(days.map(({ bucket, visits }) => [bucket, visits])),
    digests,
  );
}

function coverValues({ digests, days, recentFrom }: Cover, { to }: DayRange): CoverValues {
  const texts = (values: number[]) => values.map((time) => timestamp(new Date(time)));
  return [
    digests.map(({ grain }) => grain),
    texts(digests.map(({ bucket }) => bucket)),
    texts(days),
    timestamp(new Date(recentFrom)),
    timestamp(to),
  ];
}

/**
 * Uses the real time, whatever "today" is in a report, because it depends on what the database
 * still keeps.
 */
function yesterday(): number {
  const now = Date.now();
  return now - (now % DAY_MS) - DAY_MS;
}

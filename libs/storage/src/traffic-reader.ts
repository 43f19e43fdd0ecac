import type { BotEntry, Interval, PageEntry, TrafficSummary } from '@app/contracts';
import type pg from 'pg';
import { type Cover, coverPeriod, type PageDigest } from './digest-cover.js';
import { statement } from './statement.js';

/** Whole UTC days: `from` inclusive, `to` exclusive, both midnights. */
export interface DayRange {
  from: Date;
  to: Date;
}

export type TrafficCounts = Omit<TrafficSummary, 'period'>;

/** Counts of one bucket; buckets without visits are not read. */
export interface BucketCounts {
  /** Start of the bucket, epoch seconds UTC. */
  bucket: number;
  total_visits: number;
  bot_visits: number;
  ai_bot_visits: number;
}

const DAY_MS = 86_400_000;
const SUMMARY = statement('traffic_summary');
const DIGESTS = statement('find_page_digests');
const ACCOUNT_VISITS = statement('count_account_visits');
const BOTS = statement('traffic_bots');
const PAGES = statement('traffic_pages');
const SERIES: Record<Interval, string> = {
  hour: statement('traffic_series_hour'),
  day: statement('traffic_series_day'),
  week: statement('traffic_series_week'),
  month: statement('traffic_series_month'),
};

/** The reports of a website, read from roll-ups only. */
export class TrafficReader {
  constructor(private readonly pool: pg.Pool) {}

  async summary(websiteId: number, range: DayRange): Promise<TrafficCounts> {
    const rows = await this.read<TrafficCounts>('summary', SUMMARY, [websiteId, ...bounds(range)]);
    return rows[0] as TrafficCounts;
  }

  /** Visits of all websites of an account. */
  async visitsOfAccount(accountId: number, range: DayRange): Promise<number> {
    const values = [accountId, ...bounds(range)];
    const rows = await this.read<{ visits: number }>('account', ACCOUNT_VISITS, values);
    return rows[0]?.visits ?? 0;
  }

  /** Every bot that came, most visits first. */
  async bots(websiteId: number, range: DayRange): Promise<BotEntry[]> {
    const cover = await this.cover(websiteId, range);
    const values = [websiteId, ...bounds(range), ...coverValues(cover, range)];
    return this.read('bots', BOTS, values);
  }

  /** The first `limit` pages, most bot visits first. */
  async pages(websiteId: number, range: DayRange, limit: number): Promise<PageEntry[]> {
    const cover = await this.cover(websiteId, range);
    return this.read('pages', PAGES, [websiteId, ...coverValues(cover, range), limit]);
  }

  /** Counts by hour or day. */
  series(websiteId: number, range: DayRange, interval: 'hour' | 'day'): Promise<BucketCounts[]> {
    return this.read(`series_${interval}`, SERIES[interval], [websiteId, ...bounds(range)]);
  }

  /** Counts by week or month: `whole` buckets from their roll-up, what is left of `range` from days. */
  clippedSeries(
    websiteId: number,
    range: DayRange,
    whole: DayRange,
    interval: 'week' | 'month',
  ): Promise<BucketCounts[]> {
    const [from, to] = bounds(range);
    const values = [websiteId, from, ...bounds(whole), to];
    return this.read(`series_${interval}`, SERIES[interval], values);
  }

  /** What reports of pages read. Visits that come between this and reading it may be in or not, never twice. */
  private async cover(websiteId: number, range: DayRange): Promise<Cover> {
    const rows = await this.read<DigestRow>('digests', DIGESTS, [websiteId, ...bounds(range)]);
    const digests = rows.filter((row): row is PageDigest => row.grain !== 'now');
    const days = rows.filter(({ grain }) => grain === 'now');
    return coverPeriod(
      { from: range.from.getTime(), to: range.to.getTime(), yesterday: yesterday() },
      new Map(days.map(({ bucket, visits }) => [bucket, visits])),
      digests,
    );
  }

  private async read<Row extends object>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name: `traffic_${name}`, text, values });
    return rows;
  }
}

/** `now`: visits of a day as they are. */
type DigestRow = PageDigest | { grain: 'now'; bucket: number; visits: number };

function coverValues({ digests, days, recentFrom }: Cover, { to }: DayRange): unknown[] {
  const texts = (values: number[]) => values.map((time) => timestamp(new Date(time)));
  return [
    digests.map(({ grain }) => grain),
    texts(digests.map(({ bucket }) => bucket)),
    texts(days),
    timestamp(new Date(recentFrom)),
    timestamp(to),
  ];
}

/** By the real time, whatever today is in a report: it is about what the database still keeps. */
function yesterday(): number {
  const now = Date.now();
  return now - (now % DAY_MS) - DAY_MS;
}

function bounds({ from, to }: DayRange): [string, string] {
  return [timestamp(from), timestamp(to)];
}

/** As text with an offset: a Date would be written in the process's own time zone. */
function timestamp(date: Date): string {
  // After 9999-12-31 a year has a sign and six digits in JavaScript, which PostgreSQL does not read.
  return date.toISOString().replace(/^\+0*/, '');
}

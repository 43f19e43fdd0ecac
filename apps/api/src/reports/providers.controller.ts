import { Controller, UseInterceptors } from '@nestjs/common';
import type { ProviderEntry, ProviderPoint } from '@app/contracts';
import {
  type CoverValues,
  type HourRange,
  HoursReader,
  ProviderReader,
  rowsInOrder,
  type RowsOrder,
  Sitemaps,
  TrafficReader,
} from '@app/storage';
import { answer } from '../http/answer.js';
import { ApiError } from '../http/api-error.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { askedDays } from './asked-days.js';
import { periodOf, rangeOf } from './calendar.js';
import type { ReportTime } from './compared-times.js';
import { countsOfDays } from './counts-of-days.js';
import { askedOrder, askedPlace } from './list-order.js';
import { type Actors, countsOf, coursesOf, operatorsOf, providerRows } from './providers.js';
import { type ProviderColumn, PROVIDERS_REPORT } from './providers-route.js';
import { ReportSlots } from './report-slots.js';
import { refuseTooManyPoints, utcBuckets } from './series.js';
import { knownTimes } from './summary.js';
import { refuseTooManyZonedPoints, refuseUnknownHours } from './zoned-reports.js';

const MOST_READS = { column: 'reads', reversed: false } as const;
const AI_BOTS = { visitors: 'ai_bots' } as const;
/** The most rows of an answer that has a course for each of them. */
const MOST_COURSES = 100;

const ORDER: RowsOrder<ProviderEntry, ProviderColumn> = {
  kindOf: (column) => (column === 'provider' ? 'text' : 'number'),
  valueOf: (row, column) => {
    const value = row[column];
    // Cursors have whole numbers.
    return column === 'reads_per_sent_visit' && value !== null ? Number(value) * 100 : value;
  },
  rankOf: ({ reads }) => reads,
  textOf: ({ provider }) => provider,
};

type AskedProviders = AskedOf<typeof PROVIDERS_REPORT>;
type Interval = NonNullable<AskedProviders['query']['interval']>;

/** Serves what the operators of AI bots read, and whom they sent. */
@Controller()
@UseInterceptors(ReportSlots)
export class ProvidersController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly reader: TrafficReader,
    private readonly hours: HoursReader,
    private readonly providerReader: ProviderReader,
    private readonly sitemaps: Sitemaps,
  ) {}

  @Serves(PROVIDERS_REPORT)
  async providers(@Asked() asked: AskedProviders) {
    const { query } = asked;
    refuseUnfit(query);
    const order = askedOrder(asked, 'reads') ?? { ...MOST_READS, ...askedPlace(asked) };
    refuseUncountedPages(order.column, query);
    const { days, zone } = askedDays({ ...asked, now: order.begun });
    const time = { days, zone, now: order.begun };
    if (query.interval)
      (zone ? refuseTooManyZonedPoints : refuseTooManyPoints)(days, query.interval);
    const { id } = await this.websites.find(asked.caller, asked.id);
    const cover = zone ? undefined : await this.reader.cover(id, rangeOf(days));
    const [sitemap, actors, pages] = await Promise.all([
      this.sitemaps.find(id),
      this.actorsOf(id, time, cover),
      cover && this.providerReader.pages(id, cover),
    ]);
    const isLogged =
      actors.referrals.length > 0 || (await this.reader.loggedReferers([id])).has(id);
    const operators = operatorsOf(actors);
    const rows = providerRows({ operators, isLogged, pages, hasSitemap: sitemap !== undefined });
    const part = rowsInOrder(rows, order, query.limit, ORDER);
    const courseOf = query.interval && (await this.courses(id, time, query.interval, isLogged));
    const comparison = query.compare && (await this.comparison(id, time, actors, isLogged));
    const range = zone ? zone.rangeOf(days) : rangeOf(days);
    return answer(asked, {
      providers: part.rows.map((row) => ({
        ...row,
        ...(courseOf && { series: courseOf(row.provider) }),
        ...comparison?.of(row.provider),
      })),
      ...(comparison && { compared: comparison.compared }),
      sitemap_pages: sitemap?.pages ?? null,
      referers_logged: isLogged,
      people_known_until: await this.reader.peopleKnownUntil([id], range),
      next_cursor: order.cursorOf(part),
    });
  }

  private countsOf({ zone }: Pick<ReportTime, 'zone'>) {
    return countsOfDays(this.reader, this.hours, zone);
  }

  /** Reads who came and who sent somebody on whole days. */
  private async actorsOf(
    id: number,
    { days, zone }: ReportTime,
    cover: CoverValues | undefined,
  ): Promise<Actors> {
    const bots = zone
      ? this.hours.bots(id, zone.rangeOf(days), AI_BOTS)
      : this.reader.bots(id, rangeOf(days), AI_BOTS, cover);
    const referrals = this.countsOf({ zone }).referrals(id, days);
    const [came, sent] = await Promise.all([bots, referrals]);
    return { bots: came, referrals: sent };
  }

  /** Reads the same of whole hours. */
  private async actorsOfHours(id: number, time: ReportTime, range: HourRange): Promise<Actors> {
    if (range.from >= range.to) return { bots: [], referrals: [] };
    const [bots, referrals] = await Promise.all([
      this.hours.bots(id, range, AI_BOTS),
      this.countsOf(time).referralsOfHours(id, range),
    ]);
    return { bots, referrals };
  }

  /** Reads what the counts of the period are compared with. */
  private async comparison(id: number, time: ReportTime, now: Actors, isLogged: boolean) {
    const times = await knownTimes(this.countsOf(time), time);
    const { unit, until, previousDays } = times;
    const [current, previous] = await Promise.all([
      unit === 'period' ? now : this.actorsOfHours(id, time, times.current),
      this.actorsOfHours(id, time, times.previous),
    ]);
    const [after, before] = [operatorsOf(current), operatorsOf(previous)];
    return {
      compared: { unit, until, period: periodOf(previousDays) },
      of: (provider: string) => ({
        compared: countsOf(after.get(provider), isLogged),
        previous: countsOf(before.get(provider), isLogged),
      }),
    };
  }

  /** Reads the course of every operator. */
  private async courses(
    id: number,
    { days, zone }: ReportTime,
    interval: Interval,
    isLogged: boolean,
  ): Promise<(provider: string) => ProviderPoint[]> {
    const range = zone ? zone.rangeOf(days) : rangeOf(days);
    if (zone) refuseUnknownHours(range.from, await this.hours.knownSince());
    const { starts, dates } = zone ? zone.bucketsOf(days, interval) : utcBuckets(range, interval);
    const question = { range, from: zone ? 'hour' : 'day', buckets: starts } as const;
    const [reads, sent] = await Promise.all([
      this.providerReader.reads(id, question),
      this.providerReader.sent(id, question),
    ]);
    return coursesOf({ reads, sent }, dates, isLogged);
  }
}

/** @throws ApiError VALIDATION_ERROR for parameters that do not go together */
function refuseUnfit({ interval, compare, format, limit }: AskedProviders['query']): void {
  if (interval === undefined) return;
  if (limit > MOST_COURSES)
    throw invalid(`limit must be at most ${MOST_COURSES} with interval; read more with cursor`);
  if (compare !== undefined && format === 'csv')
    throw invalid(
      'compare takes no interval with format csv, because each is a table of its own; leave one of them out',
    );
}

/** @throws ApiError VALIDATION_ERROR for an order by pages, where they are not counted */
function refuseUncountedPages(
  column: ProviderColumn,
  { timezone }: { timezone?: string | undefined },
): void {
  if (timezone === undefined) return;
  if (column !== 'pages_visited' && column !== 'sitemap_pages_read') return;
  throw invalid(`sort must be another column, because ${column} is not counted with timezone`);
}

const invalid = (message: string) => new ApiError('VALIDATION_ERROR', message);

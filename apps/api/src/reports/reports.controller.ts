import { Controller, UseInterceptors } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import { type BotLists, HoursReader, TrafficReader } from '@app/storage';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { readPage } from '../http/page.js';
import { Serves } from '../http/route.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { askedDays, type AskedReport } from './asked-days.js';
import { rangeOf } from './calendar.js';
import { type Breakdown, readGroupedSeries, requestedGroups } from './grouped-series.js';
import { refuseChosenBots, refusePagesInZone, refuseUncounted } from './list-filters.js';
import { askedOrder } from './list-order.js';
import * as routes from './routes.js';
import { readSeries, refusePageBy, refuseTooManyPoints, type SeriesOrder } from './series.js';
import { ReportSlots } from './report-slots.js';
import {
  type CountsOfDays,
  countsOfUtcDays,
  periodOf,
  readSummaries,
  readSummary,
} from './summary.js';
import type { Zone } from './zone.js';
import {
  countsOfZone,
  readZoned,
  refuseTooManyZonedPoints,
  refuseUnknownHours,
} from './zoned-reports.js';

/**
 * Serves the reports of a website. Parameters are checked first, then ownership, and then work
 * begins.
 */
@Controller()
@UseInterceptors(ReportSlots)
export class ReportsController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly reader: TrafficReader,
    private readonly hours: HoursReader,
  ) {}

  @Serves(routes.SUMMARY)
  async summary(@Asked() asked: AskedOf<typeof routes.SUMMARY>) {
    const { days, zone } = askedDays(asked);
    const website = await this.websites.find(asked.caller, asked.id);
    const counts = this.countsOf(zone);
    return answer(asked, await readSummary(counts, website.id, days, asked.query.compare));
  }

  @Serves(routes.ACCOUNT_SUMMARY)
  async accountSummary(@Asked() asked: AskedOf<typeof routes.ACCOUNT_SUMMARY>) {
    const { caller, query } = asked;
    const { days, zone } = askedDays(asked);
    const page = await readPage(query, (part) => this.websites.list(caller, part));
    const websites = await readSummaries(this.countsOf(zone), page.rows, days, query.compare);
    const { next_cursor } = page;
    return answer(asked, { period: periodOf(days), websites, next_cursor });
  }

  @Serves(routes.BOTS_REPORT)
  async bots(@Asked() asked: AskedOf<typeof routes.BOTS_REPORT>) {
    const { query, now } = asked;
    const order = askedOrder(asked, 'visits');
    if (order) refuseUncounted(order.column, query);
    refusePagesInZone(query);
    const { days, zone } = askedDays({ ...asked, now: order?.begun ?? now });
    const { id } = await this.websites.find(asked.caller, asked.id);
    const lists: BotLists = zone ? this.hours : this.reader;
    const range = zone ? zone.rangeOf(days) : rangeOf(days);
    const filter = { ...query, onlyNew: query.new === 'true' };
    if (!order) return answer(asked, { bots: await lists.bots(id, range, filter) });
    const part = await lists.botsInOrder(id, range, filter, order);
    return answer(asked, { bots: part.rows, next_cursor: order.cursorOf(part) });
  }

  @Serves(routes.PAGES_REPORT)
  async pages(@Asked() asked: AskedOf<typeof routes.PAGES_REPORT>) {
    const { query, now } = asked;
    refuseChosenBots(query);
    const order = askedOrder(asked, 'bot_visits');
    if (order) refuseUncounted(order.column, query);
    const [website, range] = await this.find({ ...asked, now: order?.begun ?? now });
    if (!order) return answer(asked, { pages: await this.reader.pages(website, range, query) });
    const part = await this.reader.pagesInOrder(website, range, query, order);
    return answer(asked, { pages: part.rows, next_cursor: order.cursorOf(part) });
  }

  @Serves(routes.SERIES_REPORT)
  async timeseries(@Asked() asked: AskedOf<typeof routes.SERIES_REPORT>) {
    const { caller, id, query } = asked;
    const { days, zone } = askedDays(asked);
    refusePageBy(query);
    const breakdown = requestedGroups(query);
    const { interval } = query;
    (zone ? refuseTooManyZonedPoints : refuseTooManyPoints)(days, interval);
    const website = await this.websites.find(caller, id);
    const series = zone
      ? await readZoned(this.hours, website.id, { zone, days, interval, filter: query, breakdown })
      : await this.readUtc(website.id, {
          range: rangeOf(days),
          interval,
          filter: query,
          breakdown,
        });
    return answer(asked, series);
  }

  @Serves(routes.SPOOFED_REPORT)
  async spoofed(@Asked() asked: AskedOf<typeof routes.SPOOFED_REPORT>) {
    const [website, range] = await this.find(asked);
    return answer(asked, { spoofed: await this.reader.spoofed(website, range, asked.query) });
  }

  @Serves(routes.REFERRALS_REPORT)
  async referrals(@Asked() asked: AskedOf<typeof routes.REFERRALS_REPORT>) {
    const { days, zone } = askedDays(asked);
    const website = await this.websites.find(asked.caller, asked.id);
    return answer(asked, { referrals: await this.countsOf(zone).referrals(website.id, days) });
  }

  @Serves(routes.CLIENTS_REPORT)
  async clients(@Asked() asked: AskedOf<typeof routes.CLIENTS_REPORT>) {
    const [website, range] = await this.find(asked);
    return answer(asked, await this.reader.clients(website, range));
  }

  private countsOf(zone: Zone | undefined): CountsOfDays {
    return zone ? countsOfZone(this.hours, zone) : countsOfUtcDays(this.reader);
  }

  private async readUtc(
    websiteId: number,
    { breakdown, ...order }: SeriesOrder & { breakdown: Breakdown | undefined },
  ) {
    if (!breakdown) return { series: await readSeries(this.reader, websiteId, order) };
    if (breakdown.by === 'status' && order.interval === 'hour')
      refuseUnknownHours(order.range.from, await this.hours.knownSince());
    return readGroupedSeries(this.reader, websiteId, { ...order, breakdown });
  }

  /** Finds the website and the days of the requested report. */
  private async find(asked: AskedReport & { caller: KeyHolder; id: string }) {
    const range = rangeOf(askedDays(asked).days);
    const website = await this.websites.find(asked.caller, asked.id);
    return [website.id, range] as const;
  }
}

import { Controller, UseInterceptors } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import { AUTOMATION_KINDS, groupFigures, groupInWords, type SeriesPoint } from '@app/contracts';
import {
  type BotLists,
  type DayRange,
  type DimensionFilter,
  DimensionReader,
  HoursReader,
  isLimited,
  PagesByPathReader,
  TrafficReader,
} from '@app/storage';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { askedDays, type AskedReport } from './asked-days.js';
import { type DaySpan, periodOf, rangeOf, spanBefore } from './calendar.js';
import { compareList } from './compared-lists.js';
import { comparedBots, comparedPages, comparedReferrals } from './compared-rows.js';
import { compareSeries, refuseComparedCsv, timesOfSeries } from './compared-series.js';
import { type CountsOfDays, countsOfDays } from './counts-of-days.js';
import {
  type Breakdown,
  type GroupedSeries,
  readGroupedSeries,
  requestedGroups,
} from './grouped-series.js';
import { dimensionOf, refuseUnknownDays } from './dimension-filter.js';
import {
  refuseChosenBots,
  refusePagesInZone,
  refuseUncounted,
  refuseVerifiedAutomation,
} from './list-filters.js';
import { askedOrder } from './list-order.js';
import { AUTOMATION_REPORT } from './automation-route.js';
import { browserOf } from './browser-of.js';
import { withProvider } from './providers.js';
import { CLIENTS_REPORT, REFERRALS_REPORT } from './people-routes.js';
import * as routes from './routes.js';
import { readSeries, refusePageBy, refuseTooManyPoints, type SeriesOrder } from './series.js';
import { ReportSlots } from './report-slots.js';
import { readSummary } from './summary.js';
import { refuseTooManyDays, visitorsReport } from './visitors.js';
import { VISITORS_REPORT } from './visitors-route.js';
import type { Zone } from './zone.js';
import { readZoned, refuseTooManyZonedPoints, refuseUnknownHours } from './zoned-reports.js';

/** A series of days, of UTC or of a time zone. */
type SeriesOfDays = Omit<SeriesOrder, 'range'> & {
  zone: Zone | undefined;
  days: DaySpan;
  breakdown: Breakdown | undefined;
};

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
    private readonly dimensions: DimensionReader,
    private readonly pagesByPath: PagesByPathReader,
  ) {}

  @Serves(routes.SUMMARY)
  async summary(@Asked() asked: AskedOf<typeof routes.SUMMARY>) {
    const time = { ...askedDays(asked), now: asked.now, compare: asked.query.compare };
    const filter = dimensionOf(asked.query, asked.caller);
    const website = await this.websites.find(asked.caller, asked.id);
    await this.refuseUnknown(filter, time);
    const counts = this.countsOf(time.zone, filter);
    return answer(asked, await readSummary(counts, website.id, time));
  }

  @Serves(routes.BOTS_REPORT)
  async bots(@Asked() asked: AskedOf<typeof routes.BOTS_REPORT>) {
    const { query, now } = asked;
    const order = askedOrder(asked, 'visits');
    if (order) refuseUncounted(order.column, query);
    refusePagesInZone(query);
    const dimension = dimensionOf(query, asked.caller);
    const { days, zone } = askedDays({ ...asked, now: order?.begun ?? now });
    const { id } = await this.websites.find(asked.caller, asked.id);
    await this.refuseUnknown(dimension, { days, zone, compare: query.compare });
    const lists: BotLists = zone ? this.hours : this.reader;
    const range = zone ? zone.rangeOf(days) : rangeOf(days);
    const filter = { ...query, ...dimension, onlyNew: query.new === 'true' };
    const part = order
      ? await lists.botsInOrder(id, range, filter, order)
      : { rows: await lists.botsWithIds(id, range, filter), next: null };
    const time = { days, zone, now: order?.begun ?? now };
    const how = query.compare && comparedBots(lists, id, { time, filter });
    const { rows, said } = await compareList(part.rows, how);
    const bots = rows.map(({ id: _id, ...bot }) => bot);
    return answer(asked, { bots, ...said, ...(order && { next_cursor: order.cursorOf(part) }) });
  }

  @Serves(routes.PAGES_REPORT)
  async pages(@Asked() asked: AskedOf<typeof routes.PAGES_REPORT>) {
    const { query, now } = asked;
    refuseChosenBots(query);
    const order = askedOrder(asked, 'bot_visits');
    if (order) refuseUncounted(order.column, query);
    const begun = order?.begun ?? now;
    const [website, range] = await this.find({ ...asked, now: begun });
    const part = order
      ? await this.reader.pagesInOrder(website, range, query, order)
      : { rows: await this.reader.pages(website, range, query), next: null };
    const time = { ...askedDays({ ...asked, now: begun }), now: begun };
    const how = query.compare && comparedPages(this.pagesByPath, website, { time, query }, part);
    const { rows: pages, said } = await compareList(part.rows, how);
    const known = await this.peopleKnown(website, range);
    const list = { pages, ...said, ...known };
    return answer(asked, order ? { ...list, next_cursor: order.cursorOf(part) } : list);
  }

  @Serves(routes.SERIES_REPORT)
  async timeseries(@Asked() asked: AskedOf<typeof routes.SERIES_REPORT>) {
    const { caller, id, query, now } = asked;
    const { days, zone } = askedDays(asked);
    refusePageBy(query);
    refuseComparedCsv(query);
    refuseVerifiedAutomation(query);
    const dimension = dimensionOf(query, asked.caller);
    const breakdown = requestedGroups(query);
    const { interval } = query;
    (zone ? refuseTooManyZonedPoints : refuseTooManyPoints)(days, interval);
    const website = await this.websites.find(caller, id);
    await this.refuseUnknown(dimension, { days, zone, compare: query.compare });
    const filter = { ...query, ...dimension };
    const order = { zone, interval, filter };
    const current = await this.readSeries(website.id, { ...order, days, breakdown });
    if (!query.compare) return answer(asked, { ...current });
    const times = timesOfSeries({ days, zone, now }, query);
    const before = { ...order, days: times.previousDays, breakdown: undefined };
    const previous = await this.readSeries(website.id, before);
    const two = { current: current.series, previous: previous.series };
    const sources = { reader: this.reader, hours: this.hours };
    const compared = await compareSeries(sources, website.id, { times, filter }, two);
    return answer(asked, { ...current, ...compared });
  }

  @Serves(routes.SPOOFED_REPORT)
  async spoofed(@Asked() asked: AskedOf<typeof routes.SPOOFED_REPORT>) {
    const [website, range] = await this.find(asked);
    return answer(asked, { spoofed: await this.reader.spoofed(website, range, asked.query) });
  }

  @Serves(REFERRALS_REPORT)
  async referrals(@Asked() asked: AskedOf<typeof REFERRALS_REPORT>) {
    const { days, zone } = askedDays(asked);
    const { id } = await this.websites.find(asked.caller, asked.id);
    const counts = this.countsOf(zone);
    const found = await counts.referrals(id, days);
    const referers_logged = found.length > 0 || (await counts.loggedReferers([id])).has(id);
    const known = await this.peopleKnown(id, zone ? zone.rangeOf(days) : rangeOf(days));
    const how =
      asked.query.compare && (await comparedReferrals(counts, id, { days, zone, now: asked.now }));
    const { rows, said } = await compareList(found, how);
    return answer(asked, {
      ...{ referrals: rows.map(withProvider), ...said, referers_logged },
      ...known,
    });
  }

  @Serves(VISITORS_REPORT)
  async visitors(@Asked() asked: AskedOf<typeof VISITORS_REPORT>) {
    const { days } = askedDays(asked);
    refuseTooManyDays(days);
    const [website, range] = await this.find(asked);
    const rows = await this.reader.visitors(website, range);
    return answer(asked, { period: periodOf(days), ...visitorsReport(rows, range) });
  }

  @Serves(CLIENTS_REPORT)
  async clients(@Asked() asked: AskedOf<typeof CLIENTS_REPORT>) {
    const [website, range] = await this.find(asked);
    const known = await this.peopleKnown(website, range);
    return answer(asked, { ...(await this.reader.clients(website, range)), ...known });
  }

  @Serves(AUTOMATION_REPORT)
  async automation(@Asked() asked: AskedOf<typeof AUTOMATION_REPORT>) {
    const [website, range] = await this.find(asked);
    const { kind, limit } = asked.query;
    const kinds = kind ? [kind] : AUTOMATION_KINDS;
    const groups = await this.reader.visitorGroups(website, range, { kinds, limit });
    return answer(asked, {
      groups: groups.map((group) => {
        const figures = groupFigures(group, browserOf);
        const text = groupInWords(figures, group.visits);
        return { ...group, text, browser: figures.browser };
      }),
    });
  }

  private async peopleKnown(websiteId: number, range: DayRange) {
    return { people_known_until: await this.reader.peopleKnownUntil([websiteId], range) };
  }

  private countsOf(zone: Zone | undefined, filter: DimensionFilter = {}): CountsOfDays {
    return countsOfDays(this.reader, this.hours, zone, filter);
  }

  /** @throws ApiError VALIDATION_ERROR for days from which no host and country is known */
  private async refuseUnknown(
    filter: DimensionFilter,
    { days, zone, compare }: { days: DaySpan; zone: Zone | undefined; compare?: unknown },
  ): Promise<void> {
    if (!isLimited(filter)) return;
    const first = compare ? spanBefore(days) : days;
    const { from } = zone ? zone.rangeOf(first) : rangeOf(first);
    refuseUnknownDays(from, await this.dimensions.knownSince());
  }

  private async readSeries(
    websiteId: number,
    { zone, days, ...order }: SeriesOfDays,
  ): Promise<{ series: SeriesPoint[] } | GroupedSeries> {
    return zone
      ? readZoned(this.hours, websiteId, { zone, days, ...order })
      : this.readUtc(websiteId, { ...order, range: rangeOf(days) });
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

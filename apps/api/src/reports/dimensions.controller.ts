import { Controller, UseInterceptors } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import { type DayRange, DimensionReader } from '@app/storage';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { askedDays, type AskedReport } from './asked-days.js';
import { rangeOf, spanBefore } from './calendar.js';
import { compareList } from './compared-lists.js';
import { comparedCountries, comparedHosts } from './compared-rows.js';
import type { ReportTime } from './compared-times.js';
import { refuseUnknownDays } from './dimension-filter.js';
import * as routes from './dimension-routes.js';
import { askedOrder, askedPlace } from './list-order.js';
import { WebsitesByName } from './name-hosts.js';
import { ReportSlots } from './report-slots.js';

const MOST_VISITS = { column: 'total_visits', reversed: false } as const;

/** Serves for which hosts and from which countries visits came. */
@Controller()
@UseInterceptors(ReportSlots)
export class DimensionsController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly reader: DimensionReader,
  ) {}

  @Serves(routes.HOSTS_REPORT)
  async hosts(@Asked() asked: AskedOf<typeof routes.HOSTS_REPORT>) {
    const { caller, query, now } = asked;
    const order = askedOrder(asked, 'total_visits');
    const time = timeOf(asked, order?.begun ?? now);
    const range = rangeOf(time.days);
    const { id } = await this.websites.find(caller, asked.id);
    await this.refuseUnknown(firstOf(time, query));
    const all = await this.websitesOf(caller);
    const which = { limit: query.limit, domains: query.unknown && all.domains };
    const part = await this.reader.hosts(id, range, which, order ?? MOST_VISITS);
    const how = query.compare && comparedHosts(this.reader, id, time, part.rows);
    const { rows, said } = await compareList(part.rows, how);
    const known = await this.peopleKnown([id], range);
    const hosts = { hosts: rows.map((row) => all.named(row)), ...said, ...known };
    return answer(asked, order ? { ...hosts, next_cursor: order.cursorOf(part) } : hosts);
  }

  @Serves(routes.ACCOUNT_HOSTS_REPORT)
  async accountHosts(@Asked() asked: AskedOf<typeof routes.ACCOUNT_HOSTS_REPORT>) {
    const { caller, query } = asked;
    const place = askedPlace({ ...asked, id: String(caller.accountId) });
    const range = rangeOf(askedDays({ ...asked, now: place.begun }).days);
    await this.refuseUnknown(range.from);
    const all = await this.websitesOf(caller);
    const which = { limit: query.limit, domains: query.unknown && all.domains };
    const part = await this.reader.hostsOf(all.ids, range, which, place.after);
    const hosts = part.rows.map((row) => ({
      ...all.named(row),
      counted_for: all.publicIdOf(row.websiteId) ?? '',
    }));
    const known = await this.peopleKnown(all.ids, range);
    return answer(asked, { hosts, next_cursor: place.cursorOf(part), ...known });
  }

  @Serves(routes.COUNTRIES_REPORT)
  async countries(@Asked() asked: AskedOf<typeof routes.COUNTRIES_REPORT>) {
    const { query, now } = asked;
    const order = askedOrder(asked, 'total_visits');
    const time = timeOf(asked, order?.begun ?? now);
    const range = rangeOf(time.days);
    const { id } = await this.websites.find(asked.caller, asked.id);
    await this.refuseUnknown(firstOf(time, query));
    const part = await this.reader.countries(id, range, query.limit, order ?? MOST_VISITS);
    const how = query.compare && comparedCountries(this.reader, id, time, part.rows);
    const { rows, said } = await compareList(part.rows, how);
    const countries = { countries: rows, ...said, ...(await this.peopleKnown([id], range)) };
    return answer(asked, order ? { ...countries, next_cursor: order.cursorOf(part) } : countries);
  }

  private async peopleKnown(websiteIds: readonly number[], range: DayRange) {
    return { people_known_until: await this.reader.peopleKnownUntil(websiteIds, range) };
  }

  /** @throws ApiError VALIDATION_ERROR */
  private async refuseUnknown(from: Date): Promise<void> {
    refuseUnknownDays(from, await this.reader.knownSince());
  }

  private async websitesOf(caller: KeyHolder): Promise<WebsitesByName> {
    return new WebsitesByName(await this.websites.list(caller));
  }
}

/** The time of a list, which its parts have from the first one. */
const timeOf = (asked: AskedReport, now: number): ReportTime => ({
  ...askedDays({ ...asked, now }),
  now,
});

/** Returns the first moment that a list tells of. */
const firstOf = ({ days }: ReportTime, { compare }: AskedReport['query']): Date =>
  rangeOf(compare ? spanBefore(days) : days).from;

import { Controller, Get, Inject } from '@nestjs/common';
import type { Clock } from '@app/access';
import { type DayRange, TrafficReader } from '@app/storage';
import { answerList, requestedFormat } from '../http/csv.js';
import type { Query } from '../http/query.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { Asked, type WebsiteRequest } from '../http/website-request.decorator.js';
import { CLOCK } from '../http/clock.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import {
  BOT_COLUMNS,
  CLIENT_COLUMNS,
  clientRows,
  PAGE_COLUMNS,
  REFERRAL_COLUMNS,
  SERIES_COLUMNS,
} from './columns.js';
import { botFilter, listFilter, pageFilter } from './filters.js';
import { requestedDays } from './period.js';
import { rangeOf, readSeries, requestedInterval } from './series.js';
import { readSummary, wantsPrevious } from './summary.js';

/** The reports of a website. Parameters are checked before ownership, and everything before any work. */
@Controller('api/v1/websites/:id')
export class ReportsController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly reader: TrafficReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('summary')
  @Access('api')
  async summary(@Asked() { caller, id, query }: WebsiteRequest) {
    const days = requestedDays(query, this.clock.now());
    const previous = wantsPrevious(query);
    const website = await this.websites.find(caller, id);
    return success(await readSummary(this.reader, website.id, days, previous));
  }

  @Get('bots')
  @Access('api')
  async bots(@Asked() { caller, id, query, reply }: WebsiteRequest) {
    const range = this.range(query);
    const [filter, format] = [listFilter(query), requestedFormat(query)];
    const website = await this.websites.find(caller, id);
    const bots = await this.reader.bots(website.id, range, filter);
    const table = { name: 'bots', columns: BOT_COLUMNS, rows: bots };
    return answerList(reply, format, { bots }, table);
  }

  @Get('pages')
  @Access('api')
  async pages(@Asked() { caller, id, query, reply }: WebsiteRequest) {
    const range = this.range(query);
    const [filter, format] = [pageFilter(query), requestedFormat(query)];
    const website = await this.websites.find(caller, id);
    const pages = await this.reader.pages(website.id, range, filter);
    const table = { name: 'pages', columns: PAGE_COLUMNS, rows: pages };
    return answerList(reply, format, { pages }, table);
  }

  @Get('timeseries')
  @Access('api')
  async timeseries(@Asked() { caller, id, query, reply }: WebsiteRequest) {
    const days = requestedDays(query, this.clock.now());
    const interval = requestedInterval(query, days);
    const [filter, format] = [botFilter(query), requestedFormat(query)];
    const website = await this.websites.find(caller, id);
    const order = { range: rangeOf(days), interval, filter };
    const series = await readSeries(this.reader, website.id, order);
    const table = { name: 'timeseries', columns: SERIES_COLUMNS, rows: series };
    return answerList(reply, format, { series }, table);
  }

  @Get('referrals')
  @Access('api')
  async referrals(@Asked() { caller, id, query, reply }: WebsiteRequest) {
    const range = this.range(query);
    const format = requestedFormat(query);
    const website = await this.websites.find(caller, id);
    const referrals = await this.reader.referrals(website.id, range);
    const table = { name: 'referrals', columns: REFERRAL_COLUMNS, rows: referrals };
    return answerList(reply, format, { referrals }, table);
  }

  @Get('clients')
  @Access('api')
  async clients(@Asked() { caller, id, query, reply }: WebsiteRequest) {
    const range = this.range(query);
    const format = requestedFormat(query);
    const website = await this.websites.find(caller, id);
    const clients = await this.reader.clients(website.id, range);
    const table = { name: 'clients', columns: CLIENT_COLUMNS, rows: clientRows(clients) };
    return answerList(reply, format, clients, table);
  }

  private range(query: Query): DayRange {
    return rangeOf(requestedDays(query, this.clock.now()));
  }
}

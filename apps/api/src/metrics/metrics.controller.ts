import { Controller, Get, Inject, Param, Query as QueryParameters, Res } from '@nestjs/common';
import type { Clock, KeyHolder } from '@app/access';
import { type DayRange, TrafficReader } from '@app/storage';
import type { FastifyReply } from 'fastify';
import { Caller } from '../http/caller.decorator.js';
import type { Query } from '../http/query.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { CLOCK } from '../tokens.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { BOT_COLUMNS, CLIENT_COLUMNS, clientRows, csv, PAGE_COLUMNS } from './csv.js';
import { REFERRAL_COLUMNS, SERIES_COLUMNS } from './csv.js';
import { botFilter, listFilter, pageFilter, requestedFormat } from './filters.js';
import { requestedDays } from './period.js';
import { rangeOf, readSeries, requestedInterval } from './series.js';
import { readSummary, wantsPrevious } from './summary.js';

/** The reports of a website. Parameters are checked before ownership, and everything before any work. */
@Controller('api/v1/websites/:id')
export class MetricsController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly reader: TrafficReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('summary')
  @Access('api')
  async summary(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @QueryParameters() query: Query,
  ) {
    const days = requestedDays(query, this.clock.now());
    const previous = wantsPrevious(query);
    const website = await this.websites.find(caller, id);
    return success(await readSummary(this.reader, website.id, days, previous));
  }

  @Get('bots')
  @Access('api')
  async bots(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @QueryParameters() query: Query,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const range = this.range(query);
    const [filter, format] = [listFilter(query), requestedFormat(query)];
    const website = await this.websites.find(caller, id);
    const bots = await this.reader.bots(website.id, range, filter);
    return format === 'csv' ? csv(reply, 'bots', BOT_COLUMNS, bots) : success({ bots });
  }

  @Get('pages')
  @Access('api')
  async pages(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @QueryParameters() query: Query,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const range = this.range(query);
    const [filter, format] = [pageFilter(query), requestedFormat(query)];
    const website = await this.websites.find(caller, id);
    const pages = await this.reader.pages(website.id, range, filter);
    return format === 'csv' ? csv(reply, 'pages', PAGE_COLUMNS, pages) : success({ pages });
  }

  @Get('timeseries')
  @Access('api')
  async timeseries(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @QueryParameters() query: Query,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const days = requestedDays(query, this.clock.now());
    const interval = requestedInterval(query, days);
    const [filter, format] = [botFilter(query), requestedFormat(query)];
    const website = await this.websites.find(caller, id);
    const order = { range: rangeOf(days), interval, filter };
    const series = await readSeries(this.reader, website.id, order);
    return format === 'csv'
      ? csv(reply, 'timeseries', SERIES_COLUMNS, series)
      : success({ series });
  }

  @Get('referrals')
  @Access('api')
  async referrals(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @QueryParameters() query: Query,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const range = this.range(query);
    const format = requestedFormat(query);
    const website = await this.websites.find(caller, id);
    const referrals = await this.reader.referrals(website.id, range);
    return format === 'csv'
      ? csv(reply, 'referrals', REFERRAL_COLUMNS, referrals)
      : success({ referrals });
  }

  @Get('clients')
  @Access('api')
  async clients(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @QueryParameters() query: Query,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const range = this.range(query);
    const format = requestedFormat(query);
    const website = await this.websites.find(caller, id);
    const clients = await this.reader.clients(website.id, range);
    return format === 'csv'
      ? csv(reply, 'clients', CLIENT_COLUMNS, clientRows(clients))
      : success(clients);
  }

  private range(query: Query): DayRange {
    return rangeOf(requestedDays(query, this.clock.now()));
  }
}

import { Controller, Get, Inject, Param, Query as QueryParameters } from '@nestjs/common';
import type { Clock, KeyHolder } from '@app/access';
import { TrafficReader } from '@app/storage';
import { Caller } from '../http/caller.decorator.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { CLOCK } from '../tokens.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { formatDate } from './calendar.js';
import { requestedDays } from './period.js';
import { integer, type Query } from './query.js';
import { rangeOf, readSeries, requestedInterval } from './series.js';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1_000;

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
    const website = await this.websites.find(caller, id);
    const counts = await this.reader.summary(website.id, rangeOf(days));
    const period = { start: formatDate(days.start), end: formatDate(days.end) };
    return success({ ...counts, period });
  }

  @Get('bots')
  @Access('api')
  async bots(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @QueryParameters() query: Query,
  ) {
    const days = requestedDays(query, this.clock.now());
    const website = await this.websites.find(caller, id);
    return success({ bots: await this.reader.bots(website.id, rangeOf(days)) });
  }

  @Get('pages')
  @Access('api')
  async pages(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @QueryParameters() query: Query,
  ) {
    const days = requestedDays(query, this.clock.now());
    const limit = integer(query, 'limit', 1, MAX_LIMIT) ?? DEFAULT_LIMIT;
    const website = await this.websites.find(caller, id);
    return success({ pages: await this.reader.pages(website.id, rangeOf(days), limit) });
  }

  @Get('timeseries')
  @Access('api')
  async timeseries(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @QueryParameters() query: Query,
  ) {
    const days = requestedDays(query, this.clock.now());
    const interval = requestedInterval(query, days);
    const website = await this.websites.find(caller, id);
    return success({ series: await readSeries(this.reader, website.id, rangeOf(days), interval) });
  }
}

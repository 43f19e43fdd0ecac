import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Patch,
  Post,
  Query as QueryParameters,
  Res,
} from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import { type Website, websiteInputSchema } from '@app/contracts';
import type { WebsiteRow } from '@app/storage';
import type { FastifyReply } from 'fastify';
import { answerPage, asksForPage, readPage } from '../http/page.js';
import { parseBody } from '../http/parse-body.js';
import { Caller } from '../http/caller.decorator.js';
import { answerList, type Columns, requestedFormat, type Table } from '../http/csv.js';
import type { Query } from '../http/query.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { OwnedWebsites } from './owned-websites.js';

const COLUMNS: Columns<Website> = ['id', 'domain', 'tracking_id', 'created_at'];

@Controller('api/v1/websites')
export class WebsitesController {
  constructor(private readonly websites: OwnedWebsites) {}

  /** All of them in the shape that old clients know, unless a page is asked for. */
  @Get()
  @Access('api')
  async list(
    @Caller() caller: KeyHolder,
    @QueryParameters() query: Query,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const format = requestedFormat(query);
    if (!asksForPage(query)) {
      const websites = (await this.websites.list(caller)).map(toWebsite);
      return answerList(reply, format, { websites }, tableOf(websites));
    }
    const { rows, next_cursor } = await readPage(query, (page) => this.websites.list(caller, page));
    const websites = rows.map(toWebsite);
    return answerPage({ reply, format, query }, { websites, next_cursor }, tableOf(websites));
  }

  @Post()
  @Access('api')
  async create(@Caller() caller: KeyHolder, @Body() body: Buffer | undefined) {
    const { domain } = parseBody(websiteInputSchema, body);
    return success(toWebsite(await this.websites.create(caller, domain)));
  }

  @Get(':id')
  @Access('api')
  async show(@Caller() caller: KeyHolder, @Param('id') id: string) {
    return success(toWebsite(await this.websites.find(caller, id)));
  }

  @Patch(':id')
  @Access('api')
  async update(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @Body() body: Buffer | undefined,
  ) {
    const { domain } = parseBody(websiteInputSchema, body);
    return success(toWebsite(await this.websites.rename(caller, id, domain)));
  }

  @Delete(':id')
  @Access('api')
  async delete(@Caller() caller: KeyHolder, @Param('id') id: string) {
    await this.websites.delete(caller, id);
    return success({ id, deleted: true });
  }
}

function toWebsite(row: WebsiteRow): Website {
  return {
    id: row.public_id,
    domain: row.domain,
    tracking_id: row.tracking_id,
    created_at: row.created_at.toISOString(),
  };
}

const tableOf = (rows: Website[]): Table<Website> => ({ name: 'websites', columns: COLUMNS, rows });

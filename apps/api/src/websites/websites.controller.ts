import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Patch,
  Post,
  Query as QueryParameters,
} from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import { type Website, websiteInputSchema } from '@app/contracts';
import type { WebsiteRow } from '@app/storage';
import { asksForPage, readPage } from '../account/page.js';
import { parseBody } from '../account/parse-body.js';
import { Caller } from '../http/caller.decorator.js';
import type { Query } from '../http/query.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { OwnedWebsites } from './owned-websites.js';

@Controller('api/v1/websites')
export class WebsitesController {
  constructor(private readonly websites: OwnedWebsites) {}

  /** All of them in the shape that old clients know, unless a page is asked for. */
  @Get()
  @Access('api')
  async list(@Caller() caller: KeyHolder, @QueryParameters() query: Query) {
    if (!asksForPage(query)) {
      return success({ websites: (await this.websites.list(caller)).map(toWebsite) });
    }
    const page = await readPage(query, (wanted) => this.websites.list(caller, wanted));
    return success({ websites: page.rows.map(toWebsite), next_cursor: page.next_cursor });
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

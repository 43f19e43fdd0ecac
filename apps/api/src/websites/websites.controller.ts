import { Controller, Get } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import type { Website } from '@app/contracts';
import type { WebsiteRow } from '@app/storage';
import { Caller } from '../http/caller.decorator.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { OwnedWebsites } from './owned-websites.js';

@Controller('api/v1/websites')
export class WebsitesController {
  constructor(private readonly websites: OwnedWebsites) {}

  @Get()
  @Access('api')
  async list(@Caller() caller: KeyHolder) {
    const rows = await this.websites.list(caller);
    return success({ websites: rows.map(toWebsite) });
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

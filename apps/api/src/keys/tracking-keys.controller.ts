import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import { trackingKeyInputSchema } from '@app/contracts';
import { parseOptionalBody } from '../http/parse-body.js';
import { Caller } from '../http/caller.decorator.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { Asked, type WebsiteRequest } from '../http/website-request.decorator.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { AccountKeys } from './account-keys.js';
import { answerKeys } from './answer-keys.js';
import { createdKeyDocument } from './created-key-document.js';

/** The Bot Tracking Keys of a website. */
@Controller('api/v1/websites/:id/keys')
export class TrackingKeysController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly keys: AccountKeys,
  ) {}

  @Get()
  @Access('api')
  async list(@Asked() { caller, id, query, reply }: WebsiteRequest) {
    return answerKeys(reply, query, async (page) =>
      this.keys.list(caller, page, await this.websites.find(caller, id)),
    );
  }

  @Post()
  @Access('api')
  async create(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @Body() body: Buffer | undefined,
  ) {
    const input = parseOptionalBody(trackingKeyInputSchema, body);
    const website = await this.websites.find(caller, id);
    return success(createdKeyDocument(await this.keys.createTrackingKey(website, input)));
  }
}

import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Post,
  Query as QueryParameters,
} from '@nestjs/common';
import { type KeyHolder, keyDocument } from '@app/access';
import { apiKeyInputSchema, rotationInputSchema } from '@app/contracts';
import { readPage } from '../account/page.js';
import { parseBody, parseOptionalBody } from '../account/parse-body.js';
import { Caller } from '../http/caller.decorator.js';
import type { Query } from '../http/query.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { AccountKeys } from './account-keys.js';
import { createdKeyDocument } from './created-key-document.js';

/** API Keys; rotating and revoking also Bot Tracking Keys. */
@Controller('api/v1/keys')
export class KeysController {
  constructor(private readonly keys: AccountKeys) {}

  @Get()
  @Access('api')
  async list(@Caller() caller: KeyHolder, @QueryParameters() query: Query) {
    const { rows, next_cursor } = await readPage(query, (page) => this.keys.list(caller, page));
    return success({ keys: rows.map(keyDocument), next_cursor });
  }

  @Post()
  @Access('api')
  async create(@Caller() caller: KeyHolder, @Body() body: Buffer | undefined) {
    const input = parseBody(apiKeyInputSchema, body);
    return success(createdKeyDocument(await this.keys.createApiKey(caller, input)));
  }

  @Post(':id/rotate')
  @Access('api')
  async rotate(
    @Caller() caller: KeyHolder,
    @Param('id') id: string,
    @Body() body: Buffer | undefined,
  ) {
    const { overlap_seconds } = parseOptionalBody(rotationInputSchema, body);
    return success(createdKeyDocument(await this.keys.rotate(caller, id, overlap_seconds)));
  }

  @Delete(':id')
  @Access('api')
  async revoke(@Caller() caller: KeyHolder, @Param('id') id: string) {
    return success(keyDocument(await this.keys.revoke(caller, id)));
  }
}

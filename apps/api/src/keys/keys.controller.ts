import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Post,
  Query as QueryParameters,
  Res,
} from '@nestjs/common';
import { type KeyHolder, keyDocument } from '@app/access';
import { apiKeyInputSchema, rotationInputSchema } from '@app/contracts';
import type { FastifyReply } from 'fastify';
import { parseBody, parseOptionalBody } from '../http/parse-body.js';
import { Caller } from '../http/caller.decorator.js';
import type { Query } from '../http/query.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { AccountKeys } from './account-keys.js';
import { answerKeys } from './answer-keys.js';
import { createdKeyDocument } from './created-key-document.js';

/** API Keys; rotating and revoking also Bot Tracking Keys. */
@Controller('api/v1/keys')
export class KeysController {
  constructor(private readonly keys: AccountKeys) {}

  @Get()
  @Access('api')
  async list(
    @Caller() caller: KeyHolder,
    @QueryParameters() query: Query,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return answerKeys(reply, query, (page) => this.keys.list(caller, page));
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

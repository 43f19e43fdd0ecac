import { Controller, Get, Query as QueryParameters, Res } from '@nestjs/common';
import type { KnownBot } from '@app/contracts';
import { BotDirectory } from '@app/storage';
import type { FastifyReply } from 'fastify';
import { answerList, type Columns, requestedFormat } from '../http/csv.js';
import type { Query } from '../http/query.js';
import { Access } from '../http/route-access.js';

const COLUMNS: Columns<KnownBot> = ['name', 'provider', 'category', 'documentation'];

/** The bots that visits are classified as, the same for every account. */
@Controller('api/v1/bots')
export class BotsController {
  constructor(private readonly bots: BotDirectory) {}

  @Get()
  @Access('api')
  async list(@QueryParameters() query: Query, @Res({ passthrough: true }) reply: FastifyReply) {
    const format = requestedFormat(query);
    const bots = await this.bots.list();
    return answerList(reply, format, { bots }, { name: 'bots', columns: COLUMNS, rows: bots });
  }
}

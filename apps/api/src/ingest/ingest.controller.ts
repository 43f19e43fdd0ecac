import { Body, Controller, Headers, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import type { FastifyRequest } from 'fastify';
import { Caller } from '../http/caller.decorator.js';
import { Access } from '../http/route-access.js';
import { ACCEPT_LOGS, type AcceptLogs } from './accept-logs.js';
import { readCustom } from './read-custom.js';

@Controller('api/v1/logs')
export class IngestController {
  constructor(@Inject(ACCEPT_LOGS) private readonly acceptLogs: AcceptLogs) {}

  @Post('custom')
  @HttpCode(200)
  @Access('bot')
  async custom(
    @Req() request: FastifyRequest,
    @Caller() caller: KeyHolder,
    @Body() body: Buffer | undefined,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
  ) {
    const release = request.bodyTicket?.keep();
    try {
      const processed = await this.acceptLogs({
        requestId: request.id,
        caller,
        body,
        read: readCustom,
        idempotencyKey,
      });
      return { success: true, processed, message: 'Logs received' };
    } finally {
      release?.();
    }
  }
}

import { Controller, Get } from '@nestjs/common';
import { BotDirectory } from '@app/storage';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';

/** The bots that visits are classified as, the same for every account. */
@Controller('api/v1/bots')
export class BotsController {
  constructor(private readonly bots: BotDirectory) {}

  @Get()
  @Access('api')
  async list() {
    return success({ bots: await this.bots.list() });
  }
}

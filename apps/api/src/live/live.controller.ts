import { Controller, UseInterceptors } from '@nestjs/common';
import { LIVE_SHOWN } from '@app/contracts';
import { LiveReader } from '@app/storage';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import { ReportSlots } from '../reports/report-slots.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { liveOf, timeOfLive } from './live.js';
import { LIVE, MOST_LIVE_VISITS } from './routes.js';

/** Tells what comes to a website right now. */
@Controller()
@UseInterceptors(ReportSlots)
export class LiveController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly reader: LiveReader,
  ) {}

  @Serves(LIVE)
  async live(@Asked() asked: AskedOf<typeof LIVE>) {
    const { id } = await this.websites.find(asked.caller, asked.id);
    const question = { ...timeOfLive(asked.now), most: MOST_LIVE_VISITS, shown: LIVE_SHOWN };
    return answer(asked, liveOf(asked.now, await this.reader.live(id, question)));
  }
}

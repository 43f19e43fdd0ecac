import { Controller, UseInterceptors } from '@nestjs/common';
import { FeedHealth } from '@app/storage';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import { ReportSlots } from '../reports/report-slots.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { reportOf, since } from './report.js';
import { FEEDS_REPORT } from './routes.js';

/** Shows whether logs arrive on the feeds of a website. */
@Controller()
@UseInterceptors(ReportSlots)
export class FeedHealthController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly health: FeedHealth,
  ) {}

  @Serves(FEEDS_REPORT)
  async feeds(@Asked() asked: AskedOf<typeof FEEDS_REPORT>) {
    const website = await this.websites.find(asked.caller, asked.id);
    const rows = await this.health.find(website.id, since(asked.now));
    return answer(asked, { feeds: rows.map(reportOf) });
  }
}

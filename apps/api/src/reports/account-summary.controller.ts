import { Controller, UseInterceptors } from '@nestjs/common';
import type { WebsiteStanding } from '@app/contracts';
import { Alerts, FeedHealth, HoursReader, TrafficReader } from '@app/storage';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { readPage } from '../http/page.js';
import { Serves } from '../http/route.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { askedDays } from './asked-days.js';
import { periodOf } from './calendar.js';
import { countsOfDays } from './counts-of-days.js';
import { ReportSlots } from './report-slots.js';
import { ACCOUNT_SUMMARY } from './routes.js';
import { readSummaries } from './summary.js';

/** Serves the counts of all websites of an account, and how each of them stands now. */
@Controller()
@UseInterceptors(ReportSlots)
export class AccountSummaryController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly reader: TrafficReader,
    private readonly hours: HoursReader,
    private readonly alerts: Alerts,
    private readonly feeds: FeedHealth,
  ) {}

  @Serves(ACCOUNT_SUMMARY)
  async accountSummary(@Asked() asked: AskedOf<typeof ACCOUNT_SUMMARY>) {
    const { caller, query } = asked;
    const time = { ...askedDays(asked), now: asked.now, compare: query.compare };
    const { rows, next_cursor } = await readPage(query, (part) => this.websites.list(caller, part));
    const counts = countsOfDays(this.reader, this.hours, time.zone);
    const summaries = await readSummaries(counts, rows, time);
    const standing = await this.standingOf(rows.map(({ id }) => id));
    const websites = summaries.map((summary, at) => ({
      ...summary,
      ...standing((rows[at] as { id: number }).id),
    }));
    return answer(asked, { period: periodOf(time.days), websites, next_cursor });
  }

  /** Reads how some websites stand, with one statement for each thing. */
  private async standingOf(ids: readonly number[]): Promise<(id: number) => WebsiteStanding> {
    const [open, last] = await Promise.all([
      this.alerts.openEvents(ids),
      this.feeds.lastDeliveries(ids),
    ]);
    return (id) => ({
      open_events: open.get(id) ?? 0,
      last_delivery: last.get(id)?.toISOString() ?? null,
    });
  }
}

import { Controller, UseInterceptors } from '@nestjs/common';
import { type Facts, findingsOf, inWords } from '@app/findings';
import { FeedHealth, FindingsReader, TrafficReader } from '@app/storage';
import { reportOf, since } from '../feed-health/report.js';
import { FreshnessOfReports } from '../freshness/freshness.js';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import { ReportSlots } from '../reports/report-slots.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { groupFacts, LOOKED_AT } from './group-facts.js';
import { endOf, lookedAt, MOST_PAGES, pastDay } from './looked-at.js';
import { FINDINGS } from './routes.js';

type ServiceFacts = Pick<Facts, 'feeds' | 'lists'>;
const NO_SERVICE: ServiceFacts = { feeds: [], lists: { old_lists: [] } };

/** Tells what is worth a look on a website. */
@Controller()
@UseInterceptors(ReportSlots)
export class FindingsController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly reader: FindingsReader,
    private readonly traffic: TrafficReader,
    private readonly health: FeedHealth,
    private readonly freshness: FreshnessOfReports,
  ) {}

  @Serves(FINDINGS)
  async findings(@Asked() asked: AskedOf<typeof FINDINGS>) {
    const website = await this.websites.find(asked.caller, asked.id);
    const past = pastDay(asked.query.until, asked.now);
    const now = past === undefined ? asked.now : endOf(past);
    const [visits, service] = await Promise.all([
      this.visitFacts(website.id, now),
      past === undefined ? this.serviceFacts(website.id, now) : NO_SERVICE,
    ]);
    return answer(asked, {
      findings: findingsOf({ ...visits, ...service }, now).map((finding) => ({
        ...finding,
        text: inWords(finding, past),
      })),
    });
  }

  private async visitFacts(websiteId: number, now: number) {
    const { weeks, recent } = lookedAt(now);
    const [bots, pages, groups] = await Promise.all([
      this.reader.daysOfBots(websiteId, weeks),
      this.reader.failingPages(websiteId, recent, MOST_PAGES),
      this.traffic.visitorGroups(websiteId, recent, LOOKED_AT),
    ]);
    return { bots, pages, groups: groupFacts(groups, bots) };
  }

  /** What is known of today only. */
  private async serviceFacts(websiteId: number, now: number): Promise<ServiceFacts> {
    const [feeds, { address_lists: lists }] = await Promise.all([
      this.health.find(websiteId, since(now)),
      this.freshness.read(),
    ]);
    return { feeds: feeds.map(reportOf), lists };
  }
}

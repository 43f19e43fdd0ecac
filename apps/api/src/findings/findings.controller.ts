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
import { lookedAt, MOST_PAGES } from './looked-at.js';
import { FINDINGS } from './routes.js';

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
    const findings = findingsOf(await this.factsOf(website.id, asked.now), asked.now);
    return answer(asked, {
      findings: findings.map((finding) => ({ ...finding, text: inWords(finding) })),
    });
  }

  private async factsOf(websiteId: number, now: number): Promise<Facts> {
    const { weeks, recent } = lookedAt(now);
    const [bots, pages, groups, feeds, { address_lists }] = await Promise.all([
      this.reader.daysOfBots(websiteId, weeks),
      this.reader.failingPages(websiteId, recent, MOST_PAGES),
      this.traffic.visitorGroups(websiteId, recent, LOOKED_AT),
      this.health.find(websiteId, since(now)),
      this.freshness.read(),
    ]);
    const feedFacts = feeds.map(reportOf);
    return {
      ...{ bots, pages, feeds: feedFacts, groups: groupFacts(groups, bots) },
      lists: address_lists,
    };
  }
}

import type { Clock } from '@app/access';
import {
  isAiCategory,
  type RobotsInput,
  type RobotsReport,
  type RobotsState,
} from '@app/contracts';
import { type Bound, readingRobots, readObedience, type Slices, textsOfDays } from '@app/robots';
import {
  type BotFilter,
  fetchDocument,
  robotsState,
  robotsTextDocument,
  type RobotsReader,
  type RobotsTexts,
  type TrafficReader,
  type WebsiteFetches,
  type WebsiteRow,
} from '@app/storage';
import { type DaySpan, periodOf, rangeOf } from '../reports/calendar.js';
import { botDocument, type VisitsByName } from './bot-document.js';

const ROBOTS = '/robots.txt';
const LLMS = '/llms.txt';
const DAY_MS = 86_400_000;
/**
 * How much work a report may take. 50 patterns with wildcards and 80,000 pages of 50 octets take a
 * quarter of it for each set of rules.
 */
const BOUND: Bound = { octets: 2 ** 30, ms: 3_000 };

export interface RobotsDependencies {
  texts: RobotsTexts;
  fetches: WebsiteFetches;
  reader: RobotsReader;
  traffic: TrafficReader;
  /** What runs all work on texts of robots.txt in this process. */
  slices: Slices;
  clock: Clock;
}

/** What websites tell bots by their robots.txt, and who keeps to it. */
export class WebsiteRobots {
  constructor(private readonly dependencies: RobotsDependencies) {}

  /**
   * Returns what is known of the robots.txt of a website, and one text of it.
   *
   * @param from the first day of that text; by default the newest one is shown
   */
  async state(website: WebsiteRow, from?: string): Promise<RobotsState> {
    const state = await robotsState(this.dependencies, website, from);
    const { text } = state;
    if (text === null) return { ...state, left_out: null };
    const { slices } = this.dependencies;
    const read = await slices.run(website.account_id, readingRobots(text), () => undefined);
    return { ...state, left_out: read.leftOut };
  }

  /** Gives or removes a text, and switches the fetch on or off. `gone`: the website was deleted. */
  async set(
    { id }: WebsiteRow,
    { text, from, fetch }: RobotsInput,
  ): Promise<'done' | 'no_such_text' | 'gone'> {
    const { texts, fetches, clock } = this.dependencies;
    if (text === null && !(await texts.remove(id, from ?? ''))) return 'no_such_text';
    if (typeof text === 'string') {
      const now = new Date(clock.now());
      if (!(await texts.keep(id, { content: text, source: 'given', from, now }))) return 'gone';
    }
    if (fetch === false) await fetches.switchOff(id, 'robots');
    if (fetch === true && !(await fetches.switchOn(id, 'robots', null))) return 'gone';
    return 'done';
  }

  /** Tells how bots kept to the texts of some days. */
  async report(
    { id, account_id: accountId, domain }: WebsiteRow,
    span: DaySpan,
    { limit, ...filter }: BotFilter & { limit?: number | undefined },
  ): Promise<RobotsReport> {
    const { texts, fetches, reader, slices } = this.dependencies;
    const days = rangeOf(span);
    const { start, end } = periodOf(span);
    const [inForce, fetch, asked] = await Promise.all([
      texts.inForce(id, start, end),
      fetches.find(id, 'robots'),
      this.askedFor(id, span),
    ]);
    const ofDays = textsOfDays(inForce, days);
    const { bots, limits } = await readObedience({
      ...{ days, texts: ofDays, bound: BOUND },
      contentOf: async (from) => (await texts.find(id, from))?.content,
      reader: await reader.visitsOf(id, days, filter),
      run: (work, spend) => slices.run(accountId, work, spend),
    });
    return {
      domain,
      period: { start, end },
      texts: inForce.map(robotsTextDocument),
      days_without_text:
        lengthOf(days) - ofDays.reduce((sum, text) => sum + lengthOf(text.days), 0),
      fetch: fetchDocument(fetch),
      llms_txt: asked.llmsTxt,
      limits_reached: limits,
      bots: bots.slice(0, limit).map((bot) => botDocument(bot, asked)),
    };
  }

  /** Reads who asked for the files that are meant for bots. */
  private async askedFor(websiteId: number, span: DaySpan) {
    const { traffic } = this.dependencies;
    const days = rangeOf(span);
    const [robots, llms, [page]] = await Promise.all([
      traffic.bots(websiteId, days, { exact_path: ROBOTS }),
      traffic.bots(websiteId, days, { exact_path: LLMS }),
      traffic.pages(websiteId, days, { exact_path: LLMS, limit: 1 }),
    ]);
    const byName = (bots: typeof robots): VisitsByName =>
      new Map(bots.map(({ name, visits }) => [name, visits]));
    const visitsOf = (bots: typeof robots) => bots.reduce((sum, { visits }) => sum + visits, 0);
    return {
      robots: byName(robots),
      llms: byName(llms),
      llmsTxt: {
        bot_visits: visitsOf(llms),
        ai_bot_visits: visitsOf(llms.filter(({ category }) => isAiCategory(category))),
        human_visits: page?.human_visits ?? 0,
      },
    };
  }
}

const lengthOf = ({ from, to }: { from: Date; to: Date }): number =>
  Math.round((to.getTime() - from.getTime()) / DAY_MS);

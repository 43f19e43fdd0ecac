import {
  type Classifier,
  createClassifier,
  judgeRequest,
  type RegisteredBot,
} from '@app/classification';
import {
  isAiCategory,
  type SentLogEntry,
  sanitisePath,
  sanitiseUserAgent,
  signatureAgentHost,
} from '@app/contracts';
import type { Report } from '@app/report-text';
import type { AddressLists } from '@app/verification';
import { BotTally } from './bot-tally.js';
import { VerificationTally } from './verification-tally.js';

const REMEMBERED_AGENTS = 50_000;
/**
 * Visits to further paths count in every total, but not in pages. This bounds the memory of a dry
 * run.
 */
const MOST_PATHS = 50_000;
const TOP_PAGES = 10;

interface PageCount {
  id: number;
  bots: number;
  people: number;
  errors: number;
}

export interface TallySettings {
  lists: AddressLists;
  /** The rows that name bots; by default those of the release. */
  registry?: readonly RegisteredBot[] | undefined;
  /** Whether visits are also judged by what they ask for. */
  judgesRequests: boolean;
}

/** Counts entries as the service would. */
export class Tally {
  private readonly classifier: Classifier;
  private readonly pages = new Map<string, PageCount>();
  private readonly bots: BotTally;
  private readonly verification: VerificationTally;
  private readonly judgesRequests: boolean;
  private first = Infinity;
  private last = -Infinity;
  private people = 0;
  private botVisits = 0;
  private aiBotVisits = 0;

  constructor({ lists, registry, judgesRequests }: TallySettings) {
    this.classifier = createClassifier({ cacheSize: REMEMBERED_AGENTS, registry });
    this.judgesRequests = judgesRequests;
    this.verification = new VerificationTally(lists);
    this.bots = new BotTally(this.verification);
  }

  add(entry: SentLogEntry): void {
    const time = Number(entry.timestamp);
    this.first = Math.min(this.first, time);
    this.last = Math.max(this.last, time);
    const path = sanitisePath(entry.path);
    const byAgents = this.classifier.classify(
      sanitiseUserAgent(entry.user_agent ?? ''),
      signatureAgentHost(entry.signature_agent ?? ''),
    );
    const verdict = this.judgesRequests
      ? judgeRequest(byAgents, path, entry.status_code)
      : byAgents;
    const page = this.pageOf(path);
    if (page && entry.status_code >= 400) page.errors++;
    if (verdict.kind === 'human') {
      this.people++;
      if (page) page.people++;
      return;
    }
    this.botVisits++;
    if (page) page.bots++;
    const bot = this.bots.add(verdict, page?.id);
    if (isAiCategory(bot.category)) this.aiBotVisits++;
    this.verification.add({ bot, ip: entry.ip, time, page: page?.id });
  }

  /** Returns undefined when nothing was counted. */
  totals(): Report | undefined {
    const visits = this.people + this.botVisits;
    if (visits === 0) return undefined;
    return {
      summary: {
        total_visits: visits,
        bot_visits: this.botVisits,
        human_visits: this.people,
        ai_bot_visits: this.aiBotVisits,
        ...this.verification.counts(),
        period: { start: dayOf(this.first), end: dayOf(this.last) },
      },
      bots: this.bots.entries(),
      spoofed: this.verification.spoofedEntries(),
      pages: this.pageEntries(),
    };
  }

  private pageOf(path: string): PageCount | undefined {
    const known = this.pages.get(path);
    if (known || this.pages.size >= MOST_PATHS) return known;
    const page = { id: this.pages.size, bots: 0, people: 0, errors: 0 };
    this.pages.set(path, page);
    return page;
  }

  private pageEntries(): Report['pages'] {
    return [...this.pages]
      .sort(
        ([a, left], [b, right]) =>
          right.bots - left.bots || right.people - left.people || compare(a, b),
      )
      .slice(0, TOP_PAGES)
      .map(([path, { bots, people, errors }]) => ({
        path,
        bot_visits: bots,
        human_visits: people,
        error_visits: errors,
      }));
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

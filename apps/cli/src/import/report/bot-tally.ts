import {
  type BotIdentity,
  DECLARED_BOT_REPORTED_FROM,
  FIRST_DECLARED_BOT,
  isAiCategory,
  NEW_DECLARED_BOTS_PER_HOUR,
  type Verdict,
  verificationWord,
} from '@app/contracts';
import type { Report } from '@app/report-text';
import type { VerificationTally } from './verification-tally.js';

type BotVerdict = Exclude<Verdict, { kind: 'human' }>;

interface BotCount {
  bot: BotIdentity;
  /** The bot that it is reported as when it came too rarely under its declared name. */
  otherwise: BotIdentity;
  visits: number;
  pages: Set<number>;
}

/** Visits of an AI bot count as such, however few they are. */
const isRare = ({ id, category }: BotIdentity, visits: number): boolean =>
  id >= FIRST_DECLARED_BOT && visits < DECLARED_BOT_REPORTED_FROM && !isAiCategory(category);

/** Counts visits by bot, as the service would. */
export class BotTally {
  /** As many as an account of the service takes in an hour. */
  private readonly declared = new Map<string, BotIdentity>();
  private readonly bots = new Map<number, BotCount>();

  constructor(private readonly verification: VerificationTally) {}

  /** Counts a visit and returns its bot. `page` is undefined beyond the bound on distinct paths. */
  add(verdict: BotVerdict, page: number | undefined): BotIdentity {
    const bot = this.botOf(verdict);
    const counted = this.bots.get(bot.id) ?? newCount(bot, verdict.bot);
    this.bots.set(bot.id, counted);
    counted.visits++;
    if (page !== undefined) counted.pages.add(page);
    return bot;
  }

  /** Returns the bots, most visits first. */
  entries(): Report['bots'] {
    const reported = new Map<number, BotCount & { ids: number[] }>();
    for (const { bot, otherwise, visits, pages } of this.bots.values()) {
      const as = isRare(bot, visits) ? otherwise : bot;
      const row = reported.get(as.id) ?? { ...newCount(as, as), ids: [] };
      reported.set(as.id, row);
      row.visits += visits;
      row.ids.push(bot.id);
      for (const page of pages) row.pages.add(page);
    }
    return [...reported.values()]
      .map(({ bot: { id, name, provider, category }, visits, pages, ids }) => {
        const counts = this.verification.counts(...ids);
        return {
          ...{ name, provider, visits, pages_visited: pages.size, category, ...counts },
          verification: verificationWord(counts),
          declared: id >= FIRST_DECLARED_BOT,
        };
      })
      .sort((a, b) => b.visits - a.visits || (a.name < b.name ? -1 : 1));
  }

  private botOf({ bot, declared }: BotVerdict): BotIdentity {
    const known = declared && this.declared.get(declared.key);
    if (!declared || known || this.declared.size >= NEW_DECLARED_BOTS_PER_HOUR) return known ?? bot;
    const id = FIRST_DECLARED_BOT + this.declared.size;
    const { key, name, provider, category } = declared;
    const added = { id, slug: key, name, provider, category };
    this.declared.set(key, added);
    return added;
  }
}

const newCount = (bot: BotIdentity, otherwise: BotIdentity): BotCount => ({
  ...{ bot, otherwise, visits: 0, pages: new Set() },
});

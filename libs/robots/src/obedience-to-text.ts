import { judgePages } from './judge-pages.js';
import { withAgentTokens } from './product-tokens.js';
import { readRobots } from './robots-text.js';
import { type RuleSet, RuleSets } from './rule-sets.js';
import type {
  BotOnDays,
  Days,
  PagesQuestion,
  VisitsOfBots,
  VisitsToPages,
} from './visits-of-bots.js';

/** A text, and the days of the period on which it was in force. */
export interface TextOfDays {
  /** The first day on which it was in force, `YYYY-MM-DD`. */
  valid_from: string;
  content: string;
  days: Days;
}

/** A visit to a page that a text forbade. */
export interface Disobedience {
  path: string;
  visits: number;
  /** The rule, as it is written, and its line in the text. */
  rule: string;
  line: number;
  /** The first day of that text. */
  text_from: string;
}

/** The most pages that are judged for one text. */
const MOST_PAGES = 200_000;
/** How visits of a bot kept to a text. */
export type Counts = Omit<VisitsToPages, 'bot' | 'paged_visits' | 'samples'> & {
  allowed_visits: number;
  samples: Disobedience[];
};

export const NONE: Counts = {
  allowed_visits: 0,
  disallowed_visits: 0,
  disallowed_verified_visits: 0,
  disallowed_spoofed_visits: 0,
  disallowed_unverifiable_visits: 0,
  not_judged_visits: 0,
  samples: [],
};
const NO_PAGES = { paged_visits: 0, ...NONE };

/** Reads how bots kept to one text. */
export async function readText(
  reader: VisitsOfBots,
  text: TextOfDays,
  most: number,
): Promise<[BotOnDays, Counts][]> {
  const sets = new RuleSets(readRobots(text.content));
  const bots = (await reader.bots(text.days)).map((bot) => ({
    bot,
    ...sets.of(withAgentTokens(bot)),
  }));
  const restricted = bots.filter(({ set }) => set.extent !== 'everything');
  const used = [...new Set(restricted.map(({ set }) => set))];
  const judged = await judge(reader, text.days, { sets: used, most });
  const visits =
    restricted.length === 0
      ? []
      : await reader.visits(text.days, {
          bots: restricted.map(({ bot }) => bot.id),
          sets: restricted.map(({ set }) => used.indexOf(set)),
          closed: used.flatMap(({ extent }, place) => (extent === 'nothing' ? [place] : [])),
          ...judged,
        });
  const found = new Map(visits.map(({ bot, ...row }) => [bot, row]));
  return bots.map(({ bot, set }) => [bot, countsOf(bot, set, found.get(bot.id), text.valid_from)]);
}

/** Judges the pages of some days by those sets that allow some of them. */
async function judge(
  reader: VisitsOfBots,
  days: Days,
  { sets, most }: { sets: readonly RuleSet[]; most: number },
): Promise<Omit<PagesQuestion, 'bots' | 'sets' | 'closed'>> {
  const judged: Omit<PagesQuestion, 'bots' | 'sets' | 'closed'> = {
    ...{ pages: [], pageSets: [], pageVerdicts: [], lastJudged: null },
  };
  const partial = [...sets.entries()].filter(([, { extent }]) => extent === 'part');
  if (partial.length === 0) return judged;
  const effort = partial.reduce((sum, [, { rules }]) => sum + rules.effort, 0);
  const limit = Math.min(MOST_PAGES, Math.ceil(most / effort));
  const pages = await reader.pages(days, limit + 1);
  // One page more than is judged tells whether there are more.
  if (pages.length > limit) judged.lastJudged = pages[limit - 1]!.id;
  for (const [place, { rules }] of partial) {
    const ids = await judgePages(rules, pages.slice(0, limit));
    for (const verdict of ['disallowed', 'not_judged'] as const) {
      for (const id of ids[verdict]) {
        judged.pages.push(id);
        judged.pageSets.push(place);
        judged.pageVerdicts.push(verdict);
      }
    }
  }
  return judged;
}

function countsOf(
  { visits }: BotOnDays,
  { extent, rules }: RuleSet,
  found: Omit<VisitsToPages, 'bot'> = NO_PAGES,
  textFrom: string,
): Counts {
  if (extent === 'everything') return { ...NONE, allowed_visits: visits };
  const { paged_visits, samples, ...counts } = found;
  // Nobody knows the pages of visits beyond the bound on paths. Of visits that have come since the
  // bots were read, only the pages may be known.
  const unknown = Math.max(0, visits - paged_visits);
  const notJudged = counts.not_judged_visits + unknown;
  return {
    ...counts,
    not_judged_visits: notJudged,
    allowed_visits: Math.max(0, visits - counts.disallowed_visits - notJudged),
    samples: samples.flatMap((sample) => {
      const { rule } = rules.judge(sample.path);
      if (!rule) return [];
      return { ...sample, rule: `Disallow: ${rule.pattern}`, line: rule.line, text_from: textFrom };
    }),
  };
}

import type { Budget } from './budget.js';
import {
  type JudgedPages,
  judgePages,
  noPages,
  NOT_JUDGED,
  type Unjudged,
  type VisitedPage,
} from './judge-pages.js';
import { withAgentTokens } from './product-tokens.js';
import type { ReadText } from './read-texts.js';
import type { RobotsText, Rule } from './robots-text.js';
import { ruleOfAll, type RuleSet } from './rule-set.js';
import { RuleSets } from './rule-sets.js';
import type { TextOfDays } from './texts-of-days.js';
import type { BotOnDays, Days, VisitsOfBots, VisitsToPages } from './visits-of-bots.js';
import type { Run } from './work.js';

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

/** Pages that were not judged by a text, and why. Null when it is not known how many they are. */
export interface UnjudgedPages {
  limit: Unjudged['limit'] | 'pages';
  pages: number | null;
}

/** The most pages that are judged for one text. */
export const MOST_PAGES = 200_000;
/** The most octets of their paths, all together: 160 for each of so many pages. */
const MOST_PATH_OCTETS = 32 * 1_024 * 1_024;
/** To read a page from the database takes as long as to read so many octets. */
const PAGE = 1_024;

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
  beyond_limit_visits: 0,
  samples: [],
};
const NO_PAGES: Omit<VisitsToPages, 'bot'> = { paged_visits: 0, ...NONE, samples: [] };

export interface Lent {
  reader: VisitsOfBots;
  run: Run;
  budget: Budget;
}

/** Reads how bots kept to one text. */
export async function readText(
  lent: Lent,
  text: ReadText,
): Promise<{ counts: [BotOnDays, Counts][]; unjudged: UnjudgedPages[] }> {
  const bots = await lent.reader.bots(text.days);
  const read = await text.read();
  if (read) return judgeText(lent, text, await lent.run(withSets(bots, read)));
  const { limit } = lent.budget;
  return {
    counts: bots.map((bot) => [bot, limit ? beyondLimit(bot) : NONE]),
    unjudged: limit ? [{ limit, pages: null }] : [],
  };
}

async function judgeText(
  { reader, run, budget }: Lent,
  { days, valid_from: textFrom }: TextOfDays,
  bots: readonly { bot: BotOnDays; set: RuleSet }[],
): Promise<{ counts: [BotOnDays, Counts][]; unjudged: UnjudgedPages[] }> {
  const restricted = bots.filter(({ set }) => set.extent !== 'everything' && !set.isCut);
  const used = [...new Set(restricted.map(({ set }) => set))];
  const indexes = new Map(used.map((set, index) => [set, index]));
  const { judged, lastJudged, unjudged } = await judgeAll({ reader, run, budget }, days, used);
  const { classRules, ...pages } = judged;
  const visits =
    restricted.length === 0
      ? []
      : await reader.visits(days, {
          bots: restricted.map(({ bot }) => bot.id),
          sets: restricted.map(({ set }) => indexes.get(set)!),
          closed: used.flatMap(({ extent }, index) => (extent === 'nothing' ? [index] : [])),
          ...pages,
          lastJudged,
        });
  const found = new Map(visits.map(({ bot, ...row }) => [bot, row]));
  const ruleOf = rulesOfPages({ classRules, ...pages }, visits);
  const counts = bots.map(({ bot, set }): [BotOnDays, Counts] => {
    const { samples, ...row } = found.get(bot.id) ?? NO_PAGES;
    const told = samples.flatMap(({ page, path, visits }) => {
      const rule = set.extent === 'nothing' ? ruleOfAll(set) : ruleOf(page, indexes.get(set)!);
      if (!rule) return [];
      const { pattern, line } = rule;
      return { path, visits, rule: `Disallow: ${pattern}`, line, text_from: textFrom };
    });
    return [bot, { ...countsOf(bot, set, row), samples: told }];
  });
  return { counts, unjudged };
}

/** Finds the rules of bots. */
function* withSets(bots: readonly BotOnDays[], read: RobotsText) {
  const sets = new RuleSets(read);
  const found: { bot: BotOnDays; set: RuleSet }[] = [];
  for (const bot of bots) {
    found.push({ bot, set: sets.of(withAgentTokens(bot)).set });
    yield;
  }
  return found;
}

/** Judges the pages of some days by those sets that allow some of them. */
async function judgeAll(
  { reader, run, budget }: Lent,
  days: Days,
  sets: readonly RuleSet[],
): Promise<{ judged: JudgedPages; lastJudged: number | null; unjudged: UnjudgedPages[] }> {
  const partial = new Map([...sets.entries()].filter(([, { extent }]) => extent === 'part'));
  if (partial.size === 0) return { judged: noPages(), lastJudged: null, unjudged: [] };
  // At most half of the work is to read pages, so that some of them can be judged.
  const limit = Math.min(MOST_PAGES, Math.floor(budget.left / PAGE / 2));
  const isWork = limit < MOST_PAGES;
  // One page more than is judged tells whether there are more.
  const pages = await reader.pages(days, { limit: limit + 1, octets: MOST_PATH_OCTETS });
  budget.spend(pages.length * PAGE);
  const lastJudged = pages.length > limit ? withoutNewest(pages) : null;
  const { judged, unjudged } = await run(judgePages(partial, pages, budget));
  if (lastJudged === null) return { judged, lastJudged, unjudged };
  const limitOfPages = isWork ? (budget.limit ?? 'work') : 'pages';
  return { judged, lastJudged, unjudged: [...unjudged, { limit: limitOfPages, pages: null }] };
}

/** Removes the page that became known last, and returns the id of the last one before it. */
function withoutNewest(pages: VisitedPage[]): number {
  let newest = 0;
  let last = 0;
  for (const [index, { id }] of pages.entries()) {
    if (id > pages[newest]!.id) newest = index;
  }
  pages.splice(newest, 1);
  for (const { id } of pages) last = Math.max(last, id);
  return last;
}

/** Returns the counts of a bot of whose visits none could be judged. */
const beyondLimit = ({ visits }: BotOnDays): Counts => ({
  ...{ ...NONE, not_judged_visits: visits, beyond_limit_visits: visits },
});

function countsOf(
  bot: BotOnDays,
  { extent, isCut }: RuleSet,
  found: Omit<VisitsToPages, 'bot' | 'samples'>,
): Omit<Counts, 'samples'> {
  if (isCut) return beyondLimit(bot);
  const { visits } = bot;
  if (extent === 'everything') return { ...NONE, allowed_visits: visits };
  const { paged_visits, ...counts } = found;
  // Nobody knows the pages of visits beyond the bound on paths. Of visits that have come since the
  // bots were read, only the pages may be known.
  const unknown = Math.max(0, visits - paged_visits);
  const notJudged = counts.not_judged_visits + unknown;
  return {
    ...counts,
    not_judged_visits: notJudged,
    beyond_limit_visits: counts.beyond_limit_visits + unknown,
    allowed_visits: Math.max(0, visits - counts.disallowed_visits - notJudged),
  };
}

/** Returns what finds the rule that forbids a page of the samples to the bots of a set. */
function rulesOfPages(
  { pages, pageClasses, classes, classSets, classRules }: Omit<JudgedPages, 'classVerdicts'>,
  visits: readonly VisitsToPages[],
): (page: number, set: number) => Rule | undefined {
  const wanted = new Set(visits.flatMap(({ samples }) => samples.map(({ page }) => page)));
  const classOf = new Map<number, number>();
  for (const [index, page] of pages.entries())
    if (wanted.has(page)) classOf.set(page, pageClasses[index] ?? NOT_JUDGED);
  const wantedClasses = new Set(classOf.values());
  const rules = new Map<string, Rule>();
  for (const [index, one] of classes.entries())
    if (wantedClasses.has(one)) rules.set(`${one} ${classSets[index]}`, classRules[index]!);
  return (page, set) => rules.get(`${classOf.get(page)} ${set}`);
}

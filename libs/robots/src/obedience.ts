import { type Bound, Budget } from './budget.js';
import {
  NONE,
  readText,
  type Counts,
  type Disobedience,
  type UnjudgedPages,
} from './obedience-to-text.js';
import { withAgentTokens } from './product-tokens.js';
import { readTexts, type TextSource } from './read-texts.js';
import type { LeftOut, RobotsText } from './robots-text.js';
import type { RuleSet } from './rule-set.js';
import { RuleSets } from './rule-sets.js';
import type { Addressed, Extent } from './rules-for.js';
import type { TextOfDays } from './texts-of-days.js';
import type { BotOnDays, Days, ReportedBot, VisitsOfBots } from './visits-of-bots.js';
import type { Run, RunAndTell } from './work.js';

/** How a bot kept to the texts that were in force on the days of its visits. */
export interface Obedience extends ReportedBot {
  visits: number;
  /** By the newest text of the period. Null when there is none. */
  addressed: Addressed | null;
  allows: Extent | null;
  allowed_visits: number;
  disallowed_visits: number;
  disallowed_verified_visits: number;
  disallowed_spoofed_visits: number;
  disallowed_unverifiable_visits: number;
  not_judged_visits: number;
  /** Of those not judged, the visits that could have been judged, but for a limit. */
  beyond_limit_visits: number;
  samples: Disobedience[];
}

/** A limit that kept visits from being judged, or a text from being read wholly. */
export interface ReachedLimit {
  limit: UnjudgedPages['limit'] | keyof LeftOut;
  /** The first day of the text. */
  text_from: string;
  /** The pages, rules or lines beyond the limit. Null when it is not known how many they are. */
  count: number | null;
}

export interface ObedienceQuestion {
  days: Days;
  /** The texts of these days, the oldest first. */
  texts: readonly TextOfDays[];
  contentOf: TextSource['contentOf'];
  reader: VisitsOfBots;
  /** Runs work that may take long, so that others do not wait for it. */
  run: RunAndTell;
  bound: Bound;
}

const SAMPLES = 5;

/** Reads how bots kept to a robots.txt, those that disobeyed most first. */
export async function readObedience({
  days,
  texts,
  reader,
  bound,
  ...lent
}: ObedienceQuestion): Promise<{ bots: Obedience[]; limits: ReachedLimit[] }> {
  const budget = new Budget(bound);
  const run: Run = (work) => lent.run(work, budget.spendTime);
  const limits: ReachedLimit[] = [];
  let newest: RobotsText | undefined;
  const joined = await readTexts(texts, { ...lent, run, budget }, (text, read) => {
    limits.push(...limitsOfText(text, read));
    newest = text === texts.at(-1) ? read : undefined;
  });
  const told = toldOf(await reader.bots(days), newest && new RuleSets(newest));
  for (const [index, text] of joined.entries()) {
    budget.shareAmong(joined.length - index);
    const { counts, unjudged } = await readText({ reader, run, budget }, text);
    for (const [bot, ofBot] of counts) add(told.get(bot.reported.id), ofBot);
    for (const { limit, pages } of unjudged)
      limits.push({ limit, text_from: text.valid_from, count: pages });
  }
  return { bots: [...told.values()].map(withRest).sort(byDisobedience), limits };
}

function limitsOfText({ valid_from }: TextOfDays, { leftOut }: RobotsText): ReachedLimit[] {
  return (['rules', 'long_lines'] as const).flatMap((limit) =>
    leftOut[limit] > 0 ? [{ limit, text_from: valid_from, count: leftOut[limit] }] : [],
  );
}

/** Returns the bots that came as they are reported, with what the newest text says to them. */
function toldOf(bots: readonly BotOnDays[], sets: RuleSets | undefined): Map<number, Obedience> {
  const told = new Map<number, Obedience>();
  for (const { reported, visits } of bots) {
    const bot = told.get(reported.id) ?? unjudged(reported, sets?.of(withAgentTokens(reported)));
    bot.visits += visits;
    told.set(reported.id, bot);
  }
  return told;
}

function unjudged(
  bot: ReportedBot,
  found: { addressed: Addressed; set: RuleSet } | undefined,
): Obedience {
  return {
    ...bot,
    visits: 0,
    addressed: found?.addressed ?? null,
    allows: found?.set.extent ?? null,
    ...NONE,
  };
}

function add(bot: Obedience | undefined, { samples, ...counts }: Counts): void {
  if (!bot) return;
  for (const [name, count] of Object.entries(counts) as [keyof typeof counts, number][])
    bot[name] += count;
  bot.samples = [...bot.samples, ...samples].sort((a, b) => b.visits - a.visits).slice(0, SAMPLES);
}

/** Visits on days without a text are not judged. */
function withRest(bot: Obedience): Obedience {
  const judged = bot.allowed_visits + bot.disallowed_visits;
  return { ...bot, not_judged_visits: Math.max(0, bot.visits - judged) };
}

const byDisobedience = (a: Obedience, b: Obedience) =>
  b.disallowed_visits - a.disallowed_visits || b.visits - a.visits || (a.name < b.name ? -1 : 1);

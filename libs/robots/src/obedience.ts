import {
  NONE,
  readText,
  type Counts,
  type Disobedience,
  type TextOfDays,
} from './obedience-to-text.js';
import { withAgentTokens } from './product-tokens.js';
import { readRobots } from './robots-text.js';
import type { Addressed, Extent } from './rules-for.js';
import { type RuleSet, RuleSets } from './rule-sets.js';
import type { Days, ReportedBot, VisitsOfBots } from './visits-of-bots.js';

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
  samples: Disobedience[];
}

export interface ObedienceQuestion {
  days: Days;
  /** The texts of these days, the oldest first. */
  texts: readonly TextOfDays[];
}

/**
 * The most comparisons of paths and patterns, one or two seconds of work: whoever writes a
 * robots.txt must not be able to keep a process busy.
 */
const MOST_COMPARISONS = 20_000_000;
const SAMPLES = 5;

/** Reads how bots kept to a robots.txt, those that disobeyed most first. */
export async function readObedience(
  reader: VisitsOfBots,
  { days, texts }: ObedienceQuestion,
): Promise<Obedience[]> {
  const told = new Map<number, Obedience>();
  const newest = texts.at(-1);
  const sets = newest && new RuleSets(readRobots(newest.content));
  for (const { reported, visits } of await reader.bots(days)) {
    const bot = told.get(reported.id) ?? unjudged(reported, sets?.of(withAgentTokens(reported)));
    bot.visits += visits;
    told.set(reported.id, bot);
  }
  const merged = withoutRepeats(texts);
  for (const text of merged) {
    const most = MOST_COMPARISONS / merged.length;
    for (const [bot, counts] of await readText(reader, text, most))
      add(told.get(bot.reported.id), counts);
  }
  return [...told.values()].map(withRest).sort(byDisobedience);
}

/** Texts that follow each other with the same rules are one. */
function withoutRepeats(texts: readonly TextOfDays[]): TextOfDays[] {
  const merged: (TextOfDays & { rules: string })[] = [];
  for (const text of texts) {
    const rules = JSON.stringify(readRobots(text.content).groups);
    const before = merged.at(-1);
    if (before?.rules === rules)
      merged[merged.length - 1] = { ...before, days: { ...before.days, to: text.days.to } };
    else merged.push({ ...text, rules });
  }
  return merged;
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

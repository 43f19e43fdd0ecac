import type { DayOfDisobedience, Facts } from './facts.js';
import { isAsked, type RuleOf } from './rule.js';
import type { Reading, Signal } from './signal.js';

/**
 * Tells bots that visited pages which robots.txt does not allow to them, today or yesterday: an event
 * for each bot, which is over when a whole day passed with fewer such visits.
 *
 * @param open the bots that are told already
 */
export function robotsDisobeyed(
  rule: RuleOf<'robots_disobeyed'>,
  { disobedience }: Facts,
  open: readonly string[],
): Reading {
  // Not looked at yet, as after a restart: what is told stays.
  if (!disobedience) return { signals: open.map(unknown) };
  const asked = disobedience.filter(({ bot, category }) => isAsked(rule, { bot, category }));
  const enough = asked
    .map(({ bot, today, yesterday }) => ({
      bot,
      day: today.visits >= rule.least ? today : yesterday,
    }))
    .filter(({ day }) => day.visits >= rule.least)
    .sort((a, b) => b.day.visits - a.day.visits);
  const told = new Set(enough.map(({ bot }) => bot));
  // Too few of the visits that were judged say nothing about those that were not.
  const doubtful = asked.filter(
    ({ bot, today, yesterday }) => !told.has(bot) && today.unjudged + yesterday.unjudged > 0,
  );
  return {
    signals: [
      ...enough.map(({ bot, day }) => signalOf(bot, 'on', day)),
      ...doubtful.map(({ bot }) => unknown(bot)),
    ],
  };
}

const unknown = (bot: string): Signal =>
  signalOf(bot, 'unknown', { day: '', visits: 0, unjudged: 0 });

function signalOf(bot: string, level: 'on' | 'unknown', told: DayOfDisobedience): Signal {
  const { day, visits, most } = told;
  const figures = () => ({ visits, day, ...(most && { path: most.path, rule: most.rule }) });
  return { cause: bot, subject: bot, level, figures };
}

import type { Facts } from './facts.js';
import type { RuleOf } from './rule.js';
import type { Reading } from './signal.js';

/** The event closes when fewer than this part of its bound came in the recent hours. */
const CLOSING_PART = 0.5;

/** Counts the visits of the recent hours that came in the name of a bot from other addresses. */
export function spoofedVisits({ bot, least }: RuleOf<'spoofed'>, { recent }: Facts): Reading {
  const byBot = new Map<string, { spoofed: number; visits: number }>();
  for (const one of recent) {
    if (one.bot === null || (bot !== null && one.bot.toLowerCase() !== bot.toLowerCase())) continue;
    const sum = byBot.get(one.bot) ?? { spoofed: 0, visits: 0 };
    byBot.set(one.bot, { spoofed: sum.spoofed + one.spoofed, visits: sum.visits + one.visits });
  }
  const spoofed = [...byBot].filter(([, sum]) => sum.spoofed > 0);
  spoofed.sort(([, a], [, b]) => b.spoofed - a.spoofed);
  const total = spoofed.reduce((sum, [, one]) => sum + one.spoofed, 0);
  const level = total >= least ? 'on' : total < least * CLOSING_PART ? 'off' : 'between';
  const figures = () => ({
    spoofed_visits: total,
    visits: spoofed.reduce((sum, [, one]) => sum + one.visits, 0),
    bots: spoofed.length,
    ...(spoofed[0] && { most_spoofed: spoofed[0][0] }),
  });
  return { signals: [{ cause: 'spoofed', subject: bot ?? null, level, figures }] };
}

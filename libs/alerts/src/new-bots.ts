import { isAiCategory } from '@app/contracts';
import type { Facts } from './facts.js';
import { DAY_MS } from './hours.js';
import type { RuleOf } from './rule.js';
import type { Reading, State } from './signal.js';

/** When the logs of a website begin, every bot is new, and nothing is told of them. */
const LEAST_KNOWN_MS = DAY_MS;
/** Who came longer ago is not told as new, when its logs come late. */
const LONGEST_AGO_MS = DAY_MS;
/** No bot of its own: whose visits these are may change, as long as their day is open. */
const UNDECLARED = 'undeclared_automation';
/** When more come at the same time, the last event says how many. */
export const MOST_AT_ONCE = 20;

/** Tells bots that came to the website for the first time, each once for ever. */
export function newBots(
  rule: RuleOf<'new_bot'>,
  { firstVisits, since }: Facts,
  states: readonly State[],
  now: number,
  createdAt: number,
): Reading {
  const told = new Set(states.map(({ cause }) => cause));
  const earliest = Math.max(now - LONGEST_AGO_MS, createdAt, (since ?? now) + LEAST_KNOWN_MS);
  const found = firstVisits
    .filter(({ bot, category, at }) => {
      const isAsked = rule.categories
        ? rule.categories.some((one) => one === category)
        : isAiCategory(category);
      return isAsked && category !== UNDECLARED && at >= earliest && !told.has(bot);
    })
    .sort((a, b) => a.at - b.at);
  if (found.length === 0) return { signals: [] };
  const more = Math.max(0, found.length - MOST_AT_ONCE);
  const signals = found.slice(0, MOST_AT_ONCE).map(({ bot, provider, category, at }, place) => ({
    ...{ cause: bot, subject: bot, level: 'on' as const, atOnce: true as const },
    figures: () => ({
      ...{ provider, category, first_visit: new Date(at).toISOString() },
      ...(more > 0 && place === MOST_AT_ONCE - 1 ? { more } : {}),
    }),
  }));
  const toldNow = found.map(({ bot, at }) => ({ cause: bot, since: at, figures: {} }));
  return { signals, states: [...states, ...toldNow] };
}

import type { BotCategory, DeclaredBot } from '@app/contracts';
import { cleanName } from './clean-name.js';
import { declaredDomain } from './declared-address.js';
import { nameCandidates } from './name-candidates.js';
import { nameKey } from './name-key.js';
import { type Operators, operatorsOf } from './operators.js';
import { saysAi } from './says-ai.js';

/** What a name says about what its bot is for. Other words are not clear enough. */
const CLEAR_WORDS: readonly (readonly [RegExp, BotCategory])[] = [
  [/monitor|uptime/i, 'monitoring'],
  [/feed(?!back)/i, 'feed_fetcher'],
  [/preview/i, 'social_preview'],
  [/archiv/i, 'archiver'],
  [/(?<![a-z])seo(?![a-z])|SEO/, 'seo'],
];

/** An ordinary user agent has up to five. */
const MOST_CANDIDATES = 20;
const NO_OPERATORS = operatorsOf([]);

/**
 * Reads the name that a bot gives itself in its user agent, and who it says that it belongs to.
 * Returns undefined if it says neither a name nor an address. Nothing of it is proven.
 */
export function declaredBot(
  userAgent: string,
  operators: Operators = NO_OPERATORS,
): DeclaredBot | undefined {
  const domain = declaredDomain(userAgent);
  const name = firstName(userAgent) ?? (domain && cleanName(domain));
  if (name === undefined) return undefined;
  const provider = operators.of(name, domain) ?? domain ?? 'Unknown';
  const category = declaredCategory(name, provider, operators);
  return Object.freeze({ key: nameKey(name), name, provider, category });
}

/** Returns what a bot is for by its name and, if that is not clear, by what its operator does. */
export function declaredCategory(
  name: string,
  provider: string,
  operators: Operators,
): BotCategory {
  const clear = CLEAR_WORDS.find(([word]) => word.test(name))?.[1];
  if (clear !== undefined) return clear;
  return saysAi(name) || operators.isForAi(provider) ? 'ai_unidentified' : 'unidentified';
}

function firstName(userAgent: string): string | undefined {
  let seen = 0;
  for (const candidate of nameCandidates(userAgent)) {
    const name = cleanName(candidate);
    if (name !== undefined || ++seen === MOST_CANDIDATES) return name;
  }
  return undefined;
}

import type { BotCategory, DeclaredBot } from '@app/contracts';
import { cleanName } from './clean-name.js';
import { declaredDomain } from './declared-address.js';
import { nameCandidates } from './name-candidates.js';

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

/**
 * Reads the name that a bot gives itself in its user agent, and who it says that it belongs to.
 * Returns undefined if it says neither a name nor an address. Nothing of it is proven.
 */
export function declaredBot(userAgent: string): DeclaredBot | undefined {
  const domain = declaredDomain(userAgent);
  const name = firstName(userAgent) ?? (domain && cleanName(domain));
  if (name === undefined) return undefined;
  const category = CLEAR_WORDS.find(([word]) => word.test(name))?.[1] ?? 'unidentified';
  return Object.freeze({ key: nameKey(name), name, provider: domain ?? 'Unknown', category });
}

function firstName(userAgent: string): string | undefined {
  let seen = 0;
  for (const candidate of nameCandidates(userAgent)) {
    const name = cleanName(candidate);
    if (name !== undefined || ++seen === MOST_CANDIDATES) return name;
  }
  return undefined;
}

/** Names that differ only in upper and lower case or in what joins their words are one. */
function nameKey(name: string): string {
  return name.toLowerCase().replace(/[ _-]+/g, '-');
}

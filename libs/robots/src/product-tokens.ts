import { registeredBot } from '@app/classification';

/** A bot as the registry knows it, or as it names itself. */
export interface NamedBot {
  name: string;
  /** Words that name it in its user agent. */
  agentTokens?: readonly string[];
}

/** How a bot is addressed in a robots.txt. */
export interface ProductTokens {
  /** The most special first; a group for a later one counts only if none is for those before. */
  tokens: readonly string[];
  /** True when the operator says that the rules for all bots, `*`, are none for this one. */
  isOnlyNamed: boolean;
}

/** What follows a name in a user agent, such as `/` or a version, is no part of the token. */
const TOKEN = /^[A-Za-z][\w-]*/;

/**
 * Bots that obey the rules for another one when none name them.
 * Google: https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers
 * Apple: https://support.apple.com/119829
 */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'googlebot-image': ['Googlebot'],
  'googlebot-news': ['Googlebot'],
  'googlebot-video': ['Googlebot'],
  'google-inspectiontool': ['Googlebot'],
  'googleother-image': ['GoogleOther'],
  'googleother-video': ['GoogleOther'],
  applebot: ['Googlebot'],
};

/**
 * Bots that take rules for `*` as not meant for them.
 * https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers
 */
const ONLY_NAMED = new Set([
  'apis-google',
  'adsbot-google',
  'adsbot-google-mobile',
  'mediapartners-google',
]);

/** Returns how a bot is addressed: by its name, and by the words of its user agent. */
export function productTokens({ name, agentTokens = [] }: NamedBot): ProductTokens {
  const own = [name, ...agentTokens].flatMap((text) => {
    const [token] = TOKEN.exec(text) ?? [];
    // Of a name of several words, the first one may be that of another bot.
    return token === undefined || text.includes(' ') ? [] : [token];
  });
  const all = [...own, ...own.flatMap((token) => ALSO[token.toLowerCase()] ?? [])];
  const tokens = [...new Map(all.map((token) => [token.toLowerCase(), token])).values()];
  return { tokens, isOnlyNamed: own.some((token) => ONLY_NAMED.has(token.toLowerCase())) };
}

/** Adds the words by which the registry knows the user agent of a bot. */
export function withAgentTokens({ id, name }: { id: number; name: string }): NamedBot {
  return { name, agentTokens: registeredBot(id)?.tokens ?? [] };
}

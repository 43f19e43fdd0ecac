import { type NamedBot, productTokens } from './product-tokens.js';

/** Bots that are asked to stay away, under a heading. */
export interface UnwantedBots {
  heading: string;
  bots: readonly (NamedBot & { ignores: boolean })[];
}

/**
 * Writes groups of a robots.txt that ask bots to stay away from a whole website. Bots without a name
 * that a robots.txt can have are left out.
 */
export function writeRules(groups: readonly UnwantedBots[]): { text: string; bots: number } {
  let named = 0;
  const texts = groups.map(({ heading, bots }) => {
    const tokens = tokensOf(bots);
    named += tokens.length;
    if (tokens.length === 0) return `# ${heading}: none has a name that a robots.txt can have\n`;
    const ignoring = tokensOf(bots.filter(({ ignores }) => ignores));
    return [
      `# ${heading}`,
      ...(ignoring.length > 0
        ? [`# Their operators say that these do not obey: ${ignoring.join(', ')}`]
        : []),
      ...tokens.map((token) => `User-agent: ${token}`),
      'Disallow: /\n',
    ].join('\n');
  });
  return { text: texts.join('\n'), bots: named };
}

/** Returns the names, in the order of the alphabet and each once. */
function tokensOf(bots: readonly NamedBot[]): string[] {
  const tokens = bots.flatMap((bot) => productTokens(bot).tokens.slice(0, 1));
  const once = new Map(tokens.map((token) => [token.toLowerCase(), token]));
  return [...once.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, token]) => token);
}

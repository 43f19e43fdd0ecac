import type { ProductTokens } from './product-tokens.js';
import type { RobotsText, Rule } from './robots-text.js';

/** For whom the rules of a bot are written: for itself, for all bots, or there are none. */
export type Addressed = 'by_name' | 'as_any_bot' | 'not';

/** The rules of a robots.txt that a bot must obey. */
export interface RulesFor {
  addressed: Addressed;
  rules: readonly Rule[];
}

/**
 * Chooses the rules of a bot: all groups of the first of its product tokens that is named, or else
 * those of all bots (RFC 9309, section 2.2.1).
 */
export function rulesFor(
  text: RobotsText,
  { tokens, isOnlyNamed }: Pick<ProductTokens, 'tokens'> & Partial<ProductTokens>,
): RulesFor {
  const rulesOf = (token: string) => {
    const groups = text.groups.filter((group) => group.tokens.includes(token));
    return groups.length > 0 ? groups.flatMap(({ rules }) => rules) : undefined;
  };
  for (const token of tokens) {
    const rules = rulesOf(token.toLowerCase());
    if (rules) return { addressed: 'by_name', rules };
  }
  const rules = isOnlyNamed ? undefined : rulesOf('*');
  return rules ? { addressed: 'as_any_bot', rules } : { addressed: 'not', rules: [] };
}

/** How much of a website rules allow. */
export type Extent = 'everything' | 'part' | 'nothing';

const EVERY_PATH = new Set(['/', '/*', '*']);

/** Tells how much of a website some rules allow. */
export function extentOf(rules: readonly Rule[]): Extent {
  const forbids = rules.filter(({ allow, pattern }) => !allow && pattern !== '');
  if (forbids.length === 0) return 'everything';
  const allows = rules.some(({ allow, pattern }) => allow && pattern !== '');
  return !allows && forbids.some(({ pattern }) => EVERY_PATH.has(pattern)) ? 'nothing' : 'part';
}

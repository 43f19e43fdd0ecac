import type { ProductTokens } from './product-tokens.js';
import type { Group, RobotsText, Rule } from './robots-text.js';

/** For whom the rules of a bot are written: for itself, for all bots, or there are none. */
export type Addressed = 'by_name' | 'as_any_bot' | 'not';

/** The groups of a robots.txt that a bot must obey. Bots with the same token share them. */
export interface RulesFor {
  addressed: Addressed;
  groups: readonly Group[];
}

const NO_GROUPS: readonly Group[] = [];

/**
 * Chooses the rules of a bot: all groups of the first of its product tokens that is named, or else
 * those of all bots (RFC 9309, section 2.2.1).
 */
export function rulesFor(
  { named }: Pick<RobotsText, 'named'>,
  { tokens, isOnlyNamed }: Pick<ProductTokens, 'tokens'> & Partial<ProductTokens>,
): RulesFor {
  for (const token of tokens) {
    const groups = named.get(token.toLowerCase());
    if (groups) return { addressed: 'by_name', groups };
  }
  const groups = isOnlyNamed ? undefined : named.get('*');
  return groups ? { addressed: 'as_any_bot', groups } : { addressed: 'not', groups: NO_GROUPS };
}

/** How much of a website rules allow. */
export type Extent = 'everything' | 'part' | 'nothing';

const EVERY_PATH = new Set(['/', '/*', '*']);

/** Tells whether a rule alone forbids every path. */
export const forbidsEverything = ({ allow, pattern }: Rule): boolean =>
  !allow && EVERY_PATH.has(pattern);

/** Tells how much of a website the rules of some groups allow. */
export function extentOf(groups: readonly Pick<Group, 'rules'>[]): Extent {
  let extent: Extent = 'everything';
  let allows = false;
  for (const { rules } of groups)
    for (const rule of rules) {
      if (rule.pattern === '') continue;
      if (rule.allow) allows = true;
      else if (forbidsEverything(rule)) extent = 'nothing';
      else if (extent === 'everything') extent = 'part';
    }
  return extent === 'nothing' && allows ? 'part' : extent;
}

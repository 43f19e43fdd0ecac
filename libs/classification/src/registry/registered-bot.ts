import type { BotIdentity } from '@app/contracts';

/** One row of the registry: a bot, and how its user agent is told from all others. */
export interface RegisteredBot extends BotIdentity {
  /** The operator's own page about the bot, where there is one. */
  documentation: string | null;
  /** Where the operator publishes the addresses it comes from; absent when it publishes none. */
  addressRanges?: string;
  /** Whether the operator says that it obeys robots.txt; absent when it says nothing. */
  robotsTxt?: 'obeys' | 'ignores';
  /**
   * Words that name the bot, in any case. A word counts only where it stands alone (no letter or
   * digit touches it), so `GPTBot` is found in `GPTBot/1.2` but not in `GPTBotX`.
   * Empty for the rows that are told by a rule instead of a word.
   */
  tokens: readonly string[];
  /** The tokens count only at the very start of the user agent. */
  startsAgent?: true;
  /** Words (exact case) that show a person using the same product; with one of them the row does not count. */
  unless?: readonly string[];
  /**
   * Real user agents; each must lead to this row and to no other. Where the operator publishes no
   * user agent, the name in the form that bots use.
   */
  examples: readonly string[];
}

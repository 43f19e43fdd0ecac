import type { BotIdentity } from '@app/contracts';

/** One row of the registry: a bot, and how its user agent is recognised. */
export interface RegisteredBot extends BotIdentity {
  /** The operator's own page about the bot, or null if there is none. */
  documentation: string | null;
  /**
   * Why an AI bot has no page of its operator: none was found, though public lists name the bot; the
   * operator says no longer anything about it; or nobody knows the operator.
   */
  undocumented?: 'not_found' | 'withdrawn' | 'operator_unknown';
  /**
   * Where the operator publishes the addresses that the bot comes from; absent when it publishes
   * none.
   */
  addressRanges?: string;
  /** Whether the operator says that the bot obeys robots.txt; absent when it says nothing. */
  robotsTxt?: 'obeys' | 'ignores';
  /**
   * Set if the operator says that no program sends this name: it is only a word for robots.txt. Who
   * sends it as a user agent is not the operator.
   */
  neverVisits?: true;
  /**
   * The month (`2024-07`) or year since which the operator does not use the bot any more, or at the
   * latest, since which it does not name it any more.
   */
  retiredSince?: string;
  /**
   * The day on which the facts of the row were last looked at, e.g. `2026-11-29`. Every row of the
   * registry has one; rows of an operator's own file have none.
   */
  checkedOn?: string;
  /**
   * Words that name the bot; upper and lower case are equal. A word counts only if no letter or
   * digit touches it, so `GPTBot` is found in `GPTBot/1.2` but not in `GPTBotX`. Empty for rows
   * that a rule or the signature agent recognises instead of a word.
   */
  tokens: readonly string[];
  /**
   * The hosts that the bot names in the header Signature-Agent, in canonical form: each publishes
   * the keys of this bot and of no other row at `/.well-known/http-message-signatures-directory`.
   */
  signatureAgents?: readonly string[];
  /** If set, the tokens count only at the very start of the user agent. */
  startsAgent?: true;
  /**
   * Words (in exact case) that show a person using the same product. With one of them, the row does
   * not count.
   */
  unless?: readonly string[];
  /**
   * Real user agents. Each must lead to this row and to no other, in a row without tokens together
   * with its signature agent. If the operator publishes no user agent, this is the name in the form
   * that bots use. Empty for the row that requests are judged by.
   */
  examples: readonly string[];
}

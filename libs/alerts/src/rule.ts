import { type AlertInput, type AlertKind, isAiCategory } from '@app/contracts';

/** What an alert asks for: the fields of its kind, without those that say nothing to a decision. */
export type Rule = AlertInput;
export type RuleOf<Kind extends AlertKind> = Extract<Rule, { kind: Kind }>;

/** Which bots a rule is about; neither means all AI bots. */
export interface OfBots {
  bot: string | null;
  category: string | null;
}

/** Returns what an event of the rule is shown to be about; null means all AI bots. */
export const subjectOf = ({ bot, category }: OfBots): string | null => bot ?? category;

/** Tells whether visits of a bot are those that a rule asks for. */
export function isAsked({ bot, category }: OfBots, of: { bot: string; category: string }): boolean {
  if (bot !== null) return of.bot.toLowerCase() === bot.toLowerCase();
  return category !== null ? of.category === category : isAiCategory(of.category);
}

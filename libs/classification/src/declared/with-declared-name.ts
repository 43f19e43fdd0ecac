import type { BotIdentity, Verdict } from '@app/contracts';
import type { ReasonedVerdict } from '../layer.js';
import { UNIDENTIFIED_BOT } from '../registry/special-bots.js';
import { declaredBot } from './declared-bot.js';

/** Adds the name that the user agent declares to the verdict on a bot that no row names. */
export function withDeclaredName(verdict: ReasonedVerdict, userAgent: string): ReasonedVerdict {
  if (verdict.kind === 'human' || verdict.bot.id !== UNIDENTIFIED_BOT.id) return verdict;
  const declared = declaredBot(userAgent);
  return declared === undefined ? verdict : Object.freeze({ ...verdict, declared });
}

/** A bot as reports show it. */
export type ReportedBot = Pick<BotIdentity, 'name' | 'provider' | 'category'> & {
  /** Whether only the bot itself says so. */
  declared: boolean;
};

/** Returns the bot of a verdict as reports show it, or undefined for a person. */
export function reportedBot(verdict: Verdict): ReportedBot | undefined {
  if (verdict.kind === 'human') return undefined;
  const { name, provider, category } = verdict.declared ?? verdict.bot;
  return { name, provider, category, declared: verdict.declared !== undefined };
}

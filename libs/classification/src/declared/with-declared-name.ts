import { type BotIdentity, type DeclaredBot, isAiCategory, type Verdict } from '@app/contracts';
import type { ReasonedVerdict } from '../layer.js';
import { UNIDENTIFIED_BOT } from '../registry/special-bots.js';
import { declaredBot } from './declared-bot.js';
import { declaredCategory } from './declared-category.js';
import type { Operators } from './operators.js';
import type { IsReserved } from './reserved-names.js';

/** What a registry says about names that bots give themselves. */
export interface KnownNames {
  readonly isReserved: IsReserved;
  readonly operators: Operators;
}

/**
 * Adds the name that the user agent declares to the verdict on a bot that no row names. A bot with
 * a reserved name has none: it says nothing of itself, only whom it wants to be taken for.
 */
export function withDeclaredName(
  verdict: ReasonedVerdict,
  userAgent: string,
  known: () => KnownNames,
): ReasonedVerdict {
  if (verdict.kind === 'human' || verdict.bot.id !== UNIDENTIFIED_BOT.id) return verdict;
  const { isReserved, operators } = known();
  const declared = declaredBot(userAgent, operators);
  if (declared === undefined || isReserved(declared.name)) return verdict;
  const kind = isAiCategory(declared.category) ? 'ai_bot' : verdict.kind;
  const reason = [verdict.reason, ...saidBy(declared, operators)].join('; ');
  return Object.freeze({ ...verdict, kind, reason, declared });
}

/** Returns what the provider and the category of a declared bot are told by, unless it is nothing. */
function saidBy({ name, provider }: DeclaredBot, operators: Operators): string[] {
  const { reason } = declaredCategory(name, provider, operators);
  return [
    ...(operators.has(provider) ? [`it says that it is of ${provider}`] : []),
    ...(reason === undefined ? [] : [reason]),
  ];
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

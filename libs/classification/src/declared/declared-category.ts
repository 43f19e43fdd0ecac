import { type BotCategory, isAiCategory } from '@app/contracts';
import type { Operators } from './operators.js';
import { saysAi } from './says-ai.js';

/** What a name says about what its bot is for. Other words are not clear enough. */
const CLEAR_WORDS: readonly (readonly [RegExp, BotCategory])[] = [
  [/monitor|uptime/i, 'monitoring'],
  [/feed(?!back)/i, 'feed_fetcher'],
  [/preview/i, 'social_preview'],
  [/archiv/i, 'archiver'],
  [/(?<![a-z])seo(?![a-z])|SEO/, 'seo'],
];

/** What a declared bot is for, and by what that is told. */
export interface DeclaredCategory {
  readonly category: BotCategory;
  /** Absent where nothing tells it, and where a plain word of the name does. */
  readonly reason?: string;
}

/**
 * Returns what a bot is for by its name and, if that is not clear, by what the other bots of its
 * operator are for. That its name says AI is safer than what an operator for something else does
 * (`docs/decisions/0053-agents-newer-than-the-table.md`).
 */
export function declaredCategory(
  name: string,
  provider: string,
  operators: Operators,
): DeclaredCategory {
  const clear = CLEAR_WORDS.find(([word]) => word.test(name))?.[1];
  if (clear !== undefined) return { category: clear };
  const category = operators.categoryOf(provider);
  const isOperatorForAi = category !== undefined && isAiCategory(category);
  if (saysAi(name) && !isOperatorForAi)
    return { category: 'ai_unidentified', reason: 'its name says AI' };
  if (category === undefined) return { category: 'unidentified' };
  return { category, reason: concludedFrom(provider, category) };
}

function concludedFrom(provider: string, category: BotCategory): string {
  if (category === 'ai_unidentified') return `all known bots of ${provider} are for AI`;
  return `its category is only concluded: all known bots of ${provider} are ${category}`;
}

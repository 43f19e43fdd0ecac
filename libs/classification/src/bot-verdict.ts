import { isAiCategory } from '@app/contracts';
import type { Verdict } from '@app/contracts';
import type { RegisteredBot } from './registry/registered-bot.js';

/** The verdict that names a row. Frozen, because one object answers for every visit of the bot. */
export function botVerdict({ id, slug, name, provider, category }: RegisteredBot): Verdict {
  const bot = Object.freeze({ id, slug, name, provider, category });
  return Object.freeze({ kind: isAiCategory(category) ? 'ai_bot' : 'bot', bot });
}

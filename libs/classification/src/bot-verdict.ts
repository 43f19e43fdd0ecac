import { isAiCategory } from '@app/contracts';
import type { LayerName, ReasonedVerdict } from './layer.js';
import type { RegisteredBot } from './registry/registered-bot.js';

/**
 * Returns the verdict that names a row. It is frozen, because one object answers for many visits.
 */
export function botVerdict(
  { id, slug, name, provider, category }: RegisteredBot,
  layer: LayerName,
  reason: string,
): ReasonedVerdict {
  const bot = Object.freeze({ id, slug, name, provider, category });
  return Object.freeze({ kind: isAiCategory(category) ? 'ai_bot' : 'bot', bot, layer, reason });
}

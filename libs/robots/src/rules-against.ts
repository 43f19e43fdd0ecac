import { BOT_REGISTRY } from '@app/classification';
import type { BotCategory, KnownBot } from '@app/contracts';
import { type UnwantedBots, writeRules } from './write-rules.js';

const REGISTERED = new Map(BOT_REGISTRY.map((bot) => [bot.name, bot]));

/** Writes rules for the known bots of some categories, the operator's own ones included. */
export function rulesAgainst(
  categories: readonly BotCategory[],
  bots: readonly KnownBot[],
): { text: string; bots: number } {
  const groups = [...new Set(categories)].map((category): UnwantedBots => ({
    heading: `Bots of the category ${category}`,
    bots: bots
      .filter((bot) => bot.category === category)
      .map(({ name }) => {
        const row = REGISTERED.get(name);
        return { name, agentTokens: row?.tokens ?? [], ignores: row?.robotsTxt === 'ignores' };
      }),
  }));
  return writeRules(groups);
}

import { BOT_REGISTRY } from './bot-registry.js';
import type { RegisteredBot } from './registered-bot.js';

let byId: ReadonlyMap<number, RegisteredBot> | undefined;

/** Returns the row with this id. Rows of operators and names that bots give themselves are none. */
export function registeredBot(id: number): RegisteredBot | undefined {
  byId ??= new Map(BOT_REGISTRY.map((bot) => [bot.id, bot]));
  return byId.get(id);
}

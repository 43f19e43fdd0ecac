import { statement } from '../database/statement.js';
import type { UpkeepTask } from './upkeep.js';

const PAUSE_MS = 60_000;
const PORTION = 1_000;

const FIND_UNJUDGED = statement('upkeep/find_unjudged_names');
const JUDGE = statement('upkeep/judge_names');

export interface DeclaredNamesSettings {
  /** Says which registry it is. Another one gets another text. */
  registry: string;
  /** Returns the id of the bot that the registry has under a declared name, or undefined. */
  botOf: (name: string, provider: string) => number | undefined;
  portion?: number;
}

interface UnjudgedName {
  id: number;
  name: string;
  provider: string;
}

/**
 * Asks the registry of this process for all names that bots gave themselves. A bot that has become
 * known takes over the visits of the past, because names are joined when they are read.
 */
export function declaredNamesTask(settings: DeclaredNamesSettings): UpkeepTask {
  const { registry, botOf, portion = PORTION } = settings;
  return {
    name: 'names',
    async *round(client) {
      let judged = 0;
      for (let found = portion; found === portion;) {
        const { rows } = await client.query<UnjudgedName>(FIND_UNJUDGED, [registry, portion]);
        found = rows.length;
        if (found === 0) break;
        const ids = rows.map(({ id }) => id);
        const bots = rows.map(({ name, provider }) => botOf(name, provider) ?? null);
        await client.query(JUDGE, [ids, bots, registry]);
        judged += found;
        yield;
      }
      return { pauseMs: PAUSE_MS, ...(judged > 0 ? { done: { names: judged } } : {}) };
    },
  };
}

import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { UpkeepTask } from './upkeep.js';

const PAUSE_MS = 60_000;
const PORTION = 1_000;

const FIND_UNJUDGED = statement('upkeep/find_unjudged_names');
const JUDGE = statement('upkeep/judge_names');
const FIND_WEBSITES = statement('upkeep/find_websites_of_accounts');
const OUTDATE = statement('upkeep/outdate_digests_of_bots');

export interface DeclaredNamesSettings {
  /** Says which registry it is. Another one gets another text. */
  registry: string;
  /** Returns what the registry says about a declared name with the provider that it has. */
  judge: (name: string, provider: string) => NameVerdict;
  portion?: number;
}

/** What a registry says about a declared name. */
export interface NameVerdict {
  /** The id of the bot that the registry has under the name, or null. */
  bot: number | null;
  provider: string;
  category: string;
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
  const { registry, judge, portion = PORTION } = settings;
  return {
    name: 'names',
    async *round(client) {
      let judged = 0;
      for (let found = portion; found === portion;) {
        const { rows } = await client.query<UnjudgedName>(FIND_UNJUDGED, [registry, portion]);
        found = rows.length;
        if (found === 0) break;
        const ids = rows.map(({ id }) => id);
        const verdicts = rows.map(({ name, provider }) => judge(name, provider));
        await note(client, ids, verdicts, registry);
        judged += found;
        yield;
      }
      return { pauseMs: PAUSE_MS, ...(judged > 0 ? { done: { names: judged } } : {}) };
    },
  };
}

interface JudgedName {
  id: number;
  account_id: number;
  /** Whether its visits begin or cease to be those of an AI bot. */
  changed: boolean;
}

/** The digests that count visits of an AI bot change with the names, or not at all. */
async function note(
  client: pg.ClientBase,
  ids: number[],
  verdicts: readonly NameVerdict[],
  registry: string,
): Promise<void> {
  const column = (of: keyof NameVerdict) => verdicts.map((verdict) => verdict[of]);
  const values = [ids, column('bot'), column('provider'), column('category'), registry];
  await client.query('BEGIN');
  const { rows } = await client.query<JudgedName>(JUDGE, values);
  const changed = rows.filter((name) => name.changed);
  if (changed.length > 0) {
    const accounts = changed.map(({ account_id: account }) => account);
    const { rows: websites } = await client.query<{ id: number }>(FIND_WEBSITES, [accounts]);
    const bots = changed.map(({ id }) => id);
    await client.query(OUTDATE, [websites.map(({ id }) => id), bots]);
  }
  // After an error, the connection is given up anyway.
  await client.query('COMMIT');
}

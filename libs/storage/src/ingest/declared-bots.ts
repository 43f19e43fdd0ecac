import { type DeclaredBot, NEW_DECLARED_BOTS_PER_HOUR } from '@app/contracts';
import { groupCalls } from '@app/group-calls';
import type pg from 'pg';
import { mayBeOneCall } from '../database/database-error.js';
import { statement } from '../database/statement.js';
import { numberArray, textArray } from './array-literals.js';

/** Names of bots in an account. A visit under a further name counts as an unidentified bot. */
export const MOST_DECLARED_BOTS = 10_000;

/** How many names one process remembers, of all accounts: some 10 MB. */
const REMEMBERED = 50_000;
/** The rows of an account go with its last website, so an id is asked for again at times. */
const REMEMBERED_MS = 60 * 60_000;
/** There may be room for a refused name in the next hour. */
const REFUSED_MS = 60_000;
/** How many unknown names are looked up at once. */
const MOST_NAMES = 2_000;

const REGISTER = statement('ingest/register_declared_bots');

/** A name in an account. */
interface AccountName {
  accountId: number;
  bot: DeclaredBot;
}

interface NameRow {
  account_id: number;
  key: string;
  bot_id: number;
}

export interface DeclaredBotsOptions {
  /** Says which registry names none of the bots that are registered. */
  registry: string;
  most?: number;
  mostNew?: number;
  /** What is known already, which several dictionaries may share. */
  known?: KnownDeclaredBots;
}

/**
 * Gives the names that bots give themselves their ids. An account has ids of its own. An id is
 * committed before the visits that use it.
 */
export class DeclaredBots {
  private readonly known: KnownDeclaredBots;
  /** Looks up the names of several batches at once. Each batch gets the answers for all of them. */
  private readonly lookUp: (unknown: AccountName[]) => Promise<ReadonlyMap<string, number>>;

  constructor(
    private readonly pool: pg.Pool,
    private readonly options: DeclaredBotsOptions,
  ) {
    this.known = options.known ?? new KnownDeclaredBots();
    const lookUpAll = async (batches: AccountName[][]) => {
      const ids = await this.register(batches.flat());
      return batches.map(() => ids);
    };
    this.lookUp = groupCalls(lookUpAll, {
      most: MOST_NAMES,
      weigh: (names) => names.length,
      halveAfter: mayBeOneCall,
    });
  }

  /**
   * Returns the ids of names of an account, by key. A name beyond the bounds is missing. The
   * database is asked for names only that this process does not know.
   */
  async resolve(
    accountId: number,
    bots: Iterable<DeclaredBot>,
  ): Promise<ReadonlyMap<string, number>> {
    const ids = new Map<string, number>();
    const unknown: AccountName[] = [];
    for (const bot of bots) {
      const id = this.known.get(accountId, bot.key);
      if (id === undefined) unknown.push({ accountId, bot });
      else if (id !== REFUSED) ids.set(bot.key, id);
    }
    const found = unknown.length > 0 ? await this.lookUp(unknown) : undefined;
    for (const { bot } of unknown) {
      const id = found?.get(nameIn(accountId, bot.key));
      if (id !== undefined) ids.set(bot.key, id);
    }
    return ids;
  }

  private async register(names: AccountName[]): Promise<ReadonlyMap<string, number>> {
    const { registry, most, mostNew } = this.options;
    const column = (of: keyof DeclaredBot) => textArray(names, ({ bot }) => bot[of]);
    const values = [
      numberArray(names, ({ accountId }) => accountId),
      ...[column('key'), column('name'), column('provider'), column('category'), registry],
      ...[most ?? MOST_DECLARED_BOTS, mostNew ?? NEW_DECLARED_BOTS_PER_HOUR],
    ];
    const query = { name: 'register_declared_bots', text: REGISTER, values };
    const { rows } = await this.pool.query<NameRow>(query);
    const ids = new Map(rows.map((row) => [nameIn(row.account_id, row.key), row.bot_id]));
    for (const { accountId, bot } of names) {
      this.known.remember(accountId, bot.key, ids.get(nameIn(accountId, bot.key)) ?? REFUSED);
    }
    return ids;
  }
}

/** No key has a blank. */
const nameIn = (accountId: number, key: string): string => `${accountId} ${key}`;

/** Stands for a name that the dictionary had no room for. It is no id. */
const REFUSED = 0;

/** Remembers names of all accounts. When there are too many, all are forgotten at once. */
export class KnownDeclaredBots {
  private readonly names = new Map<string, { id: number; until: number }>();

  constructor(private readonly most = REMEMBERED) {}

  /** Returns the id of a name, 0 if it was refused a moment ago, or undefined. */
  get(accountId: number, key: string): number | undefined {
    const known = this.names.get(nameIn(accountId, key));
    return known && known.until > performance.now() ? known.id : undefined;
  }

  remember(accountId: number, key: string, id: number): void {
    if (this.names.size >= this.most) this.names.clear();
    const until = performance.now() + (id === REFUSED ? REFUSED_MS : REMEMBERED_MS);
    this.names.set(nameIn(accountId, key), { id, until });
  }
}

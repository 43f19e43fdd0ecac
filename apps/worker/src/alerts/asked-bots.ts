import { isAsked, type OfBots, type Rule } from '@app/alerts';
import type { AskedBotRow } from '@app/storage';

/** A bot as reports of an account show it. */
export type AskedBot = Pick<AskedBotRow, 'name' | 'provider' | 'category'>;

/** Returns the names in lower case, and the categories, that rules ask for besides AI bots. */
export function askedWords(rules: readonly Rule[]): { names: string[]; categories: string[] } {
  const names = rules.flatMap((rule) =>
    'bot' in rule && rule.bot !== null ? [rule.bot.toLowerCase()] : [],
  );
  const categories = rules.flatMap((rule) => {
    if (rule.kind === 'new_bot') return rule.categories ?? [];
    return 'category' in rule && rule.category !== null ? [rule.category] : [];
  });
  return { names: [...new Set(names)], categories: [...new Set(categories)] };
}

/** The bots that alerts ask for, by id. */
export class AskedBots {
  private readonly byId: Map<number, AskedBotRow>;
  private readonly named: Map<number, AskedBotRow>;

  constructor(rows: readonly AskedBotRow[]) {
    this.named = new Map(rows.map((row) => [row.id, row]));
    this.byId = new Map(rows.filter(({ asked }) => asked).map((row) => [row.id, row]));
  }

  get ids(): number[] {
    return [...this.byId.keys()];
  }

  /** Returns undefined for people, and for bots that nobody asks for. */
  find(id: number | null): AskedBot | undefined {
    return id === null ? undefined : this.byId.get(id);
  }

  /** The same, also for bots that nobody asks for: others may come in the name of any bot. */
  nameOf(id: number | null): AskedBot | undefined {
    return id === null ? undefined : this.named.get(id);
  }

  /** Returns the ids of the bots that a rule of an account is about. */
  idsOf(of: OfBots, accountId: number): number[] {
    return [...this.byId.values()]
      .filter(({ account_id }) => account_id === null || account_id === accountId)
      .filter(({ name, category }) => isAsked(of, { bot: name, category }))
      .map(({ id }) => id);
  }
}

import type pg from 'pg';
import { type Shard, type Shards, shardsOf } from '../database/shards.js';
import { statement } from '../database/statement.js';
import {
  PEOPLE_TABLES,
  ROLL_UP_TABLES,
  UNMERGED_TABLES,
  VIEWS_OF_ROLL_UPS,
} from '../roll-ups/roll-ups.js';
import { type LocalRelation, localText } from './local-text.js';

/** The tables with rows of websites that reports read. */
const TABLES = [
  ...ROLL_UP_TABLES,
  ...UNMERGED_TABLES,
  ...PEOPLE_TABLES,
  ...['judged_days', 'unjudged_daily', 'visitor_groups'],
  ...['skipped_daily', 'hosts', 'pages', 'page_digests', 'page_positions', 'bot_page_sets'],
  ...['sitemaps', 'dictionary_numbers'],
];
/** Tables that are the same on every node. */
const EVERYWHERE = ['bots', 'declared_bots'];
const VIEWS = [...VIEWS_OF_ROLL_UPS, 'ai_bots', 'known_bots'];

const FIND_VIEWS = statement('reports/find_views.citus');

/**
 * Asks for a website where its rows are. On several nodes that is the node of the website, and the
 * statement reads the tables of its shard: sent by the coordinator, it would be planned three times
 * for each question, and not once.
 */
export class WebsiteNode {
  private readonly shards: Shards;
  private readonly texts = new Map<string, string>();
  private shared: Promise<LocalRelation[]> | undefined;

  constructor(private readonly pool: pg.Pool) {
    this.shards = shardsOf(pool);
  }

  /**
   * @param name the name under which a connection prepares the statement
   * @param values the first one is the website
   */
  ask<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return this.onEach([values[0] as number], { name, text }, () => values);
  }

  /**
   * Asks a statement that is planned for its values every time. This takes milliseconds, and pays where
   * the planner expects few rows for any values and there are many.
   *
   * @param values the first one is the website
   */
  askAnew<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return this.onEach([values[0] as number], { name, text, isAnew: true }, () => values);
  }

  /**
   * Asks for several websites, each where its rows are, and puts the rows together.
   *
   * @param values those behind the websites, which are the first one
   */
  askEach<Row extends object>(
    name: string,
    text: string,
    websites: readonly number[],
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.onEach(websites, { name, text }, (own) => [own, ...values]);
  }

  private async onEach<Row extends object>(
    websites: readonly number[],
    { name, text, isAnew = false }: { name: string; text: string; isAnew?: boolean },
    valuesFor: (websites: readonly number[]) => unknown[],
  ): Promise<Row[]> {
    const parts = await this.shards.onEach(
      websites,
      (website) => website,
      async (shard, own) => {
        const prepared = await this.queryFor(shard, name, text);
        const query = isAnew ? { text: prepared.text } : prepared;
        return (await shard.pool.query<Row>({ ...query, values: valuesFor(own) })).rows;
      },
    );
    return parts.flat();
  }

  /** Returns what stands on the node of a shard for the relations that reports read. */
  async relationsOn(shard: Shard): Promise<LocalRelation[]> {
    return [...tablesOf(shard), ...(await this.sharedRelations())];
  }

  private async queryFor(shard: Shard, name: string, text: string) {
    if (shard.id === '') return { name, text };
    const key = `${name}_${shard.id}`;
    let local = this.texts.get(key);
    if (local === undefined) {
      local = onlyThere(localText(text, await this.relationsOn(shard)), shard);
      this.texts.set(key, local);
    }
    return { name: key, text: local };
  }

  private sharedRelations(): Promise<LocalRelation[]> {
    this.shared ??= this.readShared().catch((error: unknown) => {
      this.shared = undefined;
      throw error;
    });
    return this.shared;
  }

  private async readShared(): Promise<LocalRelation[]> {
    const { rows } = await this.pool.query<LocalRelation>(FIND_VIEWS, [VIEWS, EVERYWHERE]);
    const byName = new Map(rows.map((row) => [row.name, row]));
    // Views read tables, and some of them read those before them in their list.
    return [...EVERYWHERE, ...VIEWS].flatMap((name) => byName.get(name) ?? []);
  }
}

function tablesOf(shard: Shard): LocalRelation[] {
  return TABLES.map((name) => ({
    name,
    definition: shard.textOf(`SELECT * FROM ${name} `).trim(),
  }));
}

/**
 * Returns a statement that fails where the shard is not, in the snapshot in which it reads. That is
 * asked once, before everything else: as a condition of each table, every process of a parallel plan
 * would ask it anew, which takes milliseconds.
 */
function onlyThere(text: string, shard: Shard): string {
  return `SELECT * FROM (\n${text}\n) answer WHERE (SELECT is_here(${shard.id}))`;
}

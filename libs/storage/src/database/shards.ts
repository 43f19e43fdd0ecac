import pg from 'pg';
import { sqlstateOf } from './database-error.js';
import { isDistributed } from './is-distributed.js';
import { latestVersion } from './migrator.js';
import { withShardNames } from './shard-names.js';
import { statement } from './statement.js';

/** Where the rows of some websites are, and how statements name the relations there. */
export interface Shard {
  /** Different for each shard; empty where nothing is distributed. */
  id: string;
  /** The address of the node that has it. */
  node: string;
  /** Connections to the node that has it. */
  pool: pg.Pool;
  /** The schema that this release knows. The database refuses visits once it has a newer one. */
  knownSchema: number;
  /** Returns a statement for this shard. */
  textOf(statement: string): string;
}

/** A statement with a name, under which a connection prepares it once for each shard. */
export interface NamedStatement {
  name: string;
  text: string;
}

interface ShardRow {
  id: string;
  host: string;
  port: number;
  onCoordinator: boolean;
  names: Record<string, string>;
}

interface WebsiteRow {
  website: number;
  shard: string;
}

/** Every migration waits for this lock, and writers for the migration. */
const BEGIN = 'BEGIN; LOCK TABLE ONLY visits IN ROW EXCLUSIVE MODE';
const KNOWN_SCHEMA = latestVersion();
const FIND_SHARDS = statement('database/find_shards.citus');
const FIND_SHARDS_OF_WEBSITES = statement('database/find_shards_of_websites.citus');

/** Our own code for a shard that is not on the node, and PostgreSQL's for a table that is not there. */
const ELSEWHERE = ['ZR002', '42P01'];
/** Citus has no code for a shard that was split into others, and that a lock was asked for. */
const NO_SUCH_SHARD = /could not find valid entry for shard/;
/**
 * A process of a parallel plan takes about five milliseconds to start on a node, because it loads Citus.
 * The planner expects much less: with its own value, a report of a week took twice as long.
 */
const NODE_OPTIONS = '-c parallel_setup_cost=10000';
/** How often work is done again because a shard has moved meanwhile. */
const TRIES = 5;

/**
 * Knows on which node the rows of each website are. On Citus these are shards, which may move to other
 * nodes at any time; everywhere else it is the one server that there is. What is known is remembered
 * until it turns out to be wrong.
 */
export class Shards {
  private readonly whole: Shard;
  private readonly pools = new Map<string, pg.Pool>();
  private map: Promise<ShardMap> | undefined;
  private distributed: Promise<boolean> | undefined;

  constructor(private readonly pool: pg.Pool) {
    this.whole = { id: '', node: '', pool, knownSchema: KNOWN_SCHEMA, textOf: (text) => text };
  }

  /** Tells whether websites are on several nodes. */
  isDistributed(): Promise<boolean> {
    this.distributed ??= isDistributed(this.pool).catch((error: unknown) => {
      this.distributed = undefined;
      throw error;
    });
    return this.distributed;
  }

  /**
   * Carries out work for items, where their websites are, at the same time for each shard. Work for a
   * shard that has moved meanwhile is done again, so it must change nothing when it fails.
   *
   * @returns the results in no particular order
   * @throws the first error, after all other work has ended
   */
  async onEach<Item, Out>(
    items: readonly Item[],
    websiteOf: (item: Item) => number,
    work: (shard: Shard, items: Item[]) => Promise<Out>,
    tries = TRIES,
  ): Promise<Out[]> {
    const groups = await this.groupsOf(items, websiteOf);
    const settled = await Promise.allSettled(
      groups.map(async ([shard, own]) => {
        try {
          return [await work(shard, own)];
        } catch (error) {
          if (shard !== this.whole) this.forget();
          if (shard === this.whole || tries === 0 || !isElsewhere(error)) throw error;
          return this.onEach(own, websiteOf, work, tries - 1);
        }
      }),
    );
    const failure = settled.find((one) => one.status === 'rejected');
    if (failure) throw failure.reason;
    return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  }

  /** Ends the connections to nodes. The pool that was given is not ended. */
  async end(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.end()));
    this.pools.clear();
  }

  private async groupsOf<Item>(
    items: readonly Item[],
    websiteOf: (item: Item) => number,
  ): Promise<[Shard, Item[]][]> {
    if (!(await this.isDistributed())) return [[this.whole, [...items]]];
    const groups = new Map<Shard, Item[]>();
    const shards = await this.shardsOfWebsites(new Set(items.map(websiteOf)));
    for (const item of items) {
      const shard = shards.get(websiteOf(item)) as Shard;
      const group = groups.get(shard);
      if (group) group.push(item);
      else groups.set(shard, [item]);
    }
    return [...groups];
  }

  private async shardsOfWebsites(
    websites: ReadonlySet<number>,
    tries = TRIES,
  ): Promise<ReadonlyMap<number, Shard>> {
    this.map ??= this.readMap();
    const shards = await (await this.map).of(websites);
    if ([...websites].every((website) => shards.has(website))) return shards;
    // A shard was split after the map was read.
    if (tries === 0) throw new Error('The nodes do not say where all websites are');
    this.forget();
    return this.shardsOfWebsites(websites, tries - 1);
  }

  private forget(): void {
    this.map = undefined;
  }

  private async readMap(): Promise<ShardMap> {
    try {
      const { rows } = await this.pool.query<ShardRow>(FIND_SHARDS);
      return new ShardMap(
        this.pool,
        new Map(rows.map((row) => [String(row.id), this.shardOf(row)])),
      );
    } catch (error) {
      this.map = undefined;
      throw error;
    }
  }

  private shardOf({ id, host, port, onCoordinator, names }: ShardRow): Shard {
    const byName = new Map(Object.entries(names));
    const texts = new Map<string, string>();
    const textOf = (text: string) => {
      let own = texts.get(text);
      if (own === undefined) texts.set(text, (own = withShardNames(text, byName)));
      return own;
    };
    return {
      id: String(id),
      node: `${host}:${port}`,
      pool: onCoordinator ? this.pool : this.poolOf(host, port),
      knownSchema: KNOWN_SCHEMA,
      textOf,
    };
  }

  /** Nodes have the same database, user and password. */
  private poolOf(host: string, port: number): pg.Pool {
    const address = `${host}:${port}`;
    let pool = this.pools.get(address);
    if (!pool) {
      const options = [this.pool.options.options, NODE_OPTIONS].filter(Boolean).join(' ');
      const settings = { ...this.pool.options, ...onNode(this.pool.options, host, port), options };
      pool = new pg.Pool(settings);
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
      this.pools.set(address, pool);
    }
    return pool;
  }
}

/** Shards as they were when the coordinator was asked. */
class ShardMap {
  private readonly byWebsite = new Map<number, Shard>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly shards: ReadonlyMap<string, Shard>,
  ) {}

  async of(websites: ReadonlySet<number>): Promise<ReadonlyMap<number, Shard>> {
    const unknown = [...websites].filter((website) => !this.byWebsite.has(website));
    if (unknown.length > 0) {
      const { rows } = await this.pool.query<WebsiteRow>({
        name: 'find_shards_of_websites',
        text: FIND_SHARDS_OF_WEBSITES,
        values: [unknown],
      });
      for (const { website, shard } of rows) {
        const found = this.shards.get(String(shard));
        if (found) this.byWebsite.set(website, found);
      }
    }
    return this.byWebsite;
  }
}

const shardsByPool = new WeakMap<object, Shards>();

/** Returns what is known of the nodes behind a pool. Whoever writes through it shares that. */
export function shardsOf(pool: pg.Pool): Shards {
  let shards = shardsByPool.get(pool);
  if (!shards) shardsByPool.set(pool, (shards = new Shards(pool)));
  return shards;
}

/**
 * Returns what begins a transaction that writes to shards of a node. It fails where one of them is
 * not, or is about to leave.
 */
export function beginOn(shards: readonly Shard[]): string {
  const ids = shards.map(({ id }) => id).filter((id) => id !== '');
  return ids.length > 0 ? `BEGIN; SELECT hold_shards('{${ids.join()}}', ${KNOWN_SCHEMA})` : BEGIN;
}

/** Returns a statement as it is prepared for a shard. */
export function named(shard: Shard, name: string, text: string): NamedStatement {
  return { name: `${name}${shard.id && `_${shard.id}`}`, text: shard.textOf(text) };
}

function onNode({ connectionString }: pg.PoolOptions, host: string, port: number): pg.PoolConfig {
  if (!connectionString) return { host, port };
  const url = new URL(connectionString);
  url.hostname = host;
  url.port = String(port);
  return { connectionString: url.href };
}

function isElsewhere(error: unknown): boolean {
  const code = sqlstateOf(error);
  if (code === null) return false;
  return ELSEWHERE.includes(code) || NO_SUCH_SHARD.test((error as Error).message);
}

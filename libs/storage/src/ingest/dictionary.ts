import { groupCalls } from '@app/group-calls';
import type pg from 'pg';
import { mayBeOneCall } from '../database/database-error.js';
import { inTransaction } from '../database/in-transaction.js';
import { beginOn, named, type Shard, type Shards, shardsOf } from '../database/shards.js';
import { statement } from '../database/statement.js';
import { numberArray } from './array-literals.js';

/** What has a number in a dictionary, as a visit brings it. */
export interface DictionaryEntry {
  websiteId: number;
  /** Of the visit, epoch milliseconds UTC. */
  time: number;
}

/** How entries of a kind are told apart, and with which statements they are looked up. */
export interface DictionaryKind<Entry extends DictionaryEntry> {
  /** The name of its prepared statements. */
  name: string;
  /** Takes websites and the columns below. Both return places in the lists and numbers. */
  find: string;
  /** Also takes the days of the visits, and the bound. */
  register: string;
  /** Different for entries of a website that are different. */
  keyOf(entry: Entry): string;
  /** The values of the statements' parameters behind the websites. */
  columnsOf(entries: Entry[]): string[];
  /** Distinct new entries per website and day. Those beyond it have no number. */
  bound: number;
}

interface NumberRow {
  place: number;
  id: number;
}

const TAKE_NUMBERS = statement('ingest/take_numbers');

/**
 * Roughly how many bytes of known entries one process keeps of a kind: some 200,000 of ordinary length.
 * Visitors invent them and they may be long, so a bound on their number alone would not be enough.
 */
const CACHED_BYTES = 32 * 1024 * 1024;
/** Roughly what an entry of a Map takes in addition to the characters of its key. */
const ENTRY_BYTES = 100;
/** How many unknown entries are looked up at once. */
const MOST_ENTRIES = 2_000;

/**
 * Gives what repeats in visits its numbers. A number is committed before the visits that use it, and
 * one without visits does no harm: so writers never wait for each other's batches here. What is
 * beyond the bound is not remembered, because there is room for it on another day.
 */
export class Dictionary<Entry extends DictionaryEntry> {
  /** Looks up the entries of several calls at once. Each gets the answers for all of them. */
  private readonly lookUp: (unknown: Entry[]) => Promise<NumbersByKey>;

  constructor(
    pool: pg.Pool,
    private readonly kind: DictionaryKind<Entry>,
    /** What is known already, which several dictionaries may share. */
    private readonly known = new KnownNumbers(),
    private readonly shards: Pick<Shards, 'onEach'> = shardsOf(pool),
  ) {
    const lookUpAll = async (calls: Entry[][]) => {
      const numbers = await this.findOrRegister(this.distinct(calls.flat()));
      return calls.map(() => numbers);
    };
    this.lookUp = groupCalls(lookUpAll, {
      most: MOST_ENTRIES,
      weigh: (entries) => entries.length,
      halveAfter: mayBeOneCall,
    });
  }

  /** Returns the number of each entry, in the same order, and null for one beyond the bound. */
  async resolve(entries: readonly Entry[]): Promise<(number | null)[]> {
    const { keyOf } = this.kind;
    const numbers = entries.map((entry) => this.known.get(entry.websiteId, keyOf(entry)) ?? null);
    const unknown = entries.filter((_, place) => numbers[place] === null);
    if (unknown.length === 0) return numbers;
    const found = await this.lookUp(this.distinct(unknown));
    return numbers.map((number, place) => {
      const entry = entries[place] as Entry;
      return number ?? found.get(entry.websiteId, keyOf(entry)) ?? null;
    });
  }

  private async findOrRegister(entries: Entry[]): Promise<NumbersByKey> {
    const numbers = new NumbersByKey();
    await this.shards.onEach(
      entries,
      ({ websiteId }) => websiteId,
      (shard, own) => this.findOrRegisterIn(shard, own, numbers),
    );
    return numbers;
  }

  private async findOrRegisterIn(shard: Shard, entries: Entry[], numbers: NumbersByKey) {
    const { name, find, register, bound } = this.kind;
    const note = (asked: Entry[], { rows }: pg.QueryResult<NumberRow>) => {
      for (const { place, id } of rows) this.remember(numbers, asked[place] as Entry, Number(id));
    };
    const values = this.valuesOf(entries);
    note(entries, await shard.pool.query({ ...named(shard, `find_${name}`, find), values }));
    const unknown = entries.filter((entry) => !this.has(numbers, entry));
    if (unknown.length === 0) return;
    const asked = this.valuesOf(unknown);
    const all = [...asked, unknown.map(dayOf), bound];
    const registered = await inTransaction(
      shard.pool,
      async (client) => {
        const turn = named(shard, 'take_numbers', TAKE_NUMBERS);
        await client.query({ ...turn, values: asked.slice(0, 1) });
        const registering = named(shard, `register_${name}`, register);
        return client.query<NumberRow>({ ...registering, values: all });
      },
      { begin: beginOn([shard]) },
    );
    // Not before the commit: a number that was rolled back is given to another entry.
    note(unknown, registered);
  }

  private valuesOf(entries: Entry[]): string[] {
    return [numberArray(entries, ({ websiteId }) => websiteId), ...this.kind.columnsOf(entries)];
  }

  private remember(numbers: NumbersByKey, entry: Entry, id: number): void {
    const key = this.kind.keyOf(entry);
    numbers.set(entry.websiteId, key, id);
    this.known.remember(entry.websiteId, key, id);
  }

  private has(numbers: NumbersByKey, entry: Entry): boolean {
    return numbers.get(entry.websiteId, this.kind.keyOf(entry)) !== undefined;
  }

  /** Returns the first of the entries that are the same. */
  private distinct(entries: Entry[]): Entry[] {
    const seen = new NumbersByKey();
    return entries.filter((entry, place) => {
      if (this.has(seen, entry)) return false;
      seen.set(entry.websiteId, this.kind.keyOf(entry), place);
      return true;
    });
  }
}

/**
 * Remembers numbers. They never change and are never used again. When there are too many, all are
 * forgotten at once: the important ones come again with the next batch.
 */
export class KnownNumbers {
  private readonly numbers = new NumbersByKey();
  private bytes = 0;

  constructor(private readonly mostBytes = CACHED_BYTES) {}

  get(websiteId: number, key: string): number | undefined {
    return this.numbers.get(websiteId, key);
  }

  remember(websiteId: number, key: string, number: number): void {
    if (this.get(websiteId, key) !== undefined) return;
    const bytes = key.length + ENTRY_BYTES;
    if (this.bytes + bytes > this.mostBytes) {
      this.numbers.clear();
      this.bytes = 0;
    }
    this.numbers.set(websiteId, key, number);
    this.bytes += bytes;
  }
}

/** Returns the UTC day as `YYYY-MM-DD`. */
const dayOf = ({ time }: DictionaryEntry) => new Date(time).toISOString().slice(0, 10);

/**
 * A number for each key, by website and then by key. One text that joins the two would cost more than
 * the look-up.
 */
class NumbersByKey {
  private readonly byWebsite = new Map<number, Map<string, number>>();

  get(websiteId: number, key: string): number | undefined {
    return this.byWebsite.get(websiteId)?.get(key);
  }

  set(websiteId: number, key: string, number: number): void {
    const numbers = this.byWebsite.get(websiteId);
    if (numbers) numbers.set(key, number);
    else this.byWebsite.set(websiteId, new Map([[key, number]]));
  }

  clear(): void {
    this.byWebsite.clear();
  }
}

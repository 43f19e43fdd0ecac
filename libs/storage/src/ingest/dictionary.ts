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
  /**
   * The texts that tell entries of a website apart. That with by far the most values comes last,
   * because each value of another one takes a Map.
   */
  key: readonly (keyof Entry)[];
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
export const CACHED_BYTES = 32 * 1024 * 1024;
/** Roughly what an entry of a Map takes in addition to the characters of its key. */
const ENTRY_BYTES = 100;
/** Roughly what an empty Map takes. */
const MAP_BYTES = 250;
/** How many unknown entries are looked up at once. */
const MOST_ENTRIES = 2_000;

/**
 * Gives what repeats in visits its numbers. A number is committed before the visits that use it, and
 * one without visits does no harm: so writers never wait for each other's batches here. What is
 * beyond the bound is not remembered, because there is room for it on another day.
 */
export class Dictionary<Entry extends DictionaryEntry> {
  /** Looks up the entries of several calls at once. Each gets the answers for all of them. */
  private readonly lookUp: (unknown: Entry[]) => Promise<Numbers>;

  constructor(
    pool: pg.Pool,
    private readonly kind: DictionaryKind<Entry>,
    /** What is known already, which several dictionaries may share. */
    private readonly known: KnownEntries<Entry> = new KnownNumbers(kind.key),
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
    const { key } = this.kind;
    const numbers = this.known.find(entries);
    const unknown = entries.filter((_, place) => numbers[place] === undefined);
    const found = unknown.length > 0 ? await this.lookUp(this.distinct(unknown)) : undefined;
    return numbers.map(
      (number, place) => number ?? found?.get(entries[place] as Entry, key) ?? null,
    );
  }

  private async findOrRegister(entries: Entry[]): Promise<Numbers> {
    const numbers = new Numbers();
    await this.shards.onEach(
      entries,
      ({ websiteId }) => websiteId,
      (shard, own) => this.findOrRegisterIn(shard, own, numbers),
    );
    return numbers;
  }

  private async findOrRegisterIn(shard: Shard, entries: Entry[], numbers: Numbers) {
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

  private remember(numbers: Numbers, entry: Entry, id: number): void {
    numbers.set(entry, this.kind.key, id);
    this.known.remember(entry, id);
  }

  private has(numbers: Numbers, entry: Entry): boolean {
    return numbers.get(entry, this.kind.key) !== undefined;
  }

  /** Returns the first of the entries that are the same. */
  private distinct(entries: Entry[]): Entry[] {
    const seen = new Numbers();
    return entries.filter((entry, place) => {
      if (this.has(seen, entry)) return false;
      seen.set(entry, this.kind.key, place);
      return true;
    });
  }
}

/** What a process remembers of a dictionary. Numbers never change and are never used again. */
export interface KnownEntries<Entry extends DictionaryEntry> {
  /** Returns the number of each entry; undefined for one that is not known. */
  find(entries: readonly Entry[]): (number | undefined)[];
  remember(entry: Entry, number: number): void;
}

/**
 * Remembers the numbers of entries. When there are too many, all are forgotten at once: the important
 * ones come again with the next batch.
 */
export class KnownNumbers<Entry extends DictionaryEntry> implements KnownEntries<Entry> {
  private readonly numbers = new Numbers();
  private bytes = 0;

  constructor(
    private readonly key: Key<Entry>,
    private readonly mostBytes = CACHED_BYTES,
  ) {}

  find(entries: readonly Entry[]): (number | undefined)[] {
    return entries.map((entry) => this.numbers.get(entry, this.key));
  }

  remember(entry: Entry, number: number): void {
    if (this.numbers.get(entry, this.key) !== undefined) return;
    this.bytes += this.numbers.set(entry, this.key, number);
    if (this.bytes <= this.mostBytes) return;
    this.numbers.clear();
    this.bytes = this.numbers.set(entry, this.key, number);
  }
}

/** Returns the UTC day as `YYYY-MM-DD`. */
const dayOf = ({ time }: DictionaryEntry) => new Date(time).toISOString().slice(0, 10);

type Key<Entry> = readonly (keyof Entry)[];
/** By the values of one text: a level for the next text, or of the last one the numbers. */
type Level = Map<unknown, Level | number>;

/**
 * A number for each entry, by its website and then by one text after the other. Texts that are joined
 * to one key must be copied and hashed for each look-up, while the texts of a batch have their hashes
 * already: for clients this takes a quarter of the time.
 */
class Numbers {
  private readonly byWebsite: Level = new Map();

  get<Entry extends DictionaryEntry>(entry: Entry, key: Key<Entry>): number | undefined {
    let found = this.byWebsite.get(entry.websiteId);
    for (let text = 0; found !== undefined && text < key.length; text++)
      found = (found as Level).get(entry[key[text] as keyof Entry]);
    return found as number | undefined;
  }

  /** Returns roughly how many bytes this takes. */
  set<Entry extends DictionaryEntry>(entry: Entry, key: Key<Entry>, number: number): number {
    let bytes = 0;
    let level = this.byWebsite;
    let value: unknown = entry.websiteId;
    for (const text of key) {
      let next = level.get(value) as Level | undefined;
      if (!next) {
        level.set(value, (next = new Map()));
        bytes += bytesOf(value) + MAP_BYTES;
      }
      level = next;
      value = entry[text];
    }
    level.set(value, number);
    return bytes + bytesOf(value);
  }

  clear(): void {
    this.byWebsite.clear();
  }
}

/** Returns roughly how many bytes an entry of a Map takes with its key. */
function bytesOf(key: unknown): number {
  return ENTRY_BYTES + (typeof key === 'string' ? key.length : 0);
}

import { FIRST_ERROR, verificationCode } from '@app/contracts';
import { DIMENSIONS, type DimensionName } from '../roll-ups/dimensions.js';
import type { MeasureName } from '../roll-ups/measures.js';
import { type RollUp, rollUp, type RollUpName } from '../roll-ups/roll-ups.js';
import type { Batch } from './counted-batch.js';
import type { KeyLevel } from './key-level.js';
import { Tally } from './tally.js';
import type { VisitColumns } from './visit.js';
import type { TextCodes } from './visit-codes.js';

/** The rows of a roll-up that the visits of a transaction add. */
export interface CountedRows {
  /** Indexes of the rows, in the order in which the database upserts them. */
  rows: Int32Array;
  /** Returns the value of a column in a row. Buckets are epoch seconds, times epoch milliseconds. */
  reader(column: string): (row: number) => number | string | null;
  /** Returns a number that the rows of a website and bucket, and no others, have in common. */
  bucketOf(row: number): number;
}

const SECONDS = { hour: 3_600, day: 86_400 };
const [VERIFIED, SPOOFED, UNVERIFIABLE] = (['verified', 'spoofed', 'unverifiable'] as const).map(
  verificationCode,
);

export interface Keys {
  grain: 'hour' | 'day';
  /** What the keys of each level below the bucket are made of. */
  paths: readonly string[];
  /** Websites, buckets, and a level for each dimension. */
  levels: readonly KeyLevel[];
  texts: TextCodes;
}

/** The counts of a roll-up, by the index of the key. */
export class CountedRollUp {
  private readonly rollUp: RollUp;
  private readonly sums = {
    visits: new Tally(),
    errors: new Tally(),
    verified: new Tally(),
    spoofed: new Tally(),
    unverifiable: new Tally(),
  };
  private readonly first = new Tally();
  private readonly last = new Tally();
  private readonly has: (name: MeasureName) => boolean;

  constructor(
    readonly name: RollUpName,
    private readonly keys: Keys,
  ) {
    this.rollUp = rollUp(name);
    this.has = (measure) => this.rollUp.measures.includes(measure);
  }

  add(batch: Batch): void {
    const { of, aggregates } = this.rollUp;
    const rows = batch.rowsOf(of, aggregates !== undefined);
    if (rows?.length === 0) return;
    const keys = this.keysOf(batch, rows);
    const count = rows ? rows.length : batch.visits.count;
    this.addVisits(keys, count);
    if (this.has('error_visits') || this.has('verified_visits'))
      this.addVerdicts(batch.visits, rows, keys, count);
    if (this.has('first_seen')) this.addTimes(batch.visits, rows, keys, count);
  }

  /** Returns the index of the key of each counted visit. */
  private keysOf(batch: Batch, rows: Uint32Array | undefined): Int32Array {
    const { grain, paths, levels } = this.keys;
    // What another roll-up has found for all visits is found for these, too.
    let known = paths.length;
    while (known > 0 && !batch.keys.has(paths[known - 1] as string)) known--;
    const start = batch.keys.get(known > 0 ? (paths[known - 1] as string) : grain) as Int32Array;
    let keys = rows ? picked(start, rows) : start;
    for (let at = known; at < paths.length; at++) {
      const parts = batch.partsOf(this.rollUp.by[at] as DimensionName, rows);
      keys = keysBelow(levels[at + 2] as KeyLevel, keys, parts);
      if (!rows) batch.keys.set(paths[at] as string, keys);
    }
    return keys;
  }

  private addVisits(keys: Int32Array, count: number): void {
    const { visits } = this.sums;
    for (let i = 0; i < count; i++) visits.add(keys[i] as number);
  }

  private addVerdicts(
    { statusCodes, verifications }: VisitColumns,
    rows: Uint32Array | undefined,
    keys: Int32Array,
    count: number,
  ): void {
    const { errors, verified, spoofed, unverifiable } = this.sums;
    for (let i = 0; i < count; i++) {
      const row = rows ? (rows[i] as number) : i;
      const key = keys[i] as number;
      if ((statusCodes[row] as number) >= FIRST_ERROR) errors.add(key);
      const verification = verifications[row];
      if (verification === VERIFIED) verified.add(key);
      else if (verification === SPOOFED) spoofed.add(key);
      else if (verification === UNVERIFIABLE) unverifiable.add(key);
    }
  }

  private addTimes(
    { times }: VisitColumns,
    rows: Uint32Array | undefined,
    keys: Int32Array,
    count: number,
  ): void {
    const { first, last } = this;
    for (let i = 0; i < count; i++) {
      const time = times[rows ? (rows[i] as number) : i] as number;
      const key = keys[i] as number;
      // No visit is of 1970.
      if (first.at(key) === 0 || time < first.at(key)) first.put(key, time);
      if (time > last.at(key)) last.put(key, time);
    }
  }

  rows(): CountedRows {
    return {
      rows: this.inOrder(),
      reader: (column) => this.reader(column),
      bucketOf: (row) => this.indexAbove(row, 1),
    };
  }

  /**
   * Returns the keys with visits in the order of their parts, because there are many, and the
   * database sorts what is in order already in half the time.
   */
  private inOrder(): Int32Array {
    let keys: Int32Array = new Int32Array(1);
    for (const level of this.keys.levels) keys = level.inOrder(keys);
    const { visits } = this.sums;
    return keys.filter((key) => visits.at(key) > 0);
  }

  private reader(column: string): (key: number) => number | string | null {
    const { grain } = this.keys;
    if (column === 'website_id') return this.partReader(0);
    if (column === 'bucket') {
      const numberOf = this.partReader(1);
      return (key) => numberOf(key) * SECONDS[grain];
    }
    const at = this.rollUp.by.indexOf(column as DimensionName);
    return at < 0 ? this.measureReader(column as MeasureName) : this.dimensionReader(at);
  }

  /** Returns what finds the part of a key in one of its levels. */
  private partReader(level: number): (key: number) => number {
    const { parts } = this.keys.levels[level] as KeyLevel;
    return (key) => parts[this.indexAbove(key, level)] as number;
  }

  /** Returns the index of what a key is below, in one of the levels. */
  private indexAbove(key: number, level: number): number {
    const { levels } = this.keys;
    let index = key;
    for (let at = levels.length - 1; at > level; at--)
      index = (levels[at] as KeyLevel).parents[index] as number;
    return index;
  }

  private dimensionReader(at: number): (key: number) => number | string {
    const partOf = this.partReader(at + 2);
    const { texts } = this.keys.texts;
    const isText = DIMENSIONS[this.rollUp.by[at] as DimensionName].type === 'text';
    return isText ? (key) => texts[partOf(key)] as string : partOf;
  }

  /** A count by verdict is null when there is none: it then takes no room in its row. */
  private measureReader(name: MeasureName): (key: number) => number | null {
    const { visits, errors, verified, spoofed, unverifiable } = this.sums;
    switch (name) {
      case 'visits':
        return (key) => visits.at(key);
      case 'error_visits':
        return (key) => errors.at(key);
      case 'verified_visits':
        return (key) => verified.at(key) || null;
      case 'spoofed_visits':
        return (key) => spoofed.at(key) || null;
      case 'unverifiable_visits':
        return (key) => unverifiable.at(key) || null;
      case 'first_seen':
        return (key) => this.first.at(key);
      case 'last_seen':
        return (key) => this.last.at(key);
    }
  }
}

/** Returns the indexes of the keys that have a part more than those of a level above. */
function keysBelow(level: KeyLevel, above: Int32Array, parts: Float64Array): Int32Array {
  const keys = new Int32Array(above.length);
  for (let i = 0; i < keys.length; i++)
    keys[i] = level.indexOf(above[i] as number, parts[i] as number);
  return keys;
}

/** Returns the keys of some visits. `Int32Array.from` takes several times as long. */
function picked(keys: Int32Array, rows: Uint32Array): Int32Array {
  const own = new Int32Array(rows.length);
  for (let i = 0; i < own.length; i++) own[i] = keys[rows[i] as number] as number;
  return own;
}

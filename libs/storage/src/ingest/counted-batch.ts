import { verificationCode } from '@app/contracts';
import type { DimensionName } from '../roll-ups/dimensions.js';
import type { Counted } from '../roll-ups/roll-ups.js';
import type { VisitColumns } from './visit.js';
import { type Codes, codesOf, NO_VALUE, type TextCodes } from './visit-codes.js';
import type { NumberedVisits } from './visit-numbers.js';

const PEOPLE = 0;
const SPOOFED = verificationCode('spoofed');
const NO_ROWS = new Uint32Array(0);

/** For each visit, the index of the hour and of the day of its website. */
export interface Buckets {
  hour: Int32Array;
  day: Int32Array;
}

/** A batch while it is counted: what several roll-ups need of it is found once. */
export class Batch {
  private readonly codes = new Map<DimensionName, Codes>();
  private readonly chosen = new Map<string, Uint32Array | undefined>();
  /** Filled again for each roll-up, because a new array for each would cost more than to count. */
  private readonly parts: Float64Array;
  /** For each visit the index of its key, by what the key is made of. */
  readonly keys: Map<string, Int32Array>;

  constructor(
    private readonly numbered: NumberedVisits,
    private readonly texts: TextCodes,
    private readonly lateBefore: number,
    buckets: Buckets,
  ) {
    this.keys = new Map(Object.entries(buckets));
    this.parts = new Float64Array(numbered.visits.count);
  }

  get visits(): VisitColumns {
    return this.numbered.visits;
  }

  codesOf(name: DimensionName): Codes {
    let codes = this.codes.get(name);
    if (codes === undefined)
      this.codes.set(name, (codes = codesOf(name, this.numbered, this.texts)));
    return codes;
  }

  /** Returns the rows of the visits that are counted, or undefined for all of them. */
  rowsOf(of: Counted, onlyLate: boolean): Uint32Array | undefined {
    const name = `${of} ${onlyLate}`;
    if (!this.chosen.has(name)) this.chosen.set(name, this.choose(of, onlyLate));
    return this.chosen.get(name);
  }

  private choose(of: Counted, onlyLate: boolean): Uint32Array | undefined {
    const { botIds, times, verifications } = this.visits;
    const all = of === 'all' ? undefined : this.rowsOf('all', onlyLate);
    switch (of) {
      case 'all':
        return onlyLate
          ? this.filter(undefined, (row) => (times[row] as number) < this.lateBefore)
          : undefined;
      case 'people':
        return this.filter(all, (row) => botIds[row] === PEOPLE);
      case 'located':
        return this.having('country', all);
      case 'paged':
        return this.having('page_id', all);
      case 'referred':
        return this.having('referral_source', this.rowsOf('people', onlyLate));
      case 'landed':
        return this.having('page_id', this.rowsOf('referred', onlyLate));
      case 'spoofed':
        return this.filter(all, (row) => verifications[row] === SPOOFED);
    }
  }

  /** Returns those of some rows that have a value. */
  private having(name: DimensionName, rows: Uint32Array | undefined): Uint32Array {
    if (rows?.length === 0) return rows;
    const { codes, items } = this.codesOf(name);
    const known = Array.from(codes, (code) => code !== NO_VALUE);
    if (!known.includes(true)) return NO_ROWS;
    return this.filter(rows, (row) => known[items ? (items[row] as number) : row] === true);
  }

  private filter(from: Uint32Array | undefined, isCounted: (row: number) => boolean): Uint32Array {
    const count = from ? from.length : this.visits.count;
    const rows = new Uint32Array(count);
    let chosen = 0;
    for (let i = 0; i < count; i++) {
      const row = from ? (from[i] as number) : i;
      if (isCounted(row)) rows[chosen++] = row;
    }
    return rows.subarray(0, chosen);
  }

  /**
   * Returns the code of some visits, in their order; that of an item that a visit does not have, such
   * as a referer, is NO_VALUE.
   *
   * @returns an array that the next call fills anew
   */
  partsOf(name: DimensionName, rows: Uint32Array | undefined): Float64Array {
    const { codes, items } = this.codesOf(name);
    const count = rows ? rows.length : this.visits.count;
    const { parts } = this;
    for (let i = 0; i < count; i++) {
      const row = rows ? (rows[i] as number) : i;
      const at = items ? (items[row] as number) : row;
      parts[i] = at < 0 ? NO_VALUE : (codes[at] as number);
    }
    return parts;
  }
}

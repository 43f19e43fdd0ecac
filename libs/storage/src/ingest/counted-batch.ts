import { verificationCode } from '@app/contracts';
import type { DimensionName } from '../roll-ups/dimensions.js';
import type { Counted } from '../roll-ups/roll-ups.js';
import type { VisitColumns } from './visit.js';
import { type Codes, codesOf, NO_VALUE, type TextCodes } from './visit-codes.js';
import type { NumberedVisits } from './visit-numbers.js';

const PEOPLE = 0;
const SPOOFED = verificationCode('spoofed');

/** For each visit, the index of the hour and of the day of its website. */
export interface Buckets {
  hour: Int32Array;
  day: Int32Array;
}

/** A batch while it is counted: what several roll-ups need of it is found once. */
export class Batch {
  private readonly codes = new Map<DimensionName, Codes>();
  private readonly chosen = new Map<string, Uint32Array | undefined>();
  /** For each visit the index of its key, by what the key is made of. */
  readonly keys: Map<string, Int32Array>;

  constructor(
    private readonly numbered: NumberedVisits,
    private readonly texts: TextCodes,
    private readonly lateBefore: number,
    buckets: Buckets,
  ) {
    this.keys = new Map(Object.entries(buckets));
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
    const isCounted = this.condition(of);
    if (!isCounted && !onlyLate) return undefined;
    const { count, times } = this.visits;
    const rows = new Uint32Array(count);
    let chosen = 0;
    for (let row = 0; row < count; row++) {
      if (onlyLate && (times[row] as number) >= this.lateBefore) continue;
      if (!isCounted || isCounted(row)) rows[chosen++] = row;
    }
    return rows.subarray(0, chosen);
  }

  private condition(of: Counted): ((row: number) => boolean) | undefined {
    const { botIds } = this.visits;
    const has = (name: DimensionName) => {
      const codes = codesOfRows(this.codesOf(name), this.visits.count, undefined);
      return (row: number) => codes[row] !== NO_VALUE;
    };
    switch (of) {
      case 'all':
        return undefined;
      case 'people':
        return (row) => botIds[row] === PEOPLE;
      case 'located':
        return has('country');
      case 'paged':
        return has('page_id');
      case 'referred': {
        const isSent = has('referral_source');
        return (row) => botIds[row] === PEOPLE && isSent(row);
      }
      case 'spoofed':
        return (row) => this.visits.verifications[row] === SPOOFED;
    }
  }
}

/** Returns the code of some visits, in their order. A visit without an item, such as a referer, has none. */
export function codesOfRows(
  { codes, items }: Codes,
  count: number,
  rows: Uint32Array | undefined,
): Float64Array {
  const found = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const row = rows === undefined ? i : (rows[i] as number);
    const at = items === undefined ? row : (items[row] as number);
    found[i] = at < 0 ? NO_VALUE : (codes[at] as number);
  }
  return found;
}

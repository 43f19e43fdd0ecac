import {
  type AddressColumn,
  createAddresses,
  mostOf,
  noTexts,
  NO_VALUE,
  type Sanitiser,
  type SanitisingReason,
  SENT_FIELDS,
  type SentField,
  setAddress,
  type TextColumn,
  type TimestampBounds,
  VISIT_FIELDS,
} from '@app/contracts';
import type { ColumnIn } from './columns-in.js';
import { distinctTexts } from './distinct-texts.js';
import { absentOf, sanitiserOf, timeOf } from './field-rules.js';
import { sentAddress } from './sent-address.js';

/** Called for each entry of whose value something was lost. */
type Lose = (reason: SanitisingReason) => void;

/** A place that is not known yet. */
const UNKNOWN = -2;
/** The place of a value that an entry may not have. */
const WRONG = -3;

/*
 * What becomes of columns. Each function looks at a value once, however many entries have it, and not
 * at all at a value that no entry has. It returns undefined when an entry has a value that refuses it.
 */

/** What is carried for an entry without a text; undefined where it is refused. */
const WITHOUT = new Map(SENT_FIELDS.map((field) => [field, absentOf(field)]));

/** Returns the texts of a field in the form that is queued. */
export function checkedTexts(
  field: SentField,
  column: ColumnIn | undefined,
  count: number,
  lose: Lose,
): TextColumn<string | null> | undefined {
  if (!column) return WITHOUT.get(field)?.ifMissing === undefined ? undefined : noTexts(count);
  const texts = new CheckedTexts(field, column.values);
  const places = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    const index = column.indexes[row] as number;
    const place = index === NO_VALUE ? texts.placeOfMissing() : texts.placeOf(index);
    if (place === WRONG) return undefined;
    const reason = index === NO_VALUE ? undefined : texts.reasons?.[index];
    if (reason !== undefined) lose(reason);
    places[row] = place;
  }
  const made = { texts: texts.list, places };
  return texts.mayRepeat ? distinctTexts(made) : made;
}

/** The texts of a column in the form that is queued. */
class CheckedTexts {
  readonly list: (string | null)[] = [];
  /** Whether equal texts may have become of different values. */
  mayRepeat = false;
  /** By the index of a value; undefined as long as nothing was lost. */
  reasons: (SanitisingReason | undefined)[] | undefined;
  private readonly places: Int32Array;
  private missing = UNKNOWN;
  private readonly sanitise: Sanitiser;
  private readonly most: number;

  constructor(
    private readonly field: SentField,
    private readonly values: readonly unknown[],
  ) {
    this.places = new Int32Array(values.length).fill(UNKNOWN);
    this.sanitise = sanitiserOf(field);
    this.most = VISIT_FIELDS[field].read === 'integer_or_text' ? mostOf(field) : -1;
  }

  placeOf(index: number): number {
    const place = this.places[index] as number;
    return place === UNKNOWN ? (this.places[index] = this.learn(index)) : place;
  }

  placeOfMissing(): number {
    if (this.missing === UNKNOWN) this.missing = this.placeWithout('ifMissing');
    return this.missing;
  }

  private learn(index: number): number {
    const value = this.values[index];
    if (value === null) return this.placeWithout('ifNull');
    const isText = typeof value === 'string';
    if (!isText && !isWhole(value, this.most)) return WRONG;
    const { value: text, reason } = this.sanitise(isText ? value : `${value as number}`);
    if (reason !== undefined) (this.reasons ??= [])[index] = reason;
    if (text !== value) this.mayRepeat = true;
    return this.list.push(text) - 1;
  }

  private placeWithout(how: 'ifNull' | 'ifMissing'): number {
    const text = WITHOUT.get(this.field)?.[how];
    if (text === undefined) return WRONG;
    this.mayRepeat = true;
    return this.list.push(text) - 1;
  }
}

/** Returns the times of entries, epoch milliseconds UTC. */
export function checkedTimes(
  column: ColumnIn,
  count: number,
  bounds: TimestampBounds,
): Float64Array | undefined {
  return numbersOf(column, new Float64Array(count), (value) => {
    if (typeof value !== 'string' && !Number.isFinite(value)) return NaN;
    return timeOf(value as string | number, bounds);
  });
}

/** Returns the integers of a field. */
export function checkedIntegers(
  field: SentField,
  column: ColumnIn | undefined,
  count: number,
): Uint32Array | undefined {
  if (!column) return undefined;
  const most = mostOf(field);
  return numbersOf(column, new Uint32Array(count), (value) =>
    isWhole(value, most) ? (value as number) : NaN,
  );
}

/** @param read returns NaN for a value that refuses its entry */
function numbersOf<Numbers extends Float64Array | Uint32Array>(
  { values, indexes }: ColumnIn,
  numbers: Numbers,
  read: (value: unknown) => number,
): Numbers | undefined {
  const known = new Float64Array(values.length);
  const isKnown = new Uint8Array(values.length);
  for (let row = 0; row < numbers.length; row++) {
    const index = indexes[row] as number;
    if (index === NO_VALUE) return undefined;
    if (isKnown[index] === 0) {
      known[index] = read(values[index]);
      isKnown[index] = 1;
    }
    const number = known[index] as number;
    if (Number.isNaN(number)) return undefined;
    numbers[row] = number;
  }
  return numbers;
}

/** The addresses of entries, and the rows of those that the visitor may have made up. */
export interface CheckedAddresses {
  addresses: AddressColumn;
  claimed: number[];
}

export function checkedAddresses(
  column: ColumnIn | undefined,
  count: number,
  lose: Lose,
): CheckedAddresses | undefined {
  if (!column) return undefined;
  const addresses = createAddresses(count);
  const claimed: number[] = [];
  const known: (ReturnType<typeof sentAddress> | undefined)[] = [];
  for (let row = 0; row < count; row++) {
    const index = column.indexes[row] as number;
    const value = index === NO_VALUE ? undefined : column.values[index];
    if (typeof value === 'string') {
      const { address, reason, isClaimed } = (known[index] ??= sentAddress(value));
      setAddress(addresses, row, address);
      if (reason !== undefined) lose(reason);
      if (isClaimed) claimed.push(row);
    } else if (value !== null) return undefined;
  }
  return { addresses, claimed };
}

/** Tells whether all values of a field that is checked and not used may be there. */
export function areAllowed(field: SentField, { values, indexes }: ColumnIn): boolean {
  const { sent } = VISIT_FIELDS[field];
  const used = new Set(indexes);
  used.delete(NO_VALUE);
  return [...used].every(
    (index) => index >= values.length || sent.safeParse(values[index]).success,
  );
}

function isWhole(value: unknown, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

import {
  MAX_ENTRIES_PER_REQUEST,
  noTexts,
  type SanitisedText,
  type Sanitiser,
  type SanitisingReason,
  type TextColumn,
  type TimestampBounds,
} from '@app/contracts';
import { JsonName, type JsonScanner } from '../http/json-scanner.js';
import { distinctTexts } from './distinct-texts.js';
import { type Absent, timeOf } from './field-rules.js';
import { MOST_PLACES, NO_PLACE, RememberedTexts } from './remembered-texts.js';

const QUOTE = 0x22;
const NULL = bytesOf('null');
const EMPTY_OBJECT = bytesOf('{}');
/** Where entries without an optional field find its value. */
const PLACE_OF_MISSING = 0;
/** Values of unknown fields that are neither a text nor a number. */
const WORDS = ['null', 'true', 'false'].map(bytesOf);

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text));
}

/** A field of log entries. It reads its value in one entry after the other, and keeps a column. */
export abstract class PlainField {
  /** As it stands in the text, with its quotes and the colon. */
  readonly written: JsonName;
  /** The field that came behind this one when it was seen last: most likely it does so again. */
  follower: PlainField | undefined;

  /** @param bit tells known fields apart; 0 for those that may stand in an entry several times */
  constructor(
    readonly name: string,
    readonly bit: number,
  ) {
    this.written = new JsonName(name);
  }

  /** Reads the value of an entry. False: it must be read in another way, or is none. */
  abstract take(scanner: JsonScanner, row: number, bounds: TimestampBounds): boolean;
  /** Calls for each of the first `count` entries of whose value something was lost. */
  eachLoss(_count: number, _tell: (reason: SanitisingReason) => void): void {}
  /** Forgets the body. */
  forget(): void {}
}

/** A text, and what is made of it. */
export class TextField extends PlainField {
  /** The place of the value of each entry among the values. */
  readonly places = new Uint32Array(MAX_ENTRIES_PER_REQUEST);
  values: (string | null)[] = [];
  private readonly reasons: (SanitisingReason | undefined)[] = [];
  private readonly known = new RememberedTexts((text) => this.add(text));
  private placeOfNull = NO_PLACE;
  private hasReasons = false;
  /** Whether values may be equal, although their texts are not. */
  private hasChanged = false;

  constructor(
    name: string,
    bit: number,
    private readonly sanitise: Sanitiser,
    private readonly absent: Absent,
  ) {
    super(name, bit);
    this.begin();
  }

  take(scanner: JsonScanner, row: number): boolean {
    let place = NO_PLACE;
    if (scanner.next() !== QUOTE) place = scanner.takesBytes(NULL) ? this.nullPlace() : NO_PLACE;
    else if (scanner.takesText()) place = this.known.placeOf(scanner);
    return this.put(row, place);
  }

  /** Returns the column of the first `count` entries. */
  column(count: number): TextColumn<string | null> {
    if (this.isUnused) return noTexts(count);
    const places = this.places.slice(0, count);
    const texts = this.values;
    return this.hasChanged ? distinctTexts({ texts, places }) : { texts, places };
  }

  override eachLoss(count: number, tell: (reason: SanitisingReason) => void): void {
    if (!this.hasReasons) return;
    for (let row = 0; row < count; row++) {
      const reason = this.reasons[this.places[row] as number];
      if (reason !== undefined) tell(reason);
    }
  }

  override forget(): void {
    if (this.isUnused) return;
    this.values = [];
    this.reasons.length = 0;
    this.placeOfNull = NO_PLACE;
    this.hasReasons = this.hasChanged = false;
    this.known.forget();
    this.begin();
  }

  private begin(): void {
    const { ifMissing } = this.absent;
    if (ifMissing === undefined) return;
    this.keep({ value: ifMissing, reason: undefined });
    this.places.fill(PLACE_OF_MISSING);
  }

  /** Whether all entries have the place of a missing value. */
  private get isUnused(): boolean {
    return this.absent.ifMissing !== undefined && this.values.length === 1;
  }

  /** Returns false when there is no place. */
  protected put(row: number, place: number): boolean {
    if (place === NO_PLACE) return false;
    this.places[row] = place;
    return true;
  }

  private nullPlace(): number {
    const { ifNull, ifMissing } = this.absent;
    if (ifNull === undefined) return NO_PLACE;
    if (ifNull === ifMissing) return PLACE_OF_MISSING;
    if (this.placeOfNull === NO_PLACE)
      this.placeOfNull = this.keep({ value: ifNull, reason: undefined });
    return this.placeOfNull;
  }

  protected add(text: string): number {
    const made = this.sanitise(text);
    if (made.value !== text) this.hasChanged = true;
    if (made.reason !== undefined) this.hasReasons = true;
    return this.keep(made);
  }

  protected keep({ value, reason }: SanitisedText<string | null>): number {
    this.reasons.push(reason);
    return this.values.push(value) - 1;
  }
}

/** The time, as a text or as a number. */
export class TimeField extends PlainField {
  /** Epoch milliseconds UTC. */
  readonly times = new Float64Array(MAX_ENTRIES_PER_REQUEST);
  /** The times of texts, by their places; NaN where the text is none. */
  private readonly known = new Float64Array(MOST_PLACES);
  private found = 0;
  private bounds: TimestampBounds = { now: 0, retentionDays: 0 };
  private readonly texts = new RememberedTexts((text) => {
    this.known[this.found] = timeOf(text, this.bounds);
    return this.found++;
  });

  take(scanner: JsonScanner, row: number, bounds: TimestampBounds): boolean {
    this.bounds = bounds;
    const time =
      scanner.next() === QUOTE ? this.ofText(scanner) : timeOf(scanner.takeInteger(), bounds);
    this.times[row] = time;
    return !Number.isNaN(time);
  }

  override forget(): void {
    this.found = 0;
    this.texts.forget();
  }

  private ofText(scanner: JsonScanner): number {
    const place = scanner.takesText() ? this.texts.placeOf(scanner) : NO_PLACE;
    return place === NO_PLACE ? NaN : (this.known[place] as number);
  }
}

/** An integer from 0 on. */
export class IntegerField extends PlainField {
  readonly values = new Uint32Array(MAX_ENTRIES_PER_REQUEST);

  /** @param most the highest one */
  constructor(
    name: string,
    bit: number,
    private readonly most: number,
  ) {
    super(name, bit);
  }

  take(scanner: JsonScanner, row: number): boolean {
    const value = scanner.takeInteger();
    this.values[row] = value;
    return value >= 0 && value <= this.most;
  }
}

/** A text that may also be written as an integer. */
export class IntegerOrTextField extends TextField {
  private readonly placesOf = new Map<number, number>();

  /** @param most the highest integer */
  constructor(
    name: string,
    bit: number,
    sanitise: Sanitiser,
    absent: Absent,
    private readonly most: number,
  ) {
    super(name, bit, sanitise, absent);
  }

  override take(scanner: JsonScanner, row: number): boolean {
    const value = scanner.takeInteger();
    if (value === -1) return super.take(scanner, row);
    return this.put(row, value > this.most ? NO_PLACE : this.placeOf(value));
  }

  override forget(): void {
    super.forget();
    this.placesOf.clear();
  }

  private placeOf(value: number): number {
    let place = this.placesOf.get(value);
    if (place === undefined) this.placesOf.set(value, (place = this.add(`${value}`)));
    return place;
  }
}

/** A number of at least 0 that is checked and not used. */
export class CountField extends PlainField {
  take(scanner: JsonScanner): boolean {
    return scanner.takesBytes(NULL) || scanner.takesCount();
  }
}

/** The parameters of an address, when there are none. */
export class NoParametersField extends PlainField {
  take(scanner: JsonScanner): boolean {
    return scanner.takesBytes(NULL) || scanner.takesBytes(EMPTY_OBJECT);
  }
}

/** Any field that log entries do not have. */
export class UnknownField extends PlainField {
  constructor() {
    super('any', 0);
  }

  take(scanner: JsonScanner): boolean {
    if (scanner.next() === QUOTE) return scanner.skipsText();
    return WORDS.some((word) => scanner.takesBytes(word)) || scanner.takesCount();
  }
}

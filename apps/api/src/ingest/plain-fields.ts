import { parseTimestamp, type TimestampBounds, type TimestampVerdict } from '@app/contracts';
import type { JsonScanner } from '../http/json-scanner.js';
import { RememberedTexts } from './remembered-texts.js';

const QUOTE = 0x22;
const NULL = bytesOf('null');
const EMPTY_OBJECT = bytesOf('{}');
/** Values of unknown fields that are neither a text nor a number. */
const WORDS = ['null', 'true', 'false'].map(bytesOf);
const MOST_STATUS = 999;

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text));
}

/** A field of log entries. It reads its value in one entry after the other. */
export abstract class PlainField {
  /** The name as it stands in the text, with its quotes. */
  readonly bytes: Uint8Array;
  /** The field that came behind this one when it was seen last: most likely it does so again. */
  follower: PlainField | undefined;

  constructor(readonly name: string) {
    this.bytes = bytesOf(`"${name}"`);
  }

  /** Moves over the value. False: it must be read in another way, or is none. */
  abstract take(scanner: JsonScanner, bounds: TimestampBounds): boolean;
  /** Forgets what was remembered of a body. */
  forget(): void {}
}

/** A text, and what is made of it. */
export class TextField<Value extends object> extends PlainField {
  /** Undefined until the field is found. */
  value: Value | undefined;
  private readonly texts: RememberedTexts<Value>;

  /** @param ifNull the value where the field is null; undefined where it must not be */
  constructor(
    name: string,
    make: (text: string) => Value,
    private readonly ifNull?: Value,
  ) {
    super(name);
    this.texts = new RememberedTexts(make);
  }

  take(scanner: JsonScanner): boolean {
    if (scanner.next() === QUOTE)
      this.value = scanner.takesText() ? this.texts.of(scanner) : undefined;
    else this.value = scanner.takesBytes(NULL) ? this.ifNull : undefined;
    return this.value !== undefined;
  }

  override forget(): void {
    this.value = undefined;
    this.texts.forget();
  }
}

/** The time, as a text or as a number. */
export class TimeField extends PlainField {
  /** Epoch milliseconds UTC; undefined until the field is found. */
  value: number | undefined;
  private bounds: TimestampBounds = { now: 0, retentionDays: 0 };
  private readonly texts = new RememberedTexts<TimestampVerdict>((text) =>
    parseTimestamp(text, this.bounds),
  );

  take(scanner: JsonScanner, bounds: TimestampBounds): boolean {
    this.bounds = bounds;
    const verdict = this.verdictOn(scanner);
    this.value = verdict && 'time' in verdict ? verdict.time : undefined;
    return this.value !== undefined;
  }

  override forget(): void {
    this.texts.forget();
  }

  private verdictOn(scanner: JsonScanner): TimestampVerdict | undefined {
    if (scanner.next() === QUOTE) return scanner.takesText() ? this.texts.of(scanner) : undefined;
    return parseTimestamp(scanner.takeInteger(), this.bounds);
  }
}

export class StatusField extends PlainField {
  /** 0 to 999; undefined until the field is found. */
  value: number | undefined;

  take(scanner: JsonScanner): boolean {
    const status = scanner.takeInteger();
    this.value = status >= 0 && status <= MOST_STATUS ? status : undefined;
    return this.value !== undefined;
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
  take(scanner: JsonScanner): boolean {
    if (scanner.next() === QUOTE) return scanner.skipsText();
    return WORDS.some((word) => scanner.takesBytes(word)) || scanner.takesCount();
  }
}

import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  isGap,
  OPEN_ARRAY,
  OPEN_OBJECT,
  parseValue,
  QUOTE,
} from './json-text.js';

/** A part of a JSON document. Places have names such as `records[].data`; the document has ``. */
export type Placed =
  /** A value at a place that was asked for, or one that cannot hold such a place. */
  | { place: string; text: string }
  /** Such a value that is longer than any record. */
  | { place: string; tooLong: true }
  /** The end of an object or array that can hold places. */
  | { place: string; ends: true; isEmpty: boolean }
  /** The document is no JSON from here on, or it ends too early. Nothing comes after this. */
  | { broken: true };

const COLON = 0x3a;

const NOWHERE = -1;

/** A place, with the places that it can hold: by name, or `[]` for those of a list. */
interface Place {
  name: string;
  inside: Map<string, Place>;
}

/** An object or array that is open and can hold places. */
interface Container {
  place: Place;
  isArray: boolean;
  isEmpty: boolean;
}

/** What the bytes belong to that come next. */
type Within = 'container' | 'name' | 'value';

/**
 * Finds the values at some places of a JSON document while its bytes arrive. Everything else is
 * passed over and not kept, so that a document may be far larger than what a process may hold.
 * Several documents may follow each other.
 *
 * Only the brackets and names on the way to a place are judged. The text of a value may be broken.
 */
export class JsonPlaces {
  private readonly document: Place;
  private readonly open: Container[] = [];
  private within: Within = 'container';
  /** Earlier chunks from the start of a name or value that is not complete. */
  private kept: Buffer[] = [];
  private keptBytes = 0;
  /** Where the chunk has been read up to. */
  private at = 0;
  /** Where the name or value starts in this chunk, or NOWHERE if it is passed over. */
  private start = NOWHERE;
  /** How many brackets are open in a value. One without any is a number, a word or a string. */
  private depth = 0;
  private inString = false;
  /** Whether a name was read whose value comes next. */
  private isNamed = false;
  /** The place of the value that is read, or comes next; undefined if nobody asked for it. */
  private place: Place | undefined;
  private isBroken = false;

  /**
   * @param places such as `records[].data`
   * @param longest bytes that a value may have
   */
  constructor(
    places: readonly string[],
    private readonly longest: number,
  ) {
    this.document = { name: '', inside: new Map() };
    for (const place of places) addPlace(this.document, place);
  }

  push(chunk: Buffer): Placed[] {
    const found: Placed[] = [];
    while (this.at < chunk.length && !this.isBroken) {
      if (this.within === 'container') this.readContainer(chunk, found);
      else if (this.within === 'name') this.readName(chunk);
      else this.readValue(chunk, found);
    }
    this.at = Math.max(0, this.at - chunk.length);
    if (this.start !== NOWHERE) this.keep(chunk, found);
    return found;
  }

  end(): Placed[] {
    const isComplete = this.open.length === 0 && this.within === 'container';
    return isComplete || this.isBroken ? [] : [{ broken: true }];
  }

  /** Reads what is between names and values, up to the start of the next one. */
  private readContainer(bytes: Buffer, found: Placed[]): void {
    while (this.at < bytes.length && !this.isBroken) {
      const byte = bytes[this.at] as number;
      if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.close(byte, found);
      else if (!isSeparator(byte)) {
        this.begin(byte, found);
        return;
      }
      this.at += 1;
    }
  }

  private close(byte: number, found: Placed[]): void {
    const container = this.open.pop();
    // Around documents, brackets are nothing but separators.
    if (!container && byte === CLOSE_ARRAY) return;
    if (!container || container.isArray !== (byte === CLOSE_ARRAY)) {
      this.breakOff(found);
      return;
    }
    found.push({ place: container.place.name, ends: true, isEmpty: container.isEmpty });
    this.isNamed = false;
  }

  /** Begins with the name or value that starts here. */
  private begin(byte: number, found: Placed[]): void {
    const container = this.open.at(-1);
    if (!container) {
      if (byte === OPEN_OBJECT) this.enter(this.document, false);
      else if (byte !== OPEN_ARRAY) this.breakOff(found);
      this.at += 1;
      return;
    }
    container.isEmpty = false;
    if (!container.isArray && !this.isNamed) {
      if (byte !== QUOTE) {
        this.breakOff(found);
        return;
      }
      this.within = 'name';
      this.start = this.at;
      this.at += 1;
      return;
    }
    const place = container.isArray ? container.place.inside.get('[]') : this.place;
    this.isNamed = false;
    if (place && canHold(place, byte)) this.enter(place, byte === OPEN_ARRAY);
    else this.beginValue(place, byte);
    this.at += 1;
  }

  private enter(place: Place, isArray: boolean): void {
    this.open.push({ place, isArray, isEmpty: true });
  }

  private beginValue(place: Place | undefined, byte: number): void {
    this.within = 'value';
    this.place = place;
    this.start = place ? this.at : NOWHERE;
    this.inString = byte === QUOTE;
    this.depth = byte === OPEN_OBJECT || byte === OPEN_ARRAY ? 1 : 0;
  }

  private readName(bytes: Buffer): void {
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at];
      // The byte behind a backslash may be in the next chunk. Then `at` is beyond this one.
      if (byte === BACKSLASH) this.at += 1;
      if (byte !== QUOTE) continue;
      const text = this.take(bytes, this.at + 1);
      const name = text === undefined ? undefined : nameIn(text);
      this.place = name === undefined ? undefined : this.open.at(-1)?.place.inside.get(name);
      this.isNamed = true;
      this.at += 1;
      this.within = 'container';
      return;
    }
  }

  /** Local variables make this loop several times as fast, and it sees nearly every byte. */
  private readValue(bytes: Buffer, found: Placed[]): void {
    let { at, depth, inString } = this;
    /** Behind the last byte of the value, when it is known. */
    let end = NOWHERE;
    for (; at < bytes.length && end === NOWHERE; at++) {
      const byte = bytes[at];
      if (inString) {
        at = endOfString(bytes, at);
        if (at >= bytes.length) break;
        inString = false;
        if (depth === 0) end = at + 1;
      } else if (byte === QUOTE) {
        inString = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        // A number or a word ends before the bracket that closes its container.
        if (depth <= 1) end = at + depth;
        depth -= 1;
      } else if (depth === 0 && isSeparator(byte as number)) {
        end = at;
      }
    }
    Object.assign(this, { at: end === NOWHERE ? at : end, depth, inString });
    if (end !== NOWHERE) this.endValue(bytes, end, found);
  }

  private endValue(bytes: Buffer, end: number, found: Placed[]): void {
    const isKept = this.start !== NOWHERE;
    const text = this.take(bytes, end);
    if (this.place && isKept)
      found.push({
        place: this.place.name,
        ...(text === undefined ? { tooLong: true } : { text }),
      });
    this.within = 'container';
  }

  /** Returns the text of the name or value that ends here. Undefined: it is passed over. */
  private take(bytes: Buffer, end: number): string | undefined {
    const { start, kept, keptBytes } = this;
    this.forget();
    if (start === NOWHERE || keptBytes + end - start > this.longest) return undefined;
    const last = bytes.subarray(start, end);
    return (kept.length === 0 ? last : Buffer.concat([...kept, last])).toString('utf8');
  }

  /** Keeps the start of a name or value that goes on in the next chunk, unless it is too long. */
  private keep(chunk: Buffer, found: Placed[]): void {
    this.kept.push(chunk.subarray(this.start));
    this.keptBytes += chunk.length - this.start;
    this.start = 0;
    if (this.keptBytes <= this.longest) return;
    if (this.within === 'value' && this.place)
      found.push({ place: this.place.name, tooLong: true });
    this.forget();
  }

  private forget(): void {
    this.kept = [];
    this.keptBytes = 0;
    this.start = NOWHERE;
  }

  private breakOff(found: Placed[]): void {
    found.push({ broken: true });
    this.isBroken = true;
    this.forget();
  }
}

/** Adds `records[].data` as `records`, `[]` and `data`. */
function addPlace(document: Place, place: string): void {
  let within = document;
  let name = '';
  for (const [step] of place.matchAll(/\[\]|[^.[]+/g)) {
    name += step === '[]' || name === '' ? step : `.${step}`;
    const inside: Place = within.inside.get(step) ?? { name, inside: new Map<string, Place>() };
    within.inside.set(step, inside);
    within = inside;
  }
}

/** Tells whether the value that starts with this byte can hold one of the places in it. */
function canHold({ inside }: Place, byte: number): boolean {
  if (inside.size === 0) return false;
  return byte === (inside.has('[]') ? OPEN_ARRAY : OPEN_OBJECT);
}

/** Returns the name that a string in JSON stands for. */
function nameIn(text: string): string | undefined {
  return text.includes('\\') ? (parseValue(text) as string | undefined) : text.slice(1, -1);
}

function isSeparator(byte: number): boolean {
  return isGap(byte) || byte === COLON;
}

/** Up to here, a look at each byte is faster than to ask the engine for the next one. */
const SHORT_STRING = 64;

/** Returns where a string ends; behind the last byte if that is in a later chunk. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start;
  for (const near = Math.min(start + SHORT_STRING, bytes.length); at < near; at++) {
    if (bytes[at] === QUOTE) return at;
    // The byte behind a backslash may be in the next chunk. Then `at` is beyond this one.
    if (bytes[at] === BACKSLASH) at += 1;
  }
  return at < bytes.length ? endOfLongString(bytes, at) : at;
}

/** The same for texts such as base64. This is several times as fast as a look at every byte. */
function endOfLongString(bytes: Buffer, start: number): number {
  let at = start;
  let quote = bytes.indexOf(QUOTE, at);
  for (;;) {
    const end = quote === NOWHERE ? bytes.length : quote;
    const escape = bytes.subarray(at, end).indexOf(BACKSLASH);
    if (escape === NOWHERE) return end;
    at += escape + 2;
    if (quote !== NOWHERE && quote < at) quote = bytes.indexOf(QUOTE, at);
    if (at > bytes.length) return at;
  }
}

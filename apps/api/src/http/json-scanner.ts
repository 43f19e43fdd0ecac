const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const POINT = 0x2e;
const DIGIT_0 = 0x30;
const NINE = 0x39;
const SPACE = 0x20;
/**
 * So many bytes become a string at once, and texts are pieces of it: to make a string costs more
 * than its bytes. A string as long as a body would cost more again, because it gets new memory.
 */
const WINDOW = 32_768;
/** A number of so many digits is exact. */
const MOST_DIGITS = 15;

/** One bit of each byte in four, and bytes that are compared with each of them. */
const HIGH_BITS = 0x80808080 | 0;
const ONES = 0x01010101;
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;
const SPACES = 0x20202020;

/** What a byte means inside a text: it stands for itself, or is part of a longer character. */
const OTHER = 0;
const PLAIN = 1;
const WIDE = 2;
const MEANING = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return WIDE;
  return byte < SPACE || byte === QUOTE || byte === BACKSLASH ? OTHER : PLAIN;
});

/** The name of a field as most programs write it, with its quotes and the colon. */
export class JsonName {
  readonly length: number;
  /** Its bytes, four in each number. */
  readonly fours: Int32Array;
  /** The last four, some of which may be among the others. */
  readonly last: number;

  /** @param name at least one character */
  constructor(name: string) {
    const bytes = Buffer.from(`${JSON.stringify(name)}:`);
    const { length } = bytes;
    this.length = length;
    this.fours = Int32Array.from({ length: length >> 2 }, (_, place) =>
      bytes.readInt32BE(4 * place),
    );
    this.last = bytes.readInt32BE(length - 4);
  }
}

/**
 * Goes through the bytes of a JSON text, from token to token, and makes values of those only that
 * are asked for. It is strict: what it takes, `JSON.parse` reads in the same way. It need not take
 * everything that is JSON: whoever uses it has another reader for the rest.
 */
export class JsonScanner {
  /** The text that was read last: the place of its first byte, and of the quote behind it. */
  start = 0;
  end = 0;
  /** A hash of the bytes between them. Whoever writes the text can choose it. */
  hash = 0;
  /** The bytes of the JSON text, to be read four at once. */
  readonly view: DataView;
  private at = 0;
  private window = '';
  private windowStart = 0;
  private isWide = false;
  private isEscaped = false;

  constructor(readonly json: Buffer) {
    this.view = new DataView(json.buffer, json.byteOffset, json.length);
  }

  /** Moves to the next token, and returns its first byte, or 0 at the end. */
  next(): number {
    const { json } = this;
    let { at } = this;
    let byte = at < json.length ? (json[at] as number) : 0;
    while (byte <= SPACE && isSpace(byte)) byte = ++at < json.length ? (json[at] as number) : 0;
    this.at = at;
    return byte;
  }

  /** Tells whether nothing but white space is left. */
  isAtEnd(): boolean {
    this.next();
    return this.at === this.json.length;
  }

  /** Moves over the next token if it is this byte. */
  takes(byte: number): boolean {
    if (this.next() !== byte) return false;
    this.at += 1;
    return true;
  }

  /** Moves over the next token if it begins with these bytes. */
  takesBytes(bytes: Uint8Array): boolean {
    this.next();
    const { json, at } = this;
    if (at + bytes.length > json.length) return false;
    for (let place = 0; place < bytes.length; place++)
      if (json[at + place] !== bytes[place]) return false;
    this.at = at + bytes.length;
    return true;
  }

  /** Moves over the next two tokens if they are this name and its colon, with nothing in between. */
  takesName({ length, fours, last }: JsonName): boolean {
    this.next();
    const { json, view, at } = this;
    if (at + length > json.length) return false;
    for (let place = 0; place < fours.length; place++)
      if (view.getInt32(at + 4 * place) !== fours[place]) return false;
    if (view.getInt32(at + length - 4) !== last) return false;
    this.at = at + length;
    return true;
  }

  /** Moves over the next token if it is a text. It may have escapes that are not valid. */
  takesText(): boolean {
    if (!this.takes(QUOTE)) return false;
    const { json, view, at: start } = this;
    const { length } = json;
    let at = start;
    let hash = 0;
    let isWide = false;
    let isEscaped = false;
    for (; at + 4 <= length; at += 4) {
      const four = view.getInt32(at, true);
      if (!arePlain(four)) break;
      hash = (Math.imul(hash, 31) + four) | 0;
    }
    while (at < length) {
      const byte = json[at] as number;
      const meaning = MEANING[byte];
      if (meaning === OTHER) {
        if (byte !== BACKSLASH) break;
        isEscaped = true;
        at += 1;
      } else if (meaning === WIDE) isWide = true;
      hash = (Math.imul(hash, 31) + byte) | 0;
      at += 1;
    }
    if (at >= length || json[at] !== QUOTE) return false;
    this.start = start;
    this.end = at;
    this.hash = hash;
    this.isWide = isWide;
    this.isEscaped = isEscaped;
    this.at = at + 1;
    return true;
  }

  /** Returns the text that was read last, or undefined when an escape in it is not valid. */
  text(): string | undefined {
    const { json, start, end } = this;
    const text = this.isWide ? json.toString('utf8', start, end) : this.narrow(start, end);
    if (!this.isEscaped) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      return undefined;
    }
  }

  /** Returns bytes that are characters of their own as a text. */
  private narrow(start: number, end: number): string {
    const { window, windowStart } = this;
    if (start >= windowStart && end <= windowStart + window.length)
      return window.slice(start - windowStart, end - windowStart);
    if (end - start > WINDOW) return this.json.toString('latin1', start, end);
    this.windowStart = start;
    this.window = this.json.toString('latin1', start, start + WINDOW);
    return this.window.slice(0, end - start);
  }

  /** Moves over a text that nobody needs. */
  skipsText(): boolean {
    return this.takesText() && (!this.isEscaped || this.text() !== undefined);
  }

  /**
   * Moves over an integer of at least 0 and returns it; -1 when there is another value. Of a number
   * with a fraction it takes what stands before the point.
   */
  takeInteger(): number {
    this.next();
    const { json, at: start } = this;
    let { at } = this;
    let value = 0;
    for (; at < json.length; at++) {
      const byte = json[at] as number;
      if (byte < DIGIT_0 || byte > NINE) break;
      value = value * 10 + byte - DIGIT_0;
    }
    const digits = at - start;
    if (digits === 0 || digits > MOST_DIGITS) return -1;
    if (digits > 1 && json[start] === DIGIT_0) return -1;
    this.at = at;
    return value;
  }

  /** Moves over a number of at least 0 in its plain form. */
  takesCount(): boolean {
    if (this.takeInteger() === -1) return false;
    const { json } = this;
    if (json[this.at] !== POINT) return true;
    const start = this.at + 1;
    let at = start;
    while (at < json.length && isDigit(json[at] as number)) at += 1;
    this.at = at;
    return at > start;
  }
}

/**
 * Tells whether each of four bytes stands for itself inside a text. Less one, a byte that is 0 gets
 * its high bit; so the exclusive or with a quote shows which byte is one.
 */
function arePlain(four: number): boolean {
  const quotes = four ^ QUOTES;
  const backslashes = four ^ BACKSLASHES;
  const odd =
    ((quotes - ONES) & ~quotes) | ((backslashes - ONES) & ~backslashes) | (four - SPACES) | four;
  return (odd & HIGH_BITS) === 0;
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: number): boolean {
  return byte >= DIGIT_0 && byte <= NINE;
}

import type { JsonScanner } from '../http/json-scanner.js';

/** A power of two, and twice the number of entries of a body. */
const SLOTS = 2_048;
/** So few texts are compared: a visitor can choose texts that have the same hash. */
const MOST_COMPARED = 4;

/**
 * Remembers what was made of the texts of a field, within a body: most user agents and many paths
 * come again. A text is recognised by its bytes, so that no string is made of it again, and all
 * entries share what was made of it.
 */
export class RememberedTexts<Value extends object> {
  /** The place of a text in the arrays below; 0 where there is none. */
  private readonly slots = new Uint16Array(SLOTS);
  private readonly starts = new Uint32Array(SLOTS);
  private readonly lengths = new Uint32Array(SLOTS);
  private readonly hashes = new Int32Array(SLOTS);
  private readonly values: Value[] = [];

  /** @param make makes a value of a text. Nothing but the text may decide */
  constructor(private readonly make: (text: string) => Value) {}

  /**
   * Returns what is made of the text that the scanner has read, or undefined when that text has an
   * invalid escape.
   */
  of(scanner: JsonScanner): Value | undefined {
    const { hash } = scanner;
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (let compared = 0; compared < MOST_COMPARED; compared++) {
      const place = this.slots[slot] as number;
      if (place === 0) return this.remember(scanner, slot);
      if (this.isAt(place, scanner)) return this.values[place - 1];
      slot = (slot + 1) & (SLOTS - 1);
    }
    return this.made(scanner);
  }

  /** Forgets everything. The texts of a body must not be kept longer than it is read. */
  forget(): void {
    if (this.values.length === 0) return;
    this.slots.fill(0);
    this.values.length = 0;
  }

  private isAt(place: number, { json, view, start, end, hash }: JsonScanner): boolean {
    const length = end - start;
    if (this.hashes[place] !== hash || this.lengths[place] !== length) return false;
    const from = this.starts[place] as number;
    let at = 0;
    for (; at + 4 <= length; at += 4)
      if (view.getInt32(from + at) !== view.getInt32(start + at)) return false;
    for (; at < length; at++) if (json[from + at] !== json[start + at]) return false;
    return true;
  }

  private remember(scanner: JsonScanner, slot: number): Value | undefined {
    const value = this.made(scanner);
    if (value === undefined || this.values.length === SLOTS - 1) return value;
    const place = this.values.push(value);
    this.slots[slot] = place;
    this.starts[place] = scanner.start;
    this.lengths[place] = scanner.end - scanner.start;
    this.hashes[place] = scanner.hash;
    return value;
  }

  private made(scanner: JsonScanner): Value | undefined {
    const text = scanner.text();
    return text === undefined ? undefined : this.make(text);
  }
}

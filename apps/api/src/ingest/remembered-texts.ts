import { MAX_ENTRIES_PER_REQUEST } from '@app/contracts';
import type { JsonScanner } from '../http/json-scanner.js';

/** A power of two, and more than twice the number of entries of a body. */
const SLOTS = 4_096;
/** So few texts are compared: a visitor can choose texts that have the same hash. */
const MOST_COMPARED = 4;
/** Each entry has one text of a field at most. A field may have two places before the first. */
export const MOST_PLACES = MAX_ENTRIES_PER_REQUEST + 2;
/** The result for a text with an invalid escape. */
export const NO_PLACE = -1;

/**
 * Gives each text of a field a place, and the same place when it comes again within the body, as
 * most user agents and many paths do. A text is recognised by its bytes, so that no string is made
 * of it again.
 */
export class RememberedTexts {
  /** One more than the place of a text; 0 where there is none. */
  private readonly slots = new Uint16Array(SLOTS);
  private readonly used: number[] = [];
  private readonly starts = new Uint32Array(MOST_PLACES);
  private readonly lengths = new Uint32Array(MOST_PLACES);
  private readonly hashes = new Int32Array(MOST_PLACES);

  /** @param add makes what is wanted of a new text, and returns the place that it gives to it */
  constructor(private readonly add: (text: string) => number) {}

  /** Returns the place of the text that the scanner has read. Rarely, equal texts have several. */
  placeOf(scanner: JsonScanner): number {
    const { hash } = scanner;
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (let compared = 0; compared < MOST_COMPARED; compared++) {
      const place = (this.slots[slot] as number) - 1;
      if (place === -1) return this.remember(scanner, slot);
      if (this.isAt(place, scanner)) return place;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return this.added(scanner);
  }

  /** Forgets everything. The texts of a body must not be kept longer than it is read. */
  forget(): void {
    for (const slot of this.used) this.slots[slot] = 0;
    this.used.length = 0;
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

  private remember(scanner: JsonScanner, slot: number): number {
    const place = this.added(scanner);
    if (place === NO_PLACE) return place;
    this.slots[slot] = place + 1;
    this.used.push(slot);
    this.starts[place] = scanner.start;
    this.lengths[place] = scanner.end - scanner.start;
    this.hashes[place] = scanner.hash;
    return place;
  }

  private added(scanner: JsonScanner): number {
    const text = scanner.text();
    return text === undefined ? NO_PLACE : this.add(text);
  }
}

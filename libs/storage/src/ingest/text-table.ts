import { randomInt } from 'node:crypto';
import type { DictionaryEntry } from './dictionary.js';

/** A power of two. */
const LEAST_SLOTS = 1_024;
/** The numbers of a slot: the hash, the website, and the index of the text plus 1, or 0 if it is free. */
const SLOT = 4;
const SLOT_BITS = 2;
const WEBSITE = 1;
const INDEX = 2;
/** Visitors choose texts. What lies further from its slot is not kept, whatever they find out about hashes. */
const MOST_PROBES = 256;
/** Of FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/, and of the end of MurmurHash3. */
const FNV_PRIME = 0x01000193;
const MIXER = 0x85ebca6b;

/**
 * Numbers of texts of websites, of which many are looked up at once.
 *
 * A worker under load finds next to nothing of a large Map in the caches of the processor: for each text
 * it waits for memory several times, one wait behind the other. Here the slots of all texts are read
 * before any text is compared, so that the processor waits for many of them together. A look-up of the
 * pages of a batch takes half the time.
 */
export class TextTable<Entry extends DictionaryEntry> {
  private slots = new Int32Array(LEAST_SLOTS * SLOT);
  private texts: string[] = [];
  private numbers: number[] = [];
  /** Who does not know it cannot choose texts with the same hash. */
  private readonly seed = randomInt(2 ** 32);

  /** @param textOf what tells the entries of a website apart */
  constructor(private readonly textOf: (entry: Entry) => string) {}

  /** Returns the number of each entry; undefined for one that is not known. */
  find(entries: readonly Entry[]): (number | undefined)[] {
    const { length } = entries;
    const hashes = new Int32Array(length);
    for (let at = 0; at < length; at++) hashes[at] = this.hashOf(entries[at] as Entry);
    const slots = new Int32Array(length);
    for (let at = 0; at < length; at++)
      slots[at] = this.slotOf(hashes[at] as number, (entries[at] as Entry).websiteId);
    return entries.map((entry, at) => {
      const index = this.indexFrom(slots[at] as number, hashes[at] as number, entry);
      return index < 0 ? undefined : this.numbers[index];
    });
  }

  /** Keeps the number of an entry that `find` did not find. */
  add(entry: Entry, number: number): void {
    if ((this.texts.length + 1) * 2 * SLOT > this.slots.length) this.grow();
    if (!this.put(this.hashOf(entry), entry.websiteId, this.texts.length)) return;
    this.texts.push(this.textOf(entry));
    this.numbers.push(number);
  }

  clear(): void {
    this.slots = new Int32Array(LEAST_SLOTS * SLOT);
    this.texts = [];
    this.numbers = [];
  }

  private hashOf(entry: Entry): number {
    const text = this.textOf(entry);
    let hash = Math.imul(this.seed ^ entry.websiteId, FNV_PRIME);
    for (let at = 0; at < text.length; at++)
      hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
    hash = Math.imul(hash ^ (hash >>> 15), MIXER);
    return hash ^ (hash >>> 13);
  }

  /** Returns the first slot that may be of an entry, or is free. */
  private slotOf(hash: number, websiteId: number): number {
    const last = this.slots.length - 1;
    let slot = (hash << SLOT_BITS) & last;
    while (this.isOther(slot, hash, websiteId)) slot = (slot + SLOT) & last;
    return slot;
  }

  private isOther(slot: number, hash: number, websiteId: number): boolean {
    if (this.slots[slot + INDEX] === 0) return false;
    return this.slots[slot] !== hash || this.slots[slot + WEBSITE] !== websiteId;
  }

  /** Returns the index of an entry that is in this slot or behind it; -1 when it is not known. */
  private indexFrom(first: number, hash: number, entry: Entry): number {
    const last = this.slots.length - 1;
    const text = this.textOf(entry);
    for (let slot = first; ; slot = (slot + SLOT) & last) {
      if (this.isOther(slot, hash, entry.websiteId)) continue;
      const index = (this.slots[slot + INDEX] as number) - 1;
      if (index < 0 || this.texts[index] === text) return index;
    }
  }

  /** Returns false when there is no free slot near that of the hash. */
  private put(hash: number, websiteId: number, index: number): boolean {
    const last = this.slots.length - 1;
    let slot = (hash << SLOT_BITS) & last;
    for (let probes = 0; probes < MOST_PROBES; probes++, slot = (slot + SLOT) & last) {
      if (this.slots[slot + INDEX] !== 0) continue;
      this.slots[slot] = hash;
      this.slots[slot + WEBSITE] = websiteId;
      this.slots[slot + INDEX] = index + 1;
      return true;
    }
    return false;
  }

  /** Doubles the slots. At most half of them are taken, so that most entries are where they belong. */
  private grow(): void {
    const before = this.slots;
    this.slots = new Int32Array(before.length * 2);
    for (let slot = 0; slot < before.length; slot += SLOT) {
      const index = (before[slot + INDEX] as number) - 1;
      if (index >= 0) this.put(before[slot] as number, before[slot + WEBSITE] as number, index);
    }
  }
}

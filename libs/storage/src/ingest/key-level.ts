/** A power of two. */
const LEAST_SLOTS = 64;
/** So few keys are sorted faster by moving them than by the function of typed arrays. */
const FEW = 16;

/**
 * Keys that have one part more than those of the level above, each with an index from 0 in the order
 * in which they come. A part is a whole number from -1 on. A table with open addressing finds a key
 * in a fraction of the time that a Map takes, and leaves nothing to collect.
 */
export class KeyLevel {
  /** The index of the key above, by the index of a key. */
  readonly parents: number[] = [];
  /** The last part of a key. */
  readonly parts: number[] = [];
  /** At the hash of a key its index plus 1; 0 is free. At most half of them are taken. */
  private slots = new Int32Array(LEAST_SLOTS);

  get size(): number {
    return this.parts.length;
  }

  /** Returns the index of a key, which is added when it is new. */
  indexOf(parent: number, part: number): number {
    const slot = this.slotOf(parent, part);
    const index = (this.slots[slot] as number) - 1;
    return index < 0 ? this.added(slot, parent, part) : index;
  }

  /**
   * Returns the indexes of all keys, in the order of the keys above, and below each of those in the
   * order of their parts.
   *
   * @param above the indexes of all keys of the level above, in their order
   */
  inOrder(above: Int32Array): Int32Array {
    const { keys, starts } = this.byParent(above);
    for (let at = 0; at < above.length; at++) {
      const start = starts[at] as number;
      const end = starts[at + 1] as number;
      if (end - start > FEW) this.sortMany(keys.subarray(start, end));
      else this.sortFew(keys, start, end);
    }
    return keys;
  }

  /** Returns the keys, those below the same one together, and where those of each begin. */
  private byParent(above: Int32Array): { keys: Int32Array; starts: Int32Array } {
    const { parents, size } = this;
    const rankOf = new Int32Array(above.length);
    for (let rank = 0; rank < above.length; rank++) rankOf[above[rank] as number] = rank;
    const starts = new Int32Array(above.length + 1);
    const rank = (index: number) => rankOf[parents[index] as number] as number;
    for (let index = 0; index < size; index++)
      starts[rank(index) + 1] = (starts[rank(index) + 1] as number) + 1;
    for (let at = 0; at < above.length; at++)
      starts[at + 1] = (starts[at + 1] as number) + (starts[at] as number);
    const next = starts.slice();
    const keys = new Int32Array(size);
    for (let index = 0; index < size; index++) {
      const place = next[rank(index)] as number;
      keys[place] = index;
      next[rank(index)] = place + 1;
    }
    return { keys, starts };
  }

  private sortFew(keys: Int32Array, start: number, end: number): void {
    const partOf = (at: number) => this.parts[keys[at] as number] as number;
    for (let from = start + 1; from < end; from++) {
      const key = keys[from] as number;
      const part = this.parts[key] as number;
      let to = from;
      for (; to > start && partOf(to - 1) > part; to--) keys[to] = keys[to - 1] as number;
      keys[to] = key;
    }
  }

  /** Sorts keys below the same one. Numbers alone are sorted much faster than by a comparison. */
  private sortMany(keys: Int32Array): void {
    const parent = this.parents[keys[0] as number] as number;
    const parts = new Float64Array(keys.length);
    for (let at = 0; at < keys.length; at++) parts[at] = this.parts[keys[at] as number] as number;
    parts.sort();
    for (let at = 0; at < keys.length; at++) keys[at] = this.indexOf(parent, parts[at] as number);
  }

  /** Returns the slot of a key, or the free one where it belongs. */
  private slotOf(parent: number, part: number): number {
    const { slots, parents, parts } = this;
    const last = slots.length - 1;
    for (let slot = hashOf(parent, part) & last; ; slot = (slot + 1) & last) {
      const index = (slots[slot] as number) - 1;
      if (index < 0 || (parts[index] === part && parents[index] === parent)) return slot;
    }
  }

  private added(slot: number, parent: number, part: number): number {
    this.parents.push(parent);
    const size = this.parts.push(part);
    this.slots[slot] = size;
    if (size * 2 > this.slots.length) this.grow();
    return size - 1;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 4);
    for (let index = 0; index < this.size; index++) {
      const slot = this.slotOf(this.parents[index] as number, this.parts[index] as number);
      this.slots[slot] = index + 1;
    }
  }
}

/** Mixes a key by odd constants, so that each of its bits moves many of the slot's. */
function hashOf(parent: number, part: number): number {
  const mixed = Math.imul(Math.imul(parent + 1, 0x9e3779b1) ^ part, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

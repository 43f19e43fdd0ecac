/** Parts below this number are found in arrays: status codes, hosts, texts, most bots. */
const DENSE = 1_024;

/**
 * Keys that have one part more than those of the level above, each with an index from 0 in the order
 * in which they come. A part is a whole number from -1 on. An array finds small ones in a fraction of
 * the time of a Map, and a Map finds the others much faster than texts.
 */
export class KeyLevel {
  /** The index of the key above, by the index of a key. */
  readonly parents: number[] = [];
  /** The last part of a key. */
  readonly parts: number[] = [];
  /** The indexes by parent, and then by the part plus 1; undefined where there is none. */
  private readonly dense: ((number | undefined)[] | undefined)[] = [];
  private readonly sparse: (Map<number, number> | undefined)[] = [];

  get size(): number {
    return this.parts.length;
  }

  /** Returns the index of a key. */
  indexOf(parent: number, part: number): number {
    if (part >= DENSE) return this.sparseIndexOf(parent, part);
    const known = (this.dense[parent] ??= []);
    return (known[part + 1] ??= this.added(parent, part));
  }

  /** Returns the indexes of the keys below one of the level above, in the order of their parts. */
  inOrder(parent: number): number[] {
    const dense = (this.dense[parent] ?? []).filter((index) => index !== undefined);
    const known = this.sparse[parent];
    if (known === undefined) return dense;
    // Numbers alone are sorted much faster than pairs.
    const parts = Float64Array.from(known.keys()).sort();
    return [...dense, ...Array.from(parts, (part) => known.get(part) as number)];
  }

  private sparseIndexOf(parent: number, part: number): number {
    const known = (this.sparse[parent] ??= new Map<number, number>());
    let index = known.get(part);
    if (index === undefined) known.set(part, (index = this.added(parent, part)));
    return index;
  }

  private added(parent: number, part: number): number {
    this.parents.push(parent);
    return this.parts.push(part) - 1;
  }
}

/** Returns numbers from 0 to 1, always the same ones for a seed (mulberry32). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Random choices that are the same in every run. Each kind of visitors has its own, so that a
 * change of one kind hardly changes the visits of the others.
 */
export class Choices {
  #random;

  constructor(seed) {
    this.#random = generator(seed);
  }

  /** An integer from 0 to below the limit. */
  below(limit) {
    return Math.floor(this.#random() * limit);
  }

  /** An integer, both bounds included. */
  whole(least, most) {
    return least + this.below(most - least + 1);
  }

  between(least, most) {
    return least + this.#random() * (most - least);
  }

  happens(share) {
    return this.#random() < share;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** Chooses one of `[weight, value]`. */
  weighted(choices) {
    let left = this.#random() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return choices.at(-1)[1];
  }

  /** Returns so many different members of a list, in any order. */
  some(list, count) {
    const left = [...list];
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(this.below(left.length), 1),
    ).flat();
  }
}

import { type Random, seededRandom } from '../../support/random.js';

/** Random values that are decided by a seed. */
export interface RandomValues {
  /** A number from 0 to below 1. */
  fraction: Random;
  /** An integer from 0 to below the limit. */
  below: (limit: number) => number;
  /** An integer from 0 to below the limit, small ones far more often: by Zipf's law. */
  rank: (limit: number) => number;
  pick: <T>(list: readonly T[]) => T;
  /** One of the values, each with its probability; the probabilities add up to 1. */
  pickWeighted: <T>(values: readonly (readonly [probability: number, value: T])[]) => T;
}

export function createRandomValues(seed: number): RandomValues {
  const fraction = seededRandom(seed);
  const below = (limit: number) => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    rank: (limit) => Math.floor((limit + 1) ** fraction()) - 1,
    pick: (list) => list[below(list.length)] as never,
    pickWeighted: (values) => {
      let left = fraction();
      const found = values.find(([probability]) => (left -= probability) < 0) ?? values.at(-1);
      return (found as readonly [number, never])[1];
    },
  };
}

import type { Verdict } from '@app/contracts';

/** The steps of the classification, by the names that `botgauge classify --explain` shows. */
export type LayerName =
  | 'empty agent'
  | 'named registry'
  | 'app and phone guard'
  | 'bot pattern'
  | 'malformed browser'
  | 'human';

/** A verdict with the layer that gave it and what that layer saw. */
export type ReasonedVerdict = Verdict & {
  readonly layer: LayerName;
  /** A clause in English: `the name GPTBot`, `the network stack of Apple's apps`. */
  readonly reason: string;
};

/** One step of the classification: a verdict, or undefined when the next layer shall decide. */
export interface Layer {
  readonly name: LayerName;
  readonly judge: (userAgent: string) => ReasonedVerdict | undefined;
}

/** A pattern with what it means where it is found. */
export interface Sign {
  readonly reason: string;
  readonly pattern: RegExp;
}

export function firstSign(signs: readonly Sign[], text: string): Sign | undefined {
  return signs.find(({ pattern }) => pattern.test(text));
}

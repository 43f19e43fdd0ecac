import type { Verdict } from '@app/contracts';
import { firstOf } from './patterns/quick-pattern.js';

/** The names of the layers, as `classify --explain` shows them. */
export type LayerName =
  | 'empty agent'
  | 'attack text'
  | 'named registry'
  | 'app and phone guard'
  | 'bot pattern'
  | 'malformed browser'
  | 'human'
  | 'signature agent'
  | 'request';

/** A verdict with the layer that gave it and the reason. */
export type ReasonedVerdict = Verdict & {
  readonly layer: LayerName;
  /** The reason as an English phrase: `the name GPTBot`, `the network stack of Apple's apps`. */
  readonly reason: string;
};

/**
 * One step of the classification. It returns a verdict, or undefined to let the next layer decide.
 */
export interface Layer {
  readonly name: LayerName;
  readonly judge: (userAgent: string) => ReasonedVerdict | undefined;
}

/** A pattern, and what it means when it matches. */
export interface Sign {
  readonly reason: string;
  readonly pattern: RegExp;
}

/** Returns the function that finds the first sign whose pattern matches a text. */
export function compileSigns(signs: readonly Sign[]): (text: string) => Sign | undefined {
  const first = firstOf(signs.map(({ pattern }) => pattern));
  return (text) => signs[first(text)];
}

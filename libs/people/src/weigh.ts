import { type Signal, type SignalName, SIGNALS, type VisitorFacts } from './signals.js';

/** The names of all signals, in the order of their bits. */
export const SIGNAL_NAMES = Object.keys(SIGNALS) as SignalName[];
const ALL: readonly Signal[] = Object.values(SIGNALS);
const BITS = 31;

/** The signals of a visitor, as bits in the order of their names, and the sum of their weights. */
export interface Weighed {
  score: number;
  low: number;
  high: number;
}

/** Weighs the signals of a visitor, and writes them into an object: there may be very many visitors. */
export function weigh(visitor: VisitorFacts, into: Weighed): void {
  into.score = into.low = into.high = 0;
  for (let at = 0; at < ALL.length; at++) {
    const { weight, when } = ALL[at] as Signal;
    if (!when(visitor)) continue;
    into.score += weight;
    if (at < BITS) into.low |= 1 << at;
    else into.high |= 1 << (at - BITS);
  }
}

/** Calls for each signal that is among some bits, with its index. */
export function eachSignal(
  { low, high }: Pick<Weighed, 'low' | 'high'>,
  call: (at: number) => void,
) {
  for (let at = 0; at < ALL.length; at++)
    if (at < BITS ? low & (1 << at) : high & (1 << (at - BITS))) call(at);
}

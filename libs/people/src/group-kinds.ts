import type { GroupKind } from '@app/contracts';
import { type SignalName, SIGNALS } from './signals.js';
import { eachSignal, SIGNAL_NAMES } from './weigh.js';

type JudgedKind = Extract<
  GroupKind,
  'fleet' | 'many_agents' | 'scanner' | 'crawler' | 'old_browsers'
>;

/**
 * The signals that make visitors one of a kind. The first kind counts of those that weigh the same, and
 * the last one where there is no other: most automation has old browsers, whatever else it is.
 */
const SIGNALS_OF: Readonly<Record<JudgedKind, readonly SignalName[]>> = {
  fleet: ['fleet', 'oldFleet', 'divided'],
  many_agents: ['manyAgents'],
  scanner: ['probe', 'likeProbe', 'probingAddress'],
  crawler: ['pagesWithoutFiles', 'manyPages', 'fast', 'robotsFile'],
  old_browsers: ['veryOld', 'old', 'cameWithoutFiles', 'impossibleAgent'],
};
const KINDS = Object.keys(SIGNALS_OF) as JudgedKind[];

/** By the index of a signal, the index of its kind, or -1. */
const KIND_OF = SIGNAL_NAMES.map((name) =>
  KINDS.findIndex((kind) => SIGNALS_OF[kind].includes(name)),
);
const WEIGHTS = SIGNAL_NAMES.map((name): number => SIGNALS[name].weight);

/** Returns what a visitor that was judged as automation is above all, by its signals. */
export function kindOf(low: number, high: number): JudgedKind | 'other' {
  const weights = KINDS.map(() => 0);
  eachSignal({ low, high }, (at) => {
    const kind = KIND_OF[at] as number;
    if (kind >= 0) weights[kind] = (weights[kind] as number) + (WEIGHTS[at] as number);
  });
  const ofOldBrowsers = weights.pop() as number;
  const most = Math.min(...weights);
  if (most < 0) return KINDS[weights.indexOf(most)] as JudgedKind;
  return ofOldBrowsers < 0 ? 'old_browsers' : 'other';
}

import { floorTo, type Unit } from '../roll-ups/floor-to.js';

/** A half-open range of time in epoch milliseconds UTC. */
export interface Window {
  from: number;
  to: number;
}

/**
 * Returns what an aggregate lacks: the whole buckets from where it is materialised up to the
 * horizon, or undefined when there are none. It never includes a bucket that is still filling,
 * because the watermark would pass visits to come.
 */
export function advance(unit: Unit, materialised: number, horizon: number): Window | undefined {
  const from = floorTo(unit, materialised);
  const to = floorTo(unit, horizon);
  return from < to ? { from, to } : undefined;
}

import type { Point } from '../../api/types.js';

/** How many visits of bots were verified, spoofed and so on. */
export interface Verdicts {
  bots: number;
  verified: number;
  spoofed: number;
  unverifiable: number;
  notChecked: number;
}

/** Adds the points of a series up. Undeclared automation claims to be no bot. */
export function verdictsOf(points: readonly Point[]): Verdicts {
  const sum = (of: (point: Point) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  const bots = sum((point) => point.bot_visits - (point.automation_visits ?? 0));
  const verified = sum((point) => point.verified_visits);
  const spoofed = sum((point) => point.spoofed_visits);
  const unverifiable = sum((point) => point.unverifiable_visits);
  return {
    bots,
    verified,
    spoofed,
    unverifiable,
    notChecked: bots - verified - spoofed - unverifiable,
  };
}

/** Why there is no spoofed visit to show. */
export type Nothing = 'no bots' | 'not checked' | 'not decided' | 'all true';

/** Returns why there is nothing to show, or undefined when there is something. */
export function nothingOf({
  bots,
  verified,
  spoofed,
  unverifiable,
}: Verdicts): Nothing | undefined {
  if (spoofed > 0) return undefined;
  if (bots === 0) return 'no bots';
  if (verified > 0) return 'all true';
  return unverifiable > 0 ? 'not decided' : 'not checked';
}

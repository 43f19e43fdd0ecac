import type { Span } from './days.js';

/** The days of UTC that a shared link shows, both inclusive. Null means no bound on that side. */
export interface Bounds {
  from: string | null;
  to: string | null;
}

/** What an account may see. */
export const ALL_DAYS: Bounds = { from: null, to: null };

export const hasBounds = ({ from, to }: Bounds): boolean => from !== null || to !== null;

/** Tells whether all of these days are shown. */
export function isWithin({ start, end }: Span, { from, to }: Bounds): boolean {
  return (from === null || start >= from) && (to === null || end <= to);
}

/** Returns all days that are shown until today, where the link has a first day. */
export function allDays({ from, to }: Bounds, today: string): Span | undefined {
  if (from === null) return undefined;
  const end = to !== null && to < today ? to : today;
  return { start: from, end: end < from ? from : end };
}

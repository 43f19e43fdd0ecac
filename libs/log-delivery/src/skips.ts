import type { SkipReason } from '@app/contracts';

/** How many records were skipped, by reason. */
export type SkipCounts = Partial<Record<SkipReason, number>>;

/** Adds one skip. Empty lines and comments are part of the log, and are not counted. */
export function addSkip(counts: SkipCounts, reason: SkipReason): void {
  if (reason === 'blank' || reason === 'comment') return;
  counts[reason] = (counts[reason] ?? 0) + 1;
}

export function addSkips(counts: SkipCounts, more: SkipCounts): void {
  for (const [reason, count] of Object.entries(more) as [SkipReason, number][]) {
    counts[reason] = (counts[reason] ?? 0) + count;
  }
}

export function totalOfSkips(counts: SkipCounts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

import type { Summary } from '../../api/types.js';
import type { ComparedShares } from '../../words/comparison.js';

/** Counts of which a part is of scanners. */
type Counts = Pick<
  Summary,
  'total_visits' | 'error_visits' | 'scanner_visits' | 'scanner_error_visits'
>;

/**
 * Returns which part of the visits got an error, from 0 to 1. Security scanners are left out: they ask
 * for what is not there, and would hide all other errors.
 */
export function errorPart(counts: Counts): number {
  const visits = counts.total_visits - counts.scanner_visits;
  return visits === 0 ? 0 : (counts.error_visits - counts.scanner_error_visits) / visits;
}

/** Compares that part with the same before; undefined where nothing is compared. */
export function errorsCompared({ compared, previous }: Summary): ComparedShares | undefined {
  if (!compared || !previous) return undefined;
  return {
    time: compared,
    now: errorPart(compared),
    before: previous.total_visits > 0 ? errorPart(previous) : undefined,
  };
}

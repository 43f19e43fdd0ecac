import type { Summary } from '../../api/types.js';
import type { ComparedShares } from '../../words/comparison.js';

/**
 * Compares which part of all visits got an error with the same before. Undefined where nothing is
 * compared.
 *
 * @param errors the summaries of the visits that got errors, each of one class of status codes
 */
export function errorsCompared(
  all: Summary,
  errors: readonly (Summary | undefined)[],
): ComparedShares | undefined {
  const { compared, previous } = all;
  if (!compared || !previous) return undefined;
  let [now, before] = [0, 0];
  for (const one of errors) {
    if (!one?.compared || !one.previous) return undefined;
    now += one.compared.total_visits;
    before += one.previous.total_visits;
  }
  return {
    time: compared,
    now: compared.total_visits > 0 ? now / compared.total_visits : 0,
    before: previous.total_visits > 0 ? before / previous.total_visits : undefined,
  };
}

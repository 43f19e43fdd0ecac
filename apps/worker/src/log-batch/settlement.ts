import { isInfrastructureError } from '@app/storage';

/** What became of entries in one delivery, by number. */
export interface Settlement {
  stored: number;
  /** Of the stored ones, those beyond the bound on distinct paths. */
  withoutPage: number;
  /** Settled by an earlier delivery. */
  duplicate: number;
  dead: number;
  /** Not settled: `failure` says why. */
  left: number;
  failure?: unknown;
}

export const SETTLED_NOTHING: Settlement = {
  stored: 0,
  withoutPage: 0,
  duplicate: 0,
  dead: 0,
  left: 0,
};

/** One for all batches of a job. That the database is away says more about its return than any other failure. */
export function joinSettlements(settlements: Settlement[]): Settlement {
  const joined = settlements.reduce(add, SETTLED_NOTHING);
  const failures = settlements.filter(({ left }) => left > 0).map(({ failure }) => failure);
  if (failures.length === 0) return joined;
  return { ...joined, failure: failures.find(isInfrastructureError) ?? failures[0] };
}

function add(sum: Settlement, next: Settlement): Settlement {
  return {
    stored: sum.stored + next.stored,
    withoutPage: sum.withoutPage + next.withoutPage,
    duplicate: sum.duplicate + next.duplicate,
    dead: sum.dead + next.dead,
    left: sum.left + next.left,
  };
}

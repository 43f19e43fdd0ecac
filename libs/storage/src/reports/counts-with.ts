import type { Verification, VerificationCounts } from '@app/contracts';

/** The verdicts on visitors in a report about one verification: nobody verifies who says to be a browser. */
export const NO_PEOPLE_COUNTS = {
  people_visits: null,
  undecided_visits: null,
  automation_visits: null,
  not_judged_visits: null,
};

/**
 * Returns the counts by verification of a report about one of them. All of its visits have that
 * one; those that were not checked have none.
 */
export function countsWith(verification: Verification, visits: number): VerificationCounts {
  return {
    verified_visits: verification === 'verified' ? visits : 0,
    spoofed_visits: verification === 'spoofed' ? visits : 0,
    unverifiable_visits: verification === 'unverifiable' ? visits : 0,
  };
}

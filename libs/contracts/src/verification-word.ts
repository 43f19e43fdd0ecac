/** Visits of a bot by whether their address was verified. Those that were not checked are not here. */
export interface VerificationCounts {
  verified_visits: number;
  spoofed_visits: number;
  unverifiable_visits: number;
}

/** What all checked visits of a bot say together, in a word. */
export const VERIFICATION_WORDS = [
  'verified',
  'mostly',
  'mixed',
  'spoofed',
  'not checkable',
] as const;
export type VerificationWord = (typeof VERIFICATION_WORDS)[number];

/** With fewer decided visits among the checked ones, nothing is said about a bot. */
const LEAST_DECIDED = 1 / 2;
/** A share up to this one is an exception, and does not change the word. */
const FEW = 1 / 10;

/**
 * Returns the word for a bot, or null when none of its visits was checked.
 *
 * - `not checkable`: most checked visits could not be decided.
 * - `spoofed`: at most a tenth of the decided visits are verified.
 * - `mixed`: more than a tenth of them are verified, and more than a tenth are spoofed.
 * - `mostly`: at most a tenth of them are spoofed.
 * - `verified`: none is spoofed, and at most a tenth of the checked visits could not be decided.
 */
export function verificationWord(counts: VerificationCounts): VerificationWord | null {
  const { verified_visits: verified, spoofed_visits: spoofed, unverifiable_visits: open } = counts;
  const decided = verified + spoofed;
  const checked = decided + open;
  if (checked === 0) return null;
  if (decided < checked * LEAST_DECIDED) return 'not checkable';
  if (verified <= decided * FEW) return 'spoofed';
  if (spoofed > decided * FEW) return 'mixed';
  return spoofed === 0 && open <= checked * FEW ? 'verified' : 'mostly';
}

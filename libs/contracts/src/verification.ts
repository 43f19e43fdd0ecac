/**
 * What is known about a visit that names a bot: whether it came from an address of the bot's
 * operator. A visit is stored with the place of its word in this list, so words are only appended.
 *
 * - `not_checked`: a person, or a visit that was stored before addresses were checked.
 * - `verified`: the address belongs to the operator.
 * - `spoofed`: the operator publishes all its addresses, and this is none of them.
 * - `unverifiable`: nobody can know.
 */
export const VERIFICATIONS = ['not_checked', 'verified', 'spoofed', 'unverifiable'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** Returns the number with which a verification is stored, from 0. */
export function verificationCode(verification: Verification): number {
  return VERIFICATIONS.indexOf(verification);
}

import type { Verification } from '@app/contracts';
import type { Numbers, PackedSets } from './unpack.js';

/** Returns the visits with one verification of a part of the sets, or undefined where there are none. */
export function visitsWith(
  { counts }: PackedSets,
  verification: Verification,
  from: number,
  to: number,
): Numbers | undefined {
  const { visits, verified_visits, spoofed_visits, unverifiable_visits } = counts;
  if (verification === 'verified') return verified_visits?.subarray(from, to);
  if (verification === 'spoofed') return spoofed_visits?.subarray(from, to);
  if (verification === 'unverifiable') return unverifiable_visits?.subarray(from, to);
  const left = Float64Array.from(visits?.subarray(from, to) ?? []);
  for (const judged of [verified_visits, spoofed_visits, unverifiable_visits]) {
    if (!judged) continue;
    for (let at = from; at < to; at++) left[at - from]! -= judged[at] as number;
  }
  return left;
}

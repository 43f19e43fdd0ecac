import { type AddressRules, findAddresses } from './find-addresses.js';
import { readTarget, type TargetFault } from './target.js';

/**
 * `no_address`: the host has no address, where private ones are allowed. `not_known`: nobody answered
 * who knows its addresses.
 */
export type JudgedTarget =
  | { kind: 'accepted'; url: string }
  | { kind: 'refused'; fault: TargetFault | 'no_address' | 'not_known' };

/** How long a name may take while somebody waits for the answer. */
const PATIENCE_MS = 5_000;

/** Judges an address that somebody wants to be asked later, as it will be judged then. */
export async function judgeTarget(text: string, rules: AddressRules): Promise<JudgedTarget> {
  const target = readTarget(text, rules);
  if (target.kind === 'refused') return target;
  const found = await findAddresses(target.url, rules, AbortSignal.timeout(PATIENCE_MS));
  if (found.kind === 'not_public') return refused(rules.allowPrivate ? 'no_address' : 'not_public');
  if (found.kind === 'not_known') return refused('not_known');
  return { kind: 'accepted', url: target.url.href };
}

function refused(fault: 'no_address' | 'not_public' | 'not_known'): JudgedTarget {
  return { kind: 'refused', fault };
}

import { type AddressRules, findAddresses } from './find-addresses.js';
import { readTarget, TARGET_FAULTS } from './target.js';

/** How long a name may take before its webhook is made. */
const PATIENCE_MS = 5_000;
const NO_ADDRESS = 'must be on a host that has an address: correct its name';
const NOT_KNOWN =
  'must be on a host whose addresses are known: its name servers do not answer now. Correct it, or try again later';

/**
 * Judges the address of a webhook that shall be made, as it will be judged at every attempt. A fault
 * is a sentence that begins with the field, `url`.
 */
export async function judgeUrl(
  text: string,
  rules: AddressRules,
): Promise<{ kind: 'accepted'; url: string } | { kind: 'refused'; fault: string }> {
  const target = readTarget(text, rules);
  if (target.kind === 'refused') return refused(TARGET_FAULTS[target.fault]);
  const found = await findAddresses(target.url, rules, AbortSignal.timeout(PATIENCE_MS));
  if (found.kind === 'not_public')
    return refused(rules.allowPrivate ? NO_ADDRESS : TARGET_FAULTS.not_public);
  if (found.kind === 'not_known') return refused(NOT_KNOWN);
  return { kind: 'accepted', url: target.url.href };
}

function refused(fault: string): { kind: 'refused'; fault: string } {
  return { kind: 'refused', fault };
}

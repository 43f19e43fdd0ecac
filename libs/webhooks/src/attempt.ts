import { type AddressRules, findAddresses, post, readTarget } from '@app/guarded-http';
import { faultOf, type Outcome } from './schedule.js';
import { type Signable, signatureHeaders } from './sign.js';

/** A message to a webhook, with what its receiver checks it. */
export interface Message extends Signable {
  /** As it is stored. */
  url: string;
  secrets: readonly string[];
}

export interface AttemptRules extends AddressRules {
  userAgent: string;
  /** For everything: names, connection and answer. */
  timeoutMs?: number;
  /** The certificates that are trusted; by default those of Node. */
  ca?: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Tries once to deliver a message. The address is judged at every attempt, because a name can get
 * other addresses and the operator can change what is allowed.
 */
export async function attempt(message: Message, rules: AttemptRules): Promise<Outcome> {
  const { userAgent, timeoutMs = TIMEOUT_MS, ca } = rules;
  const target = readTarget(message.url, rules);
  if (target.kind === 'refused') return failed('not_public');
  const { url } = target;
  const late = AbortSignal.timeout(timeoutMs);
  const found = await findAddresses(url, rules, late);
  if (found.kind !== 'found') return failed(late.aborted ? 'too_slow' : found.kind);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...signatureHeaders(message, message.secrets),
  };
  const { addresses } = found;
  const posted = await post({ url, addresses, headers, body: message.body, ca }, late);
  if (posted.kind !== 'answered') return failed(late.aborted ? 'too_slow' : posted.kind);
  const { status, retryAfter } = posted;
  return { status, fault: faultOf(status), retryAfter };
}

function failed(fault: NonNullable<Outcome['fault']>): Outcome {
  return { status: null, fault };
}

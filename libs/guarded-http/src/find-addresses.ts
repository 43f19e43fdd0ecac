import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';
import { hostOf, type TargetRules } from './target.js';

/**
 * Returns the addresses of a name; none when the name has none.
 *
 * @throws Error when nobody knows, or when the signal is aborted
 */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * `not_public`: the host has no address, or any of its addresses is none of the internet. Which of
 * both it is would tell outsiders which names a private network has.
 * `not_known`: nobody answered.
 */
export type FoundAddresses =
  { kind: 'found'; addresses: string[] } | { kind: 'not_public' } | { kind: 'not_known' };

export interface AddressRules extends TargetRules {
  resolve: Resolve;
}

/**
 * Returns the addresses that a request to the host of a URL may go to. Every address must be
 * allowed: whoever mixes them wants to be asked at the other one.
 */
export async function findAddresses(
  url: URL,
  { resolve, allowPrivate }: AddressRules,
  signal: AbortSignal,
): Promise<FoundAddresses> {
  const host = hostOf(url);
  let addresses: string[];
  try {
    // A connection to a literal address asks nobody.
    addresses = isIP(host) === 0 ? await untilAborted(resolve(host, signal), signal) : [host];
  } catch {
    return { kind: 'not_known' };
  }
  const areAllowed = addresses.every((address) => allowPrivate || isPublicAddress(address));
  if (addresses.length === 0 || !areAllowed) return { kind: 'not_public' };
  return { kind: 'found', addresses };
}

/** Rejects when the signal is aborted, even if the work goes on. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

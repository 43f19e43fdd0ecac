import { promises as dns } from 'node:dns';
import type { Resolve } from './find-addresses.js';

/** For one server; two are asked, each twice, within the time that an attempt has. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** Answers that say that there is no such address. All others say that the server does not know. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks the DNS servers of the system by packets of our own. The look-up of the system would hold one
 * of the few threads of the process for as long as a server is silent, and whoever owns the name
 * decides for how long that is.
 */
const resolveByDns: Resolve = (name, signal) => askDns(name, signal);

/** @param servers addresses of DNS servers in place of those of the system */
export async function askDns(
  name: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    // Some servers do not know the type of IPv6 addresses. What is known is enough then.
    if (found.length === 0) for (const answer of answers) throwUnlessNothing(answer);
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Asks the system, which also knows `/etc/hosts` and the names of its own network. It is for
 * operators who allow private networks, and so trust those who choose addresses.
 */
export const resolveBySystem: Resolve = async (name) => {
  try {
    return (await dns.lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    if (saysNothing(error)) return [];
    throw error;
  }
};

/** Returns who is asked for the addresses of names. */
export function resolverFor(allowPrivate: boolean): Resolve {
  return allowPrivate ? resolveBySystem : resolveByDns;
}

function throwUnlessNothing(answer: PromiseSettledResult<string[]>): void {
  if (answer.status === 'rejected' && !saysNothing(answer.reason)) throw answer.reason;
}

const saysNothing = (error: unknown) => NOTHING.has((error as NodeJS.ErrnoException).code ?? '');

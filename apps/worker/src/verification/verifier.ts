import type { Claim, Judgement } from '@app/verification';
import { judgeClaims } from './judge-claims.js';
import type { ListsInUse } from './lists-in-use.js';
import type { ReverseDns } from './reverse-dns.js';

/**
 * Judges whether visits that name a bot came from the bot's operator. Judgements come in the order
 * of the claims; at once, unless DNS is asked.
 */
export interface Verifier {
  judge(claims: readonly Claim[]): Judgement[] | Promise<Judgement[]>;
}

/** Judges by the lists that are in use at the moment and, if it is given, by the names of hosts. */
export function createVerifier(
  lists: Pick<ListsInUse, 'current'>,
  reverseDns?: Pick<ReverseDns, 'observe'>,
): Verifier {
  return { judge: (claims) => judgeClaims(claims, lists.current(), reverseDns) };
}

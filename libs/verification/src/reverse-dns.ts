import { addressText, type AddressNumbers, isPublicAddress } from '@app/contracts';
import { isMasked } from './address-kind.js';
import type { AddressLists } from './compile-lists.js';
import { type HostNames, hostNamesOf } from './host-names.js';
import type { Claim, Judgement, Reason } from './verdict.js';

/**
 * What DNS says about an address.
 *
 * - `confirmed`: its host has a name of the operator, and this name has the address.
 * - `not_confirmed`: it has a name of the operator, but the name does not have the address.
 * - `other_name`: it has other names only.
 * - `no_name`: it has no name, or only one that says nothing about the bot.
 * - `not_known`: there was no answer in time, or the servers could not find out.
 */
export type Observation = 'confirmed' | 'not_confirmed' | 'other_name' | 'no_name' | 'not_known';

/** What lists leave open: they decide nothing about the bot, or not at this time. */
const OPEN: ReadonlySet<Reason> = new Set<Reason>([
  'no_list',
  'other_list',
  'list_incomplete',
  'list_missing',
  'list_too_old',
  'visit_too_old',
  'near_list',
]);

/** Names are of today. What an address was called long before or after says little. */
const SAYS_SPOOFED_FOR_MS = 7 * 86_400_000;

/** Returns the names for which DNS is worth asking about a claim that lists did not decide. */
export function namesToAsk(
  { bot, address, isClaimed }: Claim,
  judgement: Judgement,
  lists: AddressLists,
): HostNames | undefined {
  if (judgement.verification !== 'unverifiable' || !OPEN.has(judgement.reason)) return undefined;
  const names = hostNamesOf(bot.slug);
  if (names === undefined || address === null || isClaimed) return undefined;
  if (!isPublicAddress(address) || isMasked(address)) return undefined;
  return lists.edges.has(address) ? undefined : names;
}

/**
 * Judges a claim by what DNS says about its address at the time `now` (epoch milliseconds). What
 * DNS does not know leaves the judgement by lists as it is.
 */
export function settle(
  { time }: Claim,
  byLists: Judgement,
  { isComplete }: HostNames,
  { observation, now }: { observation: Observation; now: number },
): Judgement {
  const mayBeSpoofed = isComplete && Math.abs(now - time) <= SAYS_SPOOFED_FOR_MS;
  switch (observation) {
    case 'confirmed':
      return { verification: 'verified', reason: 'name_confirmed' };
    case 'other_name':
      return { verification: mayBeSpoofed ? 'spoofed' : 'unverifiable', reason: 'other_name' };
    case 'not_confirmed':
      return {
        verification: mayBeSpoofed ? 'spoofed' : 'unverifiable',
        reason: 'name_not_confirmed',
      };
    case 'no_name':
    case 'not_known':
      return byLists;
  }
}

/** Returns the name under which DNS has the names of an address. */
export function reverseNameOf(address: AddressNumbers): string {
  if (typeof address === 'number')
    return `${addressText(address).split('.').reverse().join('.')}.in-addr.arpa`;
  const digits = address.map((word) => word.toString(16).padStart(8, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

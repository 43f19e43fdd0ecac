import { type AddressNumbers, isPublicAddress } from '@app/contracts';
import { isMasked } from './address-kind.js';
import type { AddressLists, CompiledList } from './compile-lists.js';

/** Why a visit was judged as it was. */
export type Reason =
  /** Verified: the address is in a list of the bot's operator. */
  | 'in_list'
  /** Verified: DNS calls the address a host of the operator, and gives this host the address. */
  | 'name_confirmed'
  /** Spoofed: the operator publishes all addresses of the bot, and this is none of them. */
  | 'outside_complete_list'
  /**
   * DNS calls the address something else. Spoofed if all hosts of the operator have its names,
   * otherwise unverifiable.
   */
  | 'other_name'
  /** DNS calls the address a host of the operator, but the host has other addresses. As before. */
  | 'name_not_confirmed'
  // All others: unverifiable.
  /** The bot is a program that anybody can run, from any address. */
  | 'anybodys_program'
  /** No list of the bot's operator is known. */
  | 'no_list'
  | 'no_address'
  /** The visitor may have made up the address: proxies that nobody knows have passed it on. */
  | 'claimed_address'
  /** The address is of a private network, or otherwise none of the public internet. */
  | 'not_public'
  /** The address is a server of a CDN: the log has the proxy's address, not the visitor's. */
  | 'edge_address'
  /** Only the network was sent: IPv4 ends in .0, IPv6 has nothing after its /48. */
  | 'masked_address'
  /** No list says that it has all addresses of this bot. */
  | 'list_incomplete'
  /** The complete list was never fetched. */
  | 'list_missing'
  /** The visit is later than the list proves anything. */
  | 'list_too_old'
  /** The visit was too long before the list was fetched. */
  | 'visit_too_old';

export interface Judgement {
  verification: 'verified' | 'spoofed' | 'unverifiable';
  reason: Reason;
  /** The id of the list that decided. */
  list?: string;
}

/** The bot that a visit names. */
export interface ClaimedBot {
  slug: string;
  provider: string;
}

/** What a visit says about itself. */
export interface Claim {
  /** A row of the registry. What lists say about it is remembered for the object. */
  bot: ClaimedBot;
  /** Null if the log has none. */
  address: AddressNumbers | null;
  /** Whether the visitor may have made up the address. Default: false. */
  isClaimed?: boolean;
  /** When the visit was, epoch milliseconds. */
  time: number;
}

/**
 * Judges by lists whether a visit that names a bot came from the bot's operator. It is never called
 * spoofed because a list may be incomplete, may have been different at the time of the visit, or
 * because the address is not the visitor's own.
 */
export function verdict({ bot, address, isClaimed, time }: Claim, lists: AddressLists): Judgement {
  const decided = decidedWithoutAddress(bot, lists);
  if (decided !== undefined) return decided;
  if (address === null) return unverifiable('no_address');
  if (isClaimed) return unverifiable('claimed_address');
  const { verifying, complete } = lists.of(bot);
  const holder = holderOf(address, verifying);
  if (holder) return { verification: 'verified', reason: 'in_list', list: holder.id };
  if (!isPublicAddress(address)) return unverifiable('not_public');
  if (lists.edges.has(address)) return unverifiable('edge_address');
  if (isMasked(address)) return unverifiable('masked_address');
  return outside(complete, time);
}

/** Returns the verdict on all visits of a bot whose addresses say nothing, otherwise undefined. */
export function decidedWithoutAddress(bot: ClaimedBot, lists: AddressLists): Judgement | undefined {
  const { isAnybodys, verifying } = lists.of(bot);
  if (isAnybodys) return unverifiable('anybodys_program');
  return verifying.length === 0 ? unverifiable('no_list') : undefined;
}

function holderOf(
  address: AddressNumbers,
  lists: readonly CompiledList[],
): CompiledList | undefined {
  // A loop, because this is asked for every visit that names a bot.
  for (const list of lists) if (list.addresses.has(address)) return list;
  return undefined;
}

/** Judges an address that is in no list of the operator, by the lists that should have it. */
function outside(complete: readonly CompiledList[], time: number): Judgement {
  if (complete.length === 0) return unverifiable('list_incomplete');
  for (const list of complete) {
    if (list.isEmpty) return unverifiable('list_missing', list.id);
    if (time > list.provesUntil) return unverifiable('list_too_old', list.id);
    if (!(time >= list.provesFrom)) return unverifiable('visit_too_old', list.id);
  }
  const [list] = complete as [CompiledList];
  return { verification: 'spoofed', reason: 'outside_complete_list', list: list.id };
}

function unverifiable(reason: Reason, list?: string): Judgement {
  return list === undefined
    ? { verification: 'unverifiable', reason }
    : { verification: 'unverifiable', reason, list };
}

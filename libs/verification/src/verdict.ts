import { type AddressNumbers, isPublicAddress } from '@app/contracts';
import { isMasked } from './address-kind.js';
import type { AddressLists, CompiledList, ListsOfBot } from './compile-lists.js';

/** Why a visit was judged as it was. */
export type Reason =
  /** Verified: the address is in a list of the bot's operator. */
  | 'in_list'
  /** Verified: DNS calls the address a host of the operator, and gives this host the address. */
  | 'name_confirmed'
  /**
   * Spoofed: the operator publishes all addresses of the bot, and this one is neither among them nor
   * near any of its own.
   */
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
  /** No list is known that verifies this bot. */
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
  /** The address is in a list of the operator that verifies other bots only. */
  | 'other_list'
  /** No list has all addresses of this bot, or one cannot know where the next ones will be. */
  | 'list_incomplete'
  /** A list of the operator was never fetched. */
  | 'list_missing'
  /** The visit is later than a list of the operator tells what it publishes. */
  | 'list_too_old'
  /** The visit was too long before a list of the operator was fetched. */
  | 'visit_too_old'
  /**
   * The address is near those of the operator, which may use it before it lists it or after: in the
   * same network, in another one of its own, or in a cloud where it rents.
   */
  | 'near_list';

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
  const ofBot = lists.of(bot);
  const holder = holderOf(address, ofBot.verifying);
  if (holder) return { verification: 'verified', reason: 'in_list', list: holder.id };
  if (!isPublicAddress(address)) return unverifiable('not_public');
  if (lists.edges.has(address)) return unverifiable('edge_address');
  if (isMasked(address)) return unverifiable('masked_address');
  return outside(address, time, ofBot);
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

/** Judges an address that verifies nothing, by all that is known of the operator. */
function outside(address: AddressNumbers, time: number, lists: ListsOfBot): Judgement {
  const { complete, ofOperator, surroundings } = lists;
  // Whatever is in a list is in the surroundings, too: most addresses need one look-up.
  const isNear = surroundings.has(address);
  const other = isNear ? holderOf(address, ofOperator) : undefined;
  if (other) return unverifiable('other_list', other.id);
  const [list] = complete;
  if (list === undefined) return unverifiable('list_incomplete');
  for (const one of ofOperator) {
    const doubt = doubtAbout(one, time);
    if (doubt !== undefined) return unverifiable(doubt, one.id);
  }
  if (isNear) return unverifiable('near_list', list.id);
  return { verification: 'spoofed', reason: 'outside_complete_list', list: list.id };
}

/** Returns why a list says nothing about this time, if so. */
function doubtAbout(list: CompiledList, time: number): Reason | undefined {
  if (list.isEmpty) return 'list_missing';
  if (time > list.provesUntil) return 'list_too_old';
  return time >= list.provesFrom ? undefined : 'visit_too_old';
}

function unverifiable(reason: Reason, list?: string): Judgement {
  return list === undefined
    ? { verification: 'unverifiable', reason }
    : { verification: 'unverifiable', reason, list };
}

/**
 * Judges whether a visit that names a bot came from the bot's operator, by the address of the visit
 * and the addresses that operators publish.
 *
 * This library is pure: it has no input or output. `lists/` has what is known about each list,
 * `snapshot.json` what the lists held when the release was made, and `verdict.ts` decides.
 */
export { ADDRESS_LISTS } from './address-lists.js';
export type { AddressList, ListContent, ListFormat } from './address-list.js';
export { AddressSet } from './address-set.js';
export { compileLists } from './compile-lists.js';
export type { AddressLists, CompiledList, ListsOfBot } from './compile-lists.js';
export { addressesOfHosters, parseHosters } from './hosters.js';
export { HOST_NAMES, hostNamesOf, nameFits } from './host-names.js';
export type { HostNames } from './host-names.js';
export { judgeRefresh } from './judge-refresh.js';
export { isOwnAddress } from './own-address.js';
export { parseList } from './parse-list.js';
export type { ParsedList } from './parse-list.js';
export { canonicalPrefix, collapse } from './prefixes.js';
export { namesToAsk, reverseNameOf, settle } from './reverse-dns.js';
export type { Observation } from './reverse-dns.js';
export { provedTime } from './proved-time.js';
export type { ProvedTime } from './proved-time.js';
export { BUNDLED_LISTS } from './snapshot.js';
export { asKept } from './surroundings.js';
export { decidedWithoutAddress, verdict } from './verdict.js';
export type { Claim, ClaimedBot, Judgement, Reason } from './verdict.js';

import type { Reason } from '@app/verification';

/** Why a visit is judged as it is, as the end of a sentence. */
export const REASONS: Record<Reason, string> = {
  in_list: "the address is in a list of the bot's operator",
  name_confirmed: 'DNS calls the address a host of its operator, and this host has the address',
  outside_complete_list:
    'its operator publishes all addresses of the bot, and this is none of them nor near them',
  other_name: "DNS calls the address something else than the operator's hosts",
  name_not_confirmed: 'DNS calls the address a host of its operator, which has other addresses',
  anybodys_program: 'anybody can run this program, from any address',
  no_list: 'no list is known that verifies this bot',
  no_address: 'there is no address',
  claimed_address: 'the visitor may have made up the address',
  not_public: 'the address is not one of the public internet',
  edge_address: 'the address is a server of a CDN, so it is not the one of the visitor',
  masked_address: 'only the network of the visitor is known',
  other_list: 'the address is in a list of its operator that verifies other bots only',
  list_incomplete: 'no list has all addresses of this bot, or its next ones may be anywhere',
  list_missing: 'a list of its operator was never fetched',
  list_too_old: 'a list of its operator is too old to prove anything',
  visit_too_old: 'a list of its operator is newer than the visit',
  near_list: 'the address is near those of its operator, which may use it as well',
};

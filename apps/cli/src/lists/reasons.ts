import type { Reason } from '@app/verification';

/** Why a visit is judged as it is, as the end of a sentence. */
export const REASONS: Record<Reason, string> = {
  in_list: "the address is in a list of the bot's operator",
  name_confirmed: 'DNS calls the address a host of its operator, and this host has the address',
  outside_complete_list:
    'its operator publishes all addresses of the bot, and this is none of them',
  other_name: "DNS calls the address something else than the operator's hosts",
  name_not_confirmed: 'DNS calls the address a host of its operator, which has other addresses',
  anybodys_program: 'anybody can run this program, from any address',
  no_list: 'no list of its operator is known',
  no_address: 'there is no address',
  claimed_address: 'the visitor may have made up the address',
  not_public: 'the address is not one of the public internet',
  edge_address: 'the address is a server of a CDN, so it is not the one of the visitor',
  masked_address: 'only the network of the visitor is known',
  list_incomplete: 'no list has all addresses of this bot',
  list_missing: 'the list of its addresses was never fetched',
  list_too_old: 'the list of its addresses is too old to prove anything',
  visit_too_old: 'the list of its addresses is newer than the visit',
};

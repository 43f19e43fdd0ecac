import {
  type Claim,
  type ClaimedBot,
  decidedWithoutAddress,
  hostNamesOf,
  type Judgement,
} from '@app/verification';
import { judgeClaims } from './judge-claims.js';
import type { ListsInUse } from './lists-in-use.js';
import type { ReverseDns } from './reverse-dns.js';

/** Judges whether visits that name a bot came from the bot's operator. */
export interface Verifier {
  /**
   * Returns the judgement on all visits of a bot whose addresses say nothing, otherwise undefined.
   */
  decided(bot: ClaimedBot): Judgement | undefined;
  /** Judgements come in the order of the claims; at once, unless DNS is asked. */
  judge(claims: readonly Claim[]): Judgement[] | Promise<Judgement[]>;
}

/** Judges by the lists that are in use at the moment and, if it is given, by the names of hosts. */
export function createVerifier(
  lists: Pick<ListsInUse, 'current'>,
  reverseDns?: Pick<ReverseDns, 'observe'>,
): Verifier {
  return {
    decided: (bot) => {
      const decided = decidedWithoutAddress(bot, lists.current());
      const mayHaveName = decided?.reason === 'no_list' && reverseDns && hostNamesOf(bot.slug);
      return mayHaveName ? undefined : decided;
    },
    judge: (claims) => judgeClaims(claims, lists.current(), reverseDns),
  };
}

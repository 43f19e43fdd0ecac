import {
  type AddressLists,
  type Claim,
  type Judgement,
  namesToAsk,
  settle,
  verdict,
} from '@app/verification';
import type { Question, ReverseDns } from './reverse-dns.js';

/**
 * Judges claims by lists and, if `reverseDns` is given, those that lists leave open by the names of
 * the addresses. It returns the judgements in the order of the claims.
 */
export function judgeClaims(
  claims: readonly Claim[],
  lists: AddressLists,
  reverseDns?: Pick<ReverseDns, 'observe'>,
): Judgement[] | Promise<Judgement[]> {
  const byLists = claims.map((claim) => verdict(claim, lists));
  return reverseDns === undefined ? byLists : byNames(claims, byLists, lists, reverseDns);
}

async function byNames(
  claims: readonly Claim[],
  byLists: readonly Judgement[],
  lists: AddressLists,
  reverseDns: Pick<ReverseDns, 'observe'>,
): Promise<Judgement[]> {
  const judgements = [...byLists];
  const open: { index: number; claim: Claim; judgement: Judgement; question: Question }[] = [];
  for (const [index, claim] of claims.entries()) {
    const judgement = byLists[index] as Judgement;
    const names = namesToAsk(claim, judgement, lists);
    if (names === undefined || claim.address === null) continue;
    open.push({ index, claim, judgement, question: { address: claim.address, names } });
  }
  if (open.length === 0) return judgements;
  const observations = await reverseDns.observe(open.map(({ question }) => question));
  const now = Date.now();
  for (const [place, { index, claim, judgement, question }] of open.entries()) {
    const observation = observations[place] ?? 'not_known';
    judgements[index] = settle(claim, judgement, question.names, { observation, now });
  }
  return judgements;
}

import type { AddressNumbers, IpStorage } from '@app/contracts';
import type { Claim, Judgement } from '@app/verification';
import type { KnownKeys } from '../../verification/known-keys.js';
import type { Verifier } from '../../verification/verifier.js';
import type { ClassifiedVisit } from './classify.js';
import { findAddresses, type UnknownAddress, wasCut } from './full-addresses.js';
import type { PartOf } from './websites.js';

export interface VisitJudgement {
  verification: Judgement['verification'];
  reason: Judgement['reason'] | UnknownAddress;
}

/** A part with what was found out about the bots that its visits name. */
export interface JudgedPart extends PartOf<ClassifiedVisit> {
  /** In the order of the visits; undefined for people, and for all when nobody verifies. */
  judgements: (VisitJudgement | undefined)[];
}

export interface VerifyStepDependencies {
  /** Undefined when nobody verifies visits. */
  verification?: { verifier: Verifier; addressKeys: Pick<KnownKeys, 'find'> };
  ipStorage: IpStorage;
}

/**
 * Judges by their full addresses whether visits that name a bot came from its operator. A visit
 * whose full address is not known is unverifiable, and is stored all the same.
 */
export function createVerifyStep({ verification, ipStorage }: VerifyStepDependencies) {
  return async function verify(classified: PartOf<ClassifiedVisit>): Promise<JudgedPart> {
    const judgements: JudgedPart['judgements'] = [];
    if (!verification) return { ...classified, judgements };
    const { verifier, addressKeys } = verification;
    const places = placesLeft(classified.visits, verifier, judgements);
    if (places.length === 0) return { ...classified, judgements };
    const visits = places.map((place) => classified.visits[place] as ClassifiedVisit);
    const { addresses, lacking } = await findAddresses(
      { addressKeys, ipStorage },
      classified.part,
      visits,
    );
    const claims = visits.map((visit, index) => claimOf(visit, addresses[index] ?? null));
    const judged = await verifier.judge(claims);
    for (const [index, place] of places.entries()) {
      const judgement = judged[index];
      const isLacking = lacking !== undefined && judgement?.reason === 'no_address';
      judgements[place] =
        isLacking && wasCut(visits[index]?.entry.ip ?? null, ipStorage)
          ? { verification: 'unverifiable', reason: lacking }
          : judgement;
    }
    return { ...classified, judgements };
  };
}

/**
 * Judges the visits of bots whose addresses say nothing, and returns the places of the other visits
 * that name a bot. Many bots have no list, so most visits need no address.
 */
function placesLeft(
  visits: readonly ClassifiedVisit[],
  verifier: Verifier,
  judgements: JudgedPart['judgements'],
): number[] {
  const places: number[] = [];
  for (const [place, { verdict }] of visits.entries()) {
    if (verdict.kind === 'human') continue;
    const decided = verifier.decided(verdict.bot);
    if (decided === undefined) places.push(place);
    else judgements[place] = decided;
  }
  return places;
}

function claimOf({ entry, verdict }: ClassifiedVisit, address: AddressNumbers | null): Claim {
  if (verdict.kind === 'human') throw new Error('People name no bot');
  return { bot: verdict.bot, address, time: entry.time };
}

import { addressNumbers, type AddressNumbers, type IpStorage, storedAddress } from '@app/contracts';
import { addressKeyOf, fullAddresses, openAddresses } from '@app/queue';
import type { Claim, Judgement } from '@app/verification';
import type { KnownKeys } from '../../verification/known-keys.js';
import type { Verifier } from '../../verification/verifier.js';
import type { ClassifiedVisit } from './classify.js';
import type { Part } from './split.js';
import type { PartOf } from './websites.js';

/**
 * Why the full address of a visit is not known. `not_sealed`: the API had no key, did not verify, or
 * is of an older release. `key_lost`: the database crashed, or the job waited longer than a day.
 * `key_unreadable`: the keys cannot be read now. `not_opened`: the sealed part does not fit.
 */
export type UnknownAddress = 'not_sealed' | 'key_lost' | 'key_unreadable' | 'not_opened';

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

/** The full addresses of visits, as far as they are known. */
interface Found {
  /** In the order of the visits; null where there is none, or where it is not known. */
  addresses: (AddressNumbers | null)[];
  /** Why those that were cut are not known. */
  lacking?: UnknownAddress;
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
    const { addresses, lacking } = await find(classified.part, visits, addressKeys);
    const claims = visits.map((visit, index) => claimOf(visit, addresses[index] ?? null));
    const judged = await verifier.judge(claims);
    for (const [index, place] of places.entries()) {
      const judgement = judged[index];
      const isLacking = lacking !== undefined && judgement?.reason === 'no_address';
      judgements[place] =
        isLacking && wasCut(visits[index]?.entry.ip ?? null)
          ? { verification: 'unverifiable', reason: lacking }
          : judgement;
    }
    return { ...classified, judgements };
  };

  async function find(
    part: Part,
    visits: readonly ClassifiedVisit[],
    addressKeys: Pick<KnownKeys, 'find'>,
  ): Promise<Found> {
    const { id, sealed } = part.batch;
    if (sealed === undefined) return uncut(visits, 'not_sealed');
    const keyId = addressKeyOf(sealed);
    if (keyId === undefined) return uncut(visits, 'not_opened');
    const known = addressKeys.find(keyId);
    const key = known instanceof Promise ? await known : known;
    if (key.kind !== 'known') return uncut(visits, `key_${key.kind}`);
    const cutOff = openAddresses(sealed, id, key.secret);
    const positions = visits.map(({ position }) => position);
    const addresses = cutOff && fullAddresses(cutOff, part.ofBatch, positions);
    return addresses ? { addresses } : uncut(visits, 'not_opened');
  }

  /** Returns only the addresses that nobody has cut. */
  function uncut(visits: readonly ClassifiedVisit[], lacking: UnknownAddress): Found {
    const addresses = visits.map(({ entry: { ip } }) => addressNumbers(wasCut(ip) ? null : ip));
    return { addresses, lacking };
  }

  /** Tells whether something of an address may be missing. The API may have another setting. */
  function wasCut(ip: string | null): boolean {
    if (ipStorage === 'full') return false;
    return ip === null ? ipStorage === 'none' : storedAddress(ip, 'truncated') === ip;
  }
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

import type { IpStorage, Verdict } from '@app/contracts';
import type { Claim, Judgement } from '@app/verification';
import type { KnownKeys } from '../../verification/known-keys.js';
import type { Verifier } from '../../verification/verifier.js';
import type { ShownPart } from './evidence.js';
import { findAddresses, type UnknownAddress, wasCut } from './full-addresses.js';

export interface VisitJudgement {
  verification: Judgement['verification'];
  reason: Judgement['reason'] | UnknownAddress;
}

/** A part with what was found out about the bots that its visits name. */
export interface JudgedPart extends ShownPart {
  /** Undefined for people, and for all when nobody verifies. */
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
  return async function verify(shown: ShownPart): Promise<JudgedPart> {
    const judgements: JudgedPart['judgements'] = [];
    if (!verification) return { ...shown, judgements };
    const { part, places, verdicts } = shown;
    const { verifier, addressKeys } = verification;
    const rows = rowsLeft(verdicts, verifier, judgements);
    if (rows.length === 0) return { ...shown, judgements };
    const placesOfRows = new Uint32Array(rows.length);
    // A loop, because the methods of typed arrays take several times as long.
    for (let at = 0; at < rows.length; at++)
      placesOfRows[at] = places[rows[at] as number] as number;
    const { addresses, lacking } = await findAddresses(
      { addressKeys, ipStorage },
      part,
      placesOfRows,
    );
    const { time, addresses: queued, claimedAddresses } = part.entries;
    const isClaimed = new Set(claimedAddresses);
    const claims = rows.map((row, index): Claim => ({
      bot: botOf(verdicts[row] as Verdict),
      address: addresses[index] ?? null,
      isClaimed: isClaimed.has(placesOfRows[index] as number),
      time: time[placesOfRows[index] as number] as number,
    }));
    const judged = await verifier.judge(claims);
    rows.forEach((row, index) => {
      const judgement = judged[index];
      const isLacking = lacking !== undefined && judgement?.reason === 'no_address';
      judgements[row] =
        isLacking && wasCut(queued, placesOfRows[index] as number, ipStorage)
          ? { verification: 'unverifiable', reason: lacking }
          : judgement;
    });
    return { ...shown, judgements };
  };
}

/**
 * Judges the visits of bots whose addresses say nothing, and returns the other visits that name a
 * bot. Many bots have no list, so most visits need no address.
 */
function rowsLeft(
  verdicts: readonly Verdict[],
  verifier: Verifier,
  judgements: JudgedPart['judgements'],
): number[] {
  const rows: number[] = [];
  for (let row = 0; row < verdicts.length; row++) {
    const verdict = verdicts[row] as Verdict;
    if (verdict.kind === 'human') continue;
    const decided = verifier.decided(verdict.bot);
    if (decided === undefined) rows.push(row);
    else judgements[row] = decided;
  }
  return rows;
}

function botOf(verdict: Verdict): Claim['bot'] {
  if (verdict.kind === 'human') throw new Error('People name no bot');
  return verdict.bot;
}

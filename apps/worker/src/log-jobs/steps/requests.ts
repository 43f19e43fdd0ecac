import {
  findProbe,
  FROM_SCANNING_ADDRESS,
  fromScanningAddresses,
  isBrowser,
  judgeRequest,
  LEAST_PROBES,
} from '@app/classification';
import type { AddressNumbers, IpStorage, Verdict } from '@app/contracts';
import { type AddressSet, isOwnAddress } from '@app/verification';
import type { KnownKeys } from '../../verification/known-keys.js';
import { findAddresses } from './full-addresses.js';
import type { JudgedPart, VisitJudgement } from './verify.js';

export interface RequestsStepDependencies {
  /** Undefined when visits are judged by their agents only. */
  behaviour?: {
    /** Set when visits are also judged by the other requests of their address. */
    byAddress?: ByAddress;
  };
  /** Undefined when nobody verifies visits. */
  verification?: unknown;
  ipStorage: IpStorage;
}

interface ByAddress {
  addressKeys: Pick<KnownKeys, 'find'>;
  /** The servers of CDNs. */
  edges: () => AddressSet;
}

/** No operator publishes the addresses of scanners. */
const NO_LIST: VisitJudgement = { verification: 'unverifiable', reason: 'no_list' };

/**
 * Judges visits that came with a browser by what they ask for. This comes after the verification,
 * because what a verified bot asks for says nothing about other visits from its address.
 */
export function createRequestsStep({
  behaviour,
  verification,
  ipStorage,
}: RequestsStepDependencies) {
  const judgement = verification === undefined ? undefined : NO_LIST;

  return function judgeRequests(part: JudgedPart): JudgedPart | Promise<JudgedPart> {
    if (behaviour === undefined) return part;
    const judged = changed(part, scanners(part), judgement);
    if (behaviour.byAddress === undefined) return judged;
    const probes = refusedProbes(judged);
    // Otherwise there is no reason to open an address.
    if (new Set(probes.values()).size < LEAST_PROBES) return judged;
    return judgeAddresses(judged, probes, behaviour.byAddress);
  };

  async function judgeAddresses(
    part: JudgedPart,
    probes: ReadonlyMap<number, string>,
    byAddress: ByAddress,
  ): Promise<JudgedPart> {
    const own = await ownAddresses(part, { ...byAddress, ipStorage });
    const { time } = part.part.entries;
    const requests = Array.from(part.places, (place, row) => ({
      address: own[row] ?? null,
      time: time[place] as number,
      probe: probes.get(row),
    }));
    const verdicts = new Map<number, Verdict>();
    for (const row of fromScanningAddresses(requests)) {
      const isOff = part.behaviourOff.has(part.websiteIds[row] as number);
      if (isBrowser(part.verdicts[row] as Verdict) && !isOff)
        verdicts.set(row, FROM_SCANNING_ADDRESS);
    }
    return changed(part, verdicts, judgement);
  }
}

/** Returns the new verdicts on visits that ask for what no site links, by row. */
function scanners({
  part: { entries },
  places,
  verdicts: before,
  websiteIds,
  behaviourOff,
}: JudgedPart): ReadonlyMap<number, Verdict> {
  const { path, statusCode } = entries;
  const verdicts = new Map<number, Verdict>();
  // A loop, because this is asked for every visit.
  for (let row = 0; row < places.length; row++) {
    const place = places[row] as number;
    const verdict = before[row] as Verdict;
    const text = path.texts[path.places[place] as number] as string;
    const judged = judgeRequest(verdict, text, statusCode[place] as number);
    if (judged !== verdict && !behaviourOff.has(websiteIds[row] as number))
      verdicts.set(row, judged);
  }
  return verdicts;
}

/** Returns the same part when no verdict changes. */
function changed(
  part: JudgedPart,
  verdicts: ReadonlyMap<number, Verdict>,
  judgement: VisitJudgement | undefined,
): JudgedPart {
  if (verdicts.size === 0) return part;
  const verdictsOfAll = [...part.verdicts];
  const judgements = [...part.judgements];
  for (const [row, verdict] of verdicts) {
    verdictsOfAll[row] = verdict;
    judgements[row] = judgement;
  }
  return { ...part, verdicts: verdictsOfAll, judgements };
}

/** Returns the plain paths of visits that asked for what no site links and were answered with 4xx. */
function refusedProbes({
  part,
  places,
  websiteIds,
  behaviourOff,
}: JudgedPart): ReadonlyMap<number, string> {
  const { path, statusCode } = part.entries;
  const probes = new Map<number, string>();
  for (let row = 0; row < places.length; row++) {
    const place = places[row] as number;
    const status = statusCode[place] as number;
    if (status < 400 || status > 499 || behaviourOff.has(websiteIds[row] as number)) continue;
    const probe = findProbe(path.texts[path.places[place] as number] as string, status);
    if (probe) probes.set(row, probe.path);
  }
  return probes;
}

/**
 * Returns what stands for the address of each visit; null where it is not known or not a visitor's
 * own, and for the addresses of verified bots.
 */
async function ownAddresses(
  { part, places, judgements }: JudgedPart,
  { edges, ...settings }: ByAddress & { ipStorage: IpStorage },
): Promise<(string | number | null)[]> {
  const { addresses } = await findAddresses(settings, part, places);
  const cdn = edges();
  const own = addresses.map((address) =>
    address !== null && isOwnAddress(address, cdn) ? keyOf(address) : null,
  );
  const verified = new Set(own.filter((_, row) => isVerified(judgements[row])));
  return own.map((key) => (verified.has(key) ? null : key));
}

function keyOf(address: AddressNumbers): string | number {
  return typeof address === 'number' ? address : address.join();
}

function isVerified(judgement: VisitJudgement | undefined): boolean {
  return judgement?.verification === 'verified';
}

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
import type { ClassifiedVisit } from './classify.js';
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
    const probes = judged.visits.map((visit) =>
      part.behaviourOff.has(visit.websiteId) ? undefined : refusedProbe(visit),
    );
    const paths = new Set(probes.filter((path) => path !== undefined));
    // Otherwise there is no reason to open an address.
    return paths.size < LEAST_PROBES ? judged : judgeAddresses(judged, probes, behaviour.byAddress);
  };

  async function judgeAddresses(
    part: JudgedPart,
    probes: readonly (string | undefined)[],
    byAddress: ByAddress,
  ): Promise<JudgedPart> {
    const own = await ownAddresses(part, { ...byAddress, ipStorage });
    const requests = part.visits.map(({ entry: { time } }, place) => ({
      address: own[place] ?? null,
      time,
      probe: probes[place],
    }));
    const verdicts = new Map<number, Verdict>();
    for (const place of fromScanningAddresses(requests)) {
      const visit = part.visits[place];
      if (visit && isBrowser(visit.verdict) && !part.behaviourOff.has(visit.websiteId))
        verdicts.set(place, FROM_SCANNING_ADDRESS);
    }
    return changed(part, verdicts, judgement);
  }
}

/** Returns the new verdicts on visits that ask for what no site links, by place. */
function scanners({ visits, behaviourOff }: JudgedPart): ReadonlyMap<number, Verdict> {
  const verdicts = new Map<number, Verdict>();
  // A loop, because this is asked for every visit.
  for (let place = 0; place < visits.length; place++) {
    const { entry, verdict, websiteId } = visits[place] as ClassifiedVisit;
    const judged = judgeRequest(verdict, entry.path, entry.statusCode);
    if (judged !== verdict && !behaviourOff.has(websiteId)) verdicts.set(place, judged);
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
  const visits = [...part.visits];
  const judgements = [...part.judgements];
  for (const [place, verdict] of verdicts) {
    visits[place] = { ...(visits[place] as ClassifiedVisit), verdict };
    judgements[place] = judgement;
  }
  return { ...part, visits, judgements };
}

/** Returns the plain path of a visit that asked for what no site links and was answered with 4xx. */
function refusedProbe({ entry: { path, statusCode } }: ClassifiedVisit): string | undefined {
  if (statusCode < 400 || statusCode > 499) return undefined;
  return findProbe(path, statusCode)?.path;
}

/**
 * Returns what stands for the address of each visit; null where it is not known or not a visitor's
 * own, and for the addresses of verified bots.
 */
async function ownAddresses(
  { part, visits, judgements }: JudgedPart,
  { edges, ...settings }: ByAddress & { ipStorage: IpStorage },
): Promise<(string | number | null)[]> {
  const { addresses } = await findAddresses(settings, part, visits);
  const cdn = edges();
  const own = addresses.map((address) =>
    address !== null && isOwnAddress(address, cdn) ? keyOf(address) : null,
  );
  const verified = new Set(own.filter((_, place) => isVerified(judgements[place])));
  return own.map((key) => (verified.has(key) ? null : key));
}

function keyOf(address: AddressNumbers): string | number {
  return typeof address === 'number' ? address : address.join();
}

function isVerified(judgement: VisitJudgement | undefined): boolean {
  return judgement?.verification === 'verified';
}

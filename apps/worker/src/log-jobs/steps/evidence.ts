import type { Verdict } from '@app/contracts';
import type { SkippedRequests } from '@app/storage';
import type { AddressSet } from '@app/verification';
import type { HostersInUse } from '../../people/hosters-in-use.js';
import type { KnownVisitorKeys } from '../../people/known-visitor-keys.js';
import { gatherEvidence, type Gathered } from './gather-evidence.js';
import { visitorAddresses } from './visitor-addresses.js';
import { findAddresses, type FullAddressesDependencies } from './full-addresses.js';
import type { RequestedPart, RequestsStepDependencies } from './requests.js';

/** A part whose entries are visits: those that are not counted have shown what they show, and are gone. */
export interface ShownPart extends RequestedPart, Gathered {
  /** Entries that were left out because their website counts pages only. */
  skipped: SkippedRequests[];
}

export interface EvidenceStepDependencies extends RequestsStepDependencies {
  /** Needed when visitors are judged by all that they do. */
  visitors?: Omit<FullAddressesDependencies, 'ipStorage'> & {
    visitorKeys: Pick<KnownVisitorKeys, 'of'>;
    /** The servers of CDNs. */
    edges: () => AddressSet;
    /** The addresses of hosters, where the operator has lists of them. */
    hosters?: Pick<HostersInUse, 'current'> | undefined;
  };
  ipStorage: FullAddressesDependencies['ipStorage'];
}

const NOTHING: Gathered = { evidence: undefined, visitorOf: undefined, unjudged: [] };

/**
 * Gathers what requests with the agents of browsers show of their visitors, and leaves out those that
 * are not counted as visits: static files of websites that count pages only.
 */
export function createEvidenceStep({ behaviour, visitors, ipStorage }: EvidenceStepDependencies) {
  return async function evidence(part: RequestedPart): Promise<ShownPart> {
    const isCounted = countedRows(part);
    const shown =
      behaviour === 'visitor' && visitors ? await gather(part, isCounted, visitors) : NOTHING;
    return withoutUncounted({ ...part, ...shown }, isCounted);
  };

  async function gather(
    part: RequestedPart,
    isCounted: ReadonlyArray<boolean> | undefined,
    { visitorKeys, edges, hosters, ...settings }: NonNullable<EvidenceStepDependencies['visitors']>,
  ): Promise<Gathered> {
    const rows = rowsOfBrowsers(part);
    if (rows.length === 0) return NOTHING;
    const places = new Uint32Array(rows.length);
    // A loop, because the methods of typed arrays take several times as long.
    for (let at = 0; at < rows.length; at++) places[at] = part.places[rows[at] as number] as number;
    const found = await findAddresses({ ...settings, ipStorage }, part.part, places);
    const known = { edges: edges(), hosters: hosters?.current(), ipStorage };
    const visits = visitorAddresses(part, rows, found, known);
    const { accountId } = part.part.batch;
    const find = await visitorKeys.of(accountId, visits.days, rows.length);
    return gatherEvidence(part, visits, find, isCounted);
  }
}

/** Returns the rows that came with a browser, of websites whose visitors are judged. */
function rowsOfBrowsers({ places, verdicts, probes, websiteIds, behaviours }: RequestedPart) {
  const rows: number[] = [];
  const hasProbes = probes.size > 0;
  const isJudgedAll = behaviours.size === 0;
  for (let row = 0; row < places.length; row++) {
    const isBrowser = (verdicts[row] as Verdict).kind === 'human' || (hasProbes && probes.has(row));
    if (isBrowser && (isJudgedAll || !behaviours.has(websiteIds[row] as number))) rows.push(row);
  }
  return rows;
}

/** Tells of each row whether it is counted as a visit; undefined when all are. */
function countedRows({
  part,
  places,
  websiteIds,
  pagesOnly,
}: RequestedPart): boolean[] | undefined {
  const { staticFiles } = part.entries;
  if (pagesOnly.size === 0 || staticFiles.length === 0) return undefined;
  const isFile = new Set(staticFiles);
  const isCounted = Array.from(
    places,
    (place, row) => !(isFile.has(place) && pagesOnly.has(websiteIds[row] as number)),
  );
  return isCounted.includes(false) ? isCounted : undefined;
}

function withoutUncounted(
  part: RequestedPart & Gathered,
  isCounted: readonly boolean[] | undefined,
): ShownPart {
  if (!isCounted) return { ...part, skipped: [] };
  const { places, websiteIds, verdicts, probes, visitorOf } = part;
  const kept = [...isCounted.keys()].filter((row) => isCounted[row]);
  return {
    ...part,
    places: Uint32Array.from(kept, (row) => places[row] as number),
    websiteIds: Int32Array.from(kept, (row) => websiteIds[row] as number),
    verdicts: kept.map((row) => verdicts[row] as Verdict),
    probes: new Set(kept.flatMap((row, to) => (probes.has(row) ? [to] : []))),
    visitorOf: visitorOf && Int32Array.from(kept, (row) => visitorOf[row] as number),
    skipped: skippedByDay(part, isCounted),
  };
}

const DAY_MS = 86_400_000;

/** Counts requests that are no visits by website and UTC day. */
function skippedByDay(
  { part, places, websiteIds }: RequestedPart,
  isCounted: readonly boolean[],
): SkippedRequests[] {
  const counts = new Map<string, SkippedRequests>();
  for (const [row, place] of places.entries()) {
    if (isCounted[row]) continue;
    const time = part.entries.time[place] as number;
    const websiteId = websiteIds[row] as number;
    const day = time - (time % DAY_MS);
    const key = `${websiteId} ${day}`;
    const count = counts.get(key) ?? { websiteId, day, requests: 0 };
    count.requests += 1;
    counts.set(key, count);
  }
  return [...counts.values()];
}

import { type Evidence, EvidenceMerger, packEvidence } from '@app/people';
import { statement } from '../database/statement.js';
import { BIGINT, binaryArray, bytesArray, INTEGER } from './binary-arrays.js';

/** What the requests of a batch show of visitors: a row for each website, hour and visitor. */
export interface BatchEvidence {
  evidence: Evidence;
  websiteIds: Int32Array;
  /** UTC days, since 1970. */
  days: Int32Array;
  /** The UTC days on which the keys of the pseudonyms were made, since 1970. */
  madeOn: Int32Array;
}

/** Visits of browsers to a website on a UTC day that cannot be judged, by why. */
export interface Unjudged {
  websiteId: number;
  /** In days since 1970. */
  day: number;
  noAddress: number;
  sharedAddress: number;
  noKey: number;
}

/** What a batch shows of visitors, and which of its websites the ledger did not have. */
export interface FreshEvidence {
  shown: BatchEvidence;
  isFresh: (websiteId: number) => boolean;
}

export const ADD_EVIDENCE = statement('people/add_evidence');
export const ADD_UNJUDGED = statement('people/add_unjudged');

/** What is appended for a website and day. */
interface Appended {
  websiteId: number;
  day: number;
  madeOn: number;
  rows: number;
  merger?: EvidenceMerger;
}

/**
 * Returns the values of the statement that appends evidence: one row for each website and day.
 * Undefined: there is nothing.
 */
export function evidenceValues(batches: readonly FreshEvidence[]): unknown[] | undefined {
  const appended = new Map<number, Map<number, Appended>>();
  const groups = batches.map((batch) => groupsIn(appended, batch));
  if (appended.size === 0) return undefined;
  batches.forEach(({ shown: { evidence } }, at) => {
    const groupOf = groups[at] as (Appended | undefined)[];
    for (let row = 0; row < evidence.count; row++) {
      const group = groupOf[row];
      if (group) (group.merger ??= new EvidenceMerger(group.rows)).add(evidence, row);
    }
  });
  const rows = [...appended.values()]
    .flatMap((ofWebsite) => [...ofWebsite.values()])
    .map(({ merger, ...of }) => ({
      ...of,
      evidence: (merger as EvidenceMerger).result(),
    }));
  return [
    binaryArray(INTEGER, rows, ({ websiteId }) => websiteId),
    binaryArray(INTEGER, rows, ({ day }) => day),
    binaryArray(INTEGER, rows, ({ madeOn }) => madeOn),
    binaryArray(INTEGER, rows, ({ evidence }) => evidence.count),
    bytesArray(rows.map(({ evidence }) => packEvidence(evidence))),
  ];
}

/** Counts the rows of each website and day, and returns the group of each row. */
function groupsIn(
  appended: Map<number, Map<number, Appended>>,
  { shown: { evidence, websiteIds, days, madeOn }, isFresh }: FreshEvidence,
): (Appended | undefined)[] {
  const groupOf = new Array<Appended | undefined>(evidence.count);
  let group: Appended | undefined;
  for (let row = 0; row < evidence.count; row++) {
    const websiteId = websiteIds[row] as number;
    const day = days[row] as number;
    if (group?.websiteId !== websiteId || group.day !== day) {
      group = isFresh(websiteId)
        ? groupFor(appended, { websiteId, day, madeOn: madeOn[row] as number })
        : undefined;
    }
    if (group) group.rows++;
    groupOf[row] = group;
  }
  return groupOf;
}

/** All keys of an account and day were made on one day. */
function groupFor(
  appended: Map<number, Map<number, Appended>>,
  of: Pick<Appended, 'websiteId' | 'day' | 'madeOn'>,
): Appended {
  let ofWebsite = appended.get(of.websiteId);
  if (!ofWebsite) appended.set(of.websiteId, (ofWebsite = new Map()));
  let group = ofWebsite.get(of.day);
  if (!group) ofWebsite.set(of.day, (group = { ...of, rows: 0 }));
  return group;
}

/** Returns the values of the statement that counts visits that cannot be judged. */
export function unjudgedValues(given: readonly Unjudged[]): unknown[] {
  return [
    binaryArray(INTEGER, given, ({ websiteId }) => websiteId),
    binaryArray(INTEGER, given, ({ day }) => day),
    binaryArray(BIGINT, given, ({ noAddress }) => noAddress),
    binaryArray(BIGINT, given, ({ sharedAddress }) => sharedAddress),
    binaryArray(BIGINT, given, ({ noKey }) => noKey),
  ];
}

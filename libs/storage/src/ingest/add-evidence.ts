import {
  type BrowserVisits,
  countryNumber,
  createBrowserVisits,
  type Evidence,
  EvidenceMerger,
  packBrowserVisits,
  packEvidence,
  sourceOfAssistant,
} from '@app/people';
import { statement } from '../database/statement.js';
import { BIGINT, binaryArray, bytesArray, INTEGER } from './binary-arrays.js';
import type { BatchEvidence, Unjudged } from './batch-evidence.js';
import type { NumberedVisits } from './visit-numbers.js';

/** What a batch shows of visitors, and which of its websites the ledger did not have. */
export interface FreshEvidence {
  shown: BatchEvidence;
  isFresh: (websiteId: number) => boolean;
  /** The visits to these websites. */
  own: Pick<NumberedVisits, 'visits' | 'clientIds' | 'hostIds'>;
}

export const ADD_EVIDENCE = statement('people/add_evidence');
export const ADD_UNJUDGED = statement('people/add_unjudged');

/** What is appended for a website and day. */
interface Appended {
  websiteId: number;
  day: number;
  madeOn: number;
  rows: number;
  /** How many visits there will be, or, once their columns are made, how many there are. */
  count: number;
  merger?: EvidenceMerger;
  visits?: BrowserVisits;
}

/**
 * Returns the values of the statement that appends evidence: one row for each website and day.
 * Undefined: there is nothing.
 */
export function evidenceValues(batches: readonly FreshEvidence[]): unknown[] | undefined {
  const appended = new Map<number, Map<number, Appended>>();
  const groups = batches.map((batch) => groupsIn(appended, batch));
  if (appended.size === 0) return undefined;
  const all = [...appended.values()].flatMap((ofWebsite) => [...ofWebsite.values()]);
  for (const group of all) {
    group.merger = new EvidenceMerger(group.rows);
    group.visits = createBrowserVisits(group.count);
    group.count = 0;
  }
  batches.forEach((batch, at) => {
    const groupOf = groups[at] as (Appended | undefined)[];
    addVisits(batch.own, groupOf, mergedRows(batch.shown.evidence, groupOf));
  });
  const rows = all.map(({ merger, visits, count, ...of }) => ({
    ...of,
    evidence: (merger as EvidenceMerger).result(),
    visits: { ...(visits as BrowserVisits), count },
  }));
  return [
    binaryArray(INTEGER, rows, ({ websiteId }) => websiteId),
    binaryArray(INTEGER, rows, ({ day }) => day),
    binaryArray(INTEGER, rows, ({ madeOn }) => madeOn),
    binaryArray(INTEGER, rows, ({ evidence }) => evidence.count),
    bytesArray(rows.map(({ evidence }) => packEvidence(evidence))),
    bytesArray(rows.map(({ visits }) => packBrowserVisits(visits))),
  ];
}

/** Merges the evidence of a batch into that of its groups, and returns the row of each there. */
function mergedRows(evidence: Evidence, groupOf: readonly (Appended | undefined)[]): Int32Array {
  const rowOf = new Int32Array(evidence.count);
  for (let row = 0; row < evidence.count; row++) {
    const merger = groupOf[row]?.merger;
    if (merger) rowOf[row] = merger.add(evidence, row);
  }
  return rowOf;
}

/**
 * Adds the visits of a batch to those of its groups.
 *
 * @param groupOf for each row of the evidence its group
 * @param rowOf for each of them its row in the group
 */
function addVisits(
  { visits, clientIds, hostIds }: FreshEvidence['own'],
  groupOf: readonly (Appended | undefined)[],
  rowOf: Int32Array,
): void {
  const { count, visitorOf, statusCodes, pages, pageOf, clientOf, refererOf, referers } = visits;
  if (!visitorOf) return;
  const { country } = visits.texts;
  const countries = country.texts.map(countryNumber);
  for (let row = 0; row < count; row++) {
    const visitor = visitorOf[row] as number;
    const group = visitor < 0 ? undefined : groupOf[visitor];
    if (!group) continue;
    const to = group.visits as BrowserVisits;
    const at = group.count++;
    const client = clientOf[row] as number;
    const assistant = referers[refererOf[row] as number]?.referralSource;
    to.visitors[at] = rowOf[visitor] as number;
    to.pages[at] = pages[pageOf[row] as number]?.id ?? 0;
    to.hosts[at] = hostIds[client] ?? 0;
    to.clients[at] = clientIds[client] ?? 0;
    to.statuses[at] = statusCodes[row] as number;
    to.countries[at] = countries[country.places[row] as number] as number;
    if (assistant) to.sources[at] = sourceOfAssistant(to, assistant);
  }
}

/** Counts the rows and visits of each website and day, and returns the group of each row. */
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
    if (group) {
      group.rows++;
      group.count += evidence.visits[row] as number;
    }
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
  if (!group) ofWebsite.set(of.day, (group = { ...of, rows: 0, count: 0 }));
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

import { isRefused } from '@app/classification';
import { type AddressNumbers, FIRST_ERROR } from '@app/contracts';
import {
  createEvidence,
  type Evidence,
  FOR_A_PAGE,
  networkNumber,
  requestSigns,
  SIGNS,
} from '@app/people';
import type { BatchEvidence, Unjudged } from '@app/storage';
import type { DayPseudonyms } from '../../people/known-visitor-keys.js';
import { RequestReader } from './request-reader.js';
import type { RequestedPart } from './requests.js';
import { reasonOf, type VisitorAddresses } from './visitor-addresses.js';

/** What gives the visitors of a website pseudonyms on a day; undefined when nobody is to be judged. */
export type FindPseudonyms = (websiteId: number, day: number) => DayPseudonyms | undefined;
/** Undefined when all rows are counted as visits. */
type Counted = readonly boolean[] | undefined;

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const HOURS_OF_DAY = 24;

/** Groups of requests, each of a website, hour, address and agent. */
interface Groups {
  /** How many there are; the lists have room for more. */
  count: number;
  /** For each judged row its group. */
  groupOf: Int32Array;
  /** For each group the place of its first request, its website, its hour since 1970 and its address. */
  places: Int32Array;
  websites: Int32Array;
  hours: Int32Array;
  addresses: Int32Array;
}

/** What requests show of their visitors, and visits that cannot be judged. */
export interface Gathered {
  /** A row for each website, hour and visitor; undefined when there is none. */
  evidence: BatchEvidence | undefined;
  /** For each row of the part the one of the evidence, or -1 if it is no visit that can be judged. */
  visitorOf: Int32Array | undefined;
  unjudged: Unjudged[];
}

/** Gathers what requests show of visitors. */
export function gatherEvidence(
  part: RequestedPart,
  visits: VisitorAddresses,
  find: FindPseudonyms,
  isCounted: Counted,
): Gathered {
  const { judged, unjudged } = divideRows(part, visits, find, isCounted);
  if (judged.length === 0) return { evidence: undefined, visitorOf: undefined, unjudged };
  const groups = groupsOf(part, visits, judged);
  const { count } = groups;
  const evidence = createEvidence(count);
  const reader = new RequestReader(part);
  describeGroups(evidence, groups, reader);
  if (visits.ofHosters) markHosters(evidence, groups, visits.ofHosters);
  const visitorOf = addRequests(evidence, part, { judged, groups, reader, isCounted });
  const days = new Int32Array(count);
  for (let group = 0; group < count; group++)
    days[group] = Math.floor((groups.hours[group] as number) / HOURS_OF_DAY);
  const madeOn = writePseudonyms(evidence, { visits, groups, days, find });
  const websiteIds = groups.websites.subarray(0, count);
  return { evidence: { evidence, websiteIds, days, madeOn }, visitorOf, unjudged };
}

/** Writes the pseudonyms of visitors, and returns on which days their keys were made. */
function writePseudonyms(
  evidence: Evidence,
  {
    visits,
    groups,
    days,
    find,
  }: { visits: VisitorAddresses; groups: Groups; days: Int32Array; find: FindPseudonyms },
): Int32Array {
  const madeOn = new Int32Array(days.length);
  for (const day of differentDays(days)) {
    const own = groupsOfDay(days, day);
    const addresses = new Array<AddressNumbers>(own.length);
    const websites = new Int32Array(own.length);
    const agents = new Int32Array(own.length);
    for (let at = 0; at < own.length; at++) {
      const group = own[at] as number;
      addresses[at] = visits.addresses[groups.addresses[group] as number] as AddressNumbers;
      websites[at] = groups.websites[group] as number;
      agents[at] = evidence.agents[group] as number;
    }
    const { pseudonyms, madeOn: made } = find(websites[0] as number, day) as DayPseudonyms;
    const ofAddresses = pseudonyms.ofAddresses(addresses, websites);
    const visitors = pseudonyms.ofVisitors(ofAddresses, agents);
    for (let at = 0; at < own.length; at++) {
      const group = own[at] as number;
      evidence.addresses[group] = ofAddresses[at] as number;
      evidence.visitors[group] = visitors[at] as number;
      if (visits.keepsNetworks)
        evidence.networks[group] = networkNumber(addresses[at] as AddressNumbers);
      madeOn[group] = made;
    }
  }
  return madeOn;
}

/** In a loop, because a Set takes an object for each value of a typed array. */
function differentDays(days: Int32Array): number[] {
  const different: number[] = [];
  for (let group = 0; group < days.length; group++) {
    const day = days[group] as number;
    if (day !== days[group - 1] && !different.includes(day)) different.push(day);
  }
  return different;
}

function groupsOfDay(days: Int32Array, day: number): Int32Array {
  const own = new Int32Array(days.length);
  let count = 0;
  for (let group = 0; group < days.length; group++) if (days[group] === day) own[count++] = group;
  return own.subarray(0, count);
}

/** Rows that have an address and a key. */
interface JudgedRows {
  rows: Int32Array;
  addresses: Int32Array;
  /** How many there are; the lists have room for more. */
  length: number;
}

/** Returns the rows that have an address and a key, and counts the visits of all others. */
function divideRows(
  part: RequestedPart,
  { rows, addressOf }: VisitorAddresses,
  find: FindPseudonyms,
  isCounted: Counted,
): { judged: JudgedRows; unjudged: Unjudged[] } {
  const { part: batch, places, websiteIds, probes } = part;
  const judged = { rows: new Int32Array(rows.length), addresses: new Int32Array(rows.length) };
  let length = 0;
  const unjudged = new Map<string, Unjudged>();
  let last: { websiteId: number; day: number; hasKey: boolean } | undefined;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    const address = addressOf[at] as number;
    const websiteId = websiteIds[row] as number;
    const day = Math.floor((batch.entries.time[places[row] as number] as number) / DAY_MS);
    if (last?.day !== day || last.websiteId !== websiteId)
      last = { websiteId, day, hasKey: find(websiteId, day) !== undefined };
    const reason = reasonOf(address) ?? (last.hasKey ? undefined : 'noKey');
    if (reason === undefined) {
      judged.rows[length] = row;
      judged.addresses[length++] = address;
    } else if (!probes.has(row) && isCounted?.[row] !== false) {
      countsOf(unjudged, { websiteId, day })[reason]++;
    }
  }
  return { judged: { ...judged, length }, unjudged: [...unjudged.values()] };
}

/** Returns the counts of a website and day. */
function countsOf(
  counts: Map<string, Unjudged>,
  { websiteId, day }: Pick<Unjudged, 'websiteId' | 'day'>,
): Unjudged {
  const key = `${websiteId} ${day}`;
  let count = counts.get(key);
  if (!count)
    counts.set(key, (count = { websiteId, day, noAddress: 0, sharedAddress: 0, noKey: 0 }));
  return count;
}

/**
 * Groups rows by website, hour, address and agent. The groups of an address are in a chain, because
 * nearly all addresses have one or two: to follow it takes less than to look into a Map.
 */
function groupsOf(
  { part: { entries }, places, websiteIds }: RequestedPart,
  visits: VisitorAddresses,
  { rows, addresses, length }: JudgedRows,
): Groups {
  const { time, userAgent } = entries;
  const first = new Int32Array(visits.addresses.length).fill(-1);
  const next = new Int32Array(length);
  const groups: Groups = {
    ...{ count: 0, groupOf: new Int32Array(length), places: new Int32Array(length) },
    ...{ websites: new Int32Array(length), hours: new Int32Array(length) },
    addresses: new Int32Array(length),
  };
  let count = 0;
  for (let at = 0; at < length; at++) {
    const row = rows[at] as number;
    const place = places[row] as number;
    const address = addresses[at] as number;
    const agent = userAgent.places[place] as number;
    const website = websiteIds[row] as number;
    const hour = Math.floor((time[place] as number) / HOUR_MS);
    let group = first[address] as number;
    while (
      group >= 0 &&
      (userAgent.places[groups.places[group] as number] !== agent ||
        groups.websites[group] !== website ||
        groups.hours[group] !== hour)
    )
      group = next[group] as number;
    if (group < 0) {
      group = count++;
      groups.places[group] = place;
      groups.websites[group] = website;
      groups.hours[group] = hour;
      groups.addresses[group] = address;
      next[group] = first[address] as number;
      first[address] = group;
    }
    groups.groupOf[at] = group;
  }
  return { ...groups, count };
}

/** Writes what is the same for all requests of a group. */
function describeGroups(
  evidence: Evidence,
  { places, hours }: Groups,
  reader: RequestReader,
): void {
  for (let group = 0; group < evidence.count; group++) {
    const { checksum, released, signs } = reader.agentAt(places[group] as number);
    evidence.hours[group] = (hours[group] as number) % HOURS_OF_DAY;
    evidence.agents[group] = checksum;
    evidence.released[group] = released ?? -1;
    evidence.signs[group] = signs;
    evidence.firstMs[group] = HOUR_MS;
  }
}

/** Marks the groups whose address is one of a hoster. */
function markHosters(
  evidence: Evidence,
  { addresses }: Groups,
  ofHosters: readonly boolean[],
): void {
  const { count, signs } = evidence;
  for (let group = 0; group < count; group++)
    if (ofHosters[addresses[group] as number])
      signs[group] = (signs[group] as number) | SIGNS.hoster;
}

/** Adds each request to what is known of its visitor, and returns the visitor of each visit. */
function addRequests(
  evidence: Evidence,
  { part: { entries }, places, probes }: RequestedPart,
  {
    judged,
    groups: { groupOf, hours },
    reader,
    isCounted,
  }: {
    judged: JudgedRows;
    groups: Groups;
    reader: RequestReader;
    isCounted: Counted;
  },
): Int32Array {
  const { time, statusCode } = entries;
  const visitorOf = new Int32Array(places.length).fill(-1);
  const { signs, requests, visits, errorVisits, firstMs, lastMs } = evidence;
  const { rows, length } = judged;
  const hasProbes = probes.size > 0;
  for (let at = 0; at < length; at++) {
    const row = rows[at] as number;
    const place = places[row] as number;
    const group = groupOf[at] as number;
    const status = statusCode[place] as number;
    const isProbe = hasProbes && probes.has(row);
    const found = requestSigns(reader.requestAt(place, isProbe));
    signs[group] = (signs[group] as number) | (found & ~FOR_A_PAGE);
    increase(requests, group);
    if (found & FOR_A_PAGE) addPage(evidence, group, reader.pathAt(place).group, status);
    if (!isProbe && isCounted?.[row] !== false) {
      visitorOf[row] = group;
      increase(visits, group);
      if (status >= FIRST_ERROR) increase(errorVisits, group);
    }
    // Not the remainder, which takes several times as long of such a large number.
    const ms = (time[place] as number) - (hours[group] as number) * HOUR_MS;
    if (ms < (firstMs[group] as number)) firstMs[group] = ms;
    if (ms > (lastMs[group] as number)) lastMs[group] = ms;
  }
  return visitorOf;
}

const BITS = 32;

function addPage(evidence: Evidence, group: number, path: number, status: number): void {
  increase(evidence.pages, group);
  if (isRefused(status)) increase(evidence.refusals, group);
  const paths = path < BITS ? evidence.pathsLow : evidence.pathsHigh;
  paths[group] = (paths[group] as number) | (1 << (path % BITS));
}

function increase(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}

import type { Evidence } from './evidence.js';
import type { VisitorGroup } from './group-tally.js';
import { groupVisitors } from './group-visitors.js';
import { type JudgedLists, listVerdicts } from './judged-lists.js';
import type { JudgedVisitors, Judgement } from './judgement.js';
import { AUTOMATION_TO, calls, PERSON_FROM, type VisitorFacts } from './signals.js';
import { hasAny, SIGNS } from './signs.js';
import { VisitorDay } from './visitor-day.js';
import type { VisitorRecords } from './visitor-records.js';
import { weigh, type Weighed } from './weigh.js';

/** What the visitors that load files show of the log of a website. */
export interface Readers {
  loading: number;
  /** Those of them that spoke HTTP/2, and those that sent Sec-Fetch-Mode. */
  http2: number;
  modes: number;
  /** When their browsers were released, in days after the begin of 2000; null when they are few. */
  usualRelease: number | null;
}

export const NO_READERS: Readers = { loading: 0, http2: 0, modes: 0, usualRelease: null };

/** Visits of browsers by verdict on their visitors. */
export interface PeopleCounts {
  people: number;
  undecided: number;
  automation: number;
  /** Of the visits of automation, those with a status of 400 or more. */
  errors: number;
  /** The first and the last request of automation, in milliseconds after the begin of the day. */
  first: number | null;
  last: number | null;
}

/** The verdicts on a website and day. */
export interface JudgedDay {
  /**
   * By hour of the day; only hours with visits. An hour without a verdict is among them, with zeros,
   * because it may have had one before.
   */
  hours: ReadonlyMap<number, PeopleCounts>;
  day: PeopleCounts;
  /** How many visitors there are of each. Whoever only loads files that are not counted is none. */
  visitors: { people: number; undecided: number; automation: number };
  /** Visits that are not judged, because the log does not have files. */
  noFiles: number;
  /** The same verdicts, by what lists of reports tell apart. */
  lists: JudgedLists;
  /** Why: visitors that were judged alike, those with the most visits first. */
  groups: VisitorGroup[];
  /** For the days after. */
  readers: Readers;
}

/** The fewest visitors that load files with which a log shows that it has files. */
const LEAST_LOADING = 3;
/** The fewest visitors whose browsers tell how old those of readers are. */
const LEAST_AGES = 5;
/** At least this share of readers has a current browser on any website. */
const CURRENT_SHARE = 1 / 8;
/** By how many days the browser of most readers is older than a current one, at most. */
const MOST_BEHIND = 365;
const HOUR_MS = 3_600_000;

/**
 * Judges the visitors of a website on a UTC day by all that is known of them. It is a function of its
 * arguments alone, so it may be called twice, late, or after a crash.
 *
 * @param records with one row of evidence for each visitor and hour
 * @param day in days after the begin of 2000
 * @param before what the readers of the days before have shown: a small website has few on most days
 */
export function judgeDay(
  { evidence, visits }: VisitorRecords,
  day: number,
  before: Readers,
): JudgedDay {
  const visitors = new VisitorDay(evidence);
  const readers = readersOf(visitors);
  const judged = judgeVisitors(visitors, { day, readers, before });
  const { visitorOf } = visitors;
  const { judgements } = judged;
  const lists = listVerdicts(evidence, visits, { visitorOf, judgements });
  const groups = groupVisitors({ evidence, visits }, visitors, judged);
  return { ...addUp(evidence, visitorOf, judgements), lists, groups, readers };
}

/** Returns what the visitors that load files show. */
function readersOf(visitors: VisitorDay): Readers {
  const readers = { ...NO_READERS };
  const releases: number[] = [];
  for (let visitor = 0; visitor < visitors.count; visitor++) {
    if (!visitors.loadsFiles(visitor)) continue;
    const own = visitors.signs[visitor] as number;
    readers.loading++;
    if (hasAny(own, SIGNS.http2)) readers.http2++;
    if (hasAny(own, SIGNS.withMode)) readers.modes++;
    const released = visitors.released[visitor] as number;
    if (released >= 0) releases.push(released);
  }
  if (releases.length < LEAST_AGES) return readers;
  return { ...readers, usualRelease: usualOf(releases) };
}

/**
 * Returns the median release. Where most of those that load files have far older browsers than the others,
 * most of them are programs: then it is that of the others.
 */
function usualOf(releases: number[]): number {
  releases.sort((one, other) => other - one);
  const median = releases[Math.floor(releases.length / 2)] as number;
  const current = releases[Math.floor(CURRENT_SHARE * releases.length)] as number;
  return current - median > MOST_BEHIND ? current : median;
}

export interface Context {
  day: number;
  readers: Readers;
  before: Readers;
}

/** Returns the judgement on each visitor. */
export function judgeVisitors(visitors: VisitorDay, context: Context): JudgedVisitors {
  const { log, canJudge } = aboutLog(visitors, context);
  const { day, readers, before } = context;
  // Moved dates make every browser old, and this takes it back. Where readers are few, it is the day.
  const usualRelease = Math.min(day, readers.usualRelease ?? before.usualRelease ?? day);
  const facts: VisitorFacts = { ...nothingKnown(), ...log };
  const weighed: Weighed = { score: 0, low: 0, high: 0 };
  const judgements: Judgement[] = [];
  const low = new Int32Array(visitors.count);
  const high = new Int32Array(visitors.count);
  for (let visitor = 0; visitor < visitors.count; visitor++) {
    fillFacts(facts, visitors, visitor, usualRelease);
    weigh(facts, weighed);
    judgements.push(judgementOf(weighed.score, canJudge));
    low[visitor] = weighed.low;
    high[visitor] = weighed.high;
  }
  return { judgements, low, high };
}

function judgementOf(score: number, canJudge: boolean): Judgement {
  if (score <= AUTOMATION_TO) return 'automation';
  if (!canJudge) return 'none';
  return score >= PERSON_FROM ? 'people' : 'undecided';
}

/** Returns what is known of the log, and whether it tells people and programs apart. */
function aboutLog(visitors: VisitorDay, { readers, before }: Context) {
  const loading = readers.loading + before.loading;
  const hasFiles = loading >= LEAST_LOADING;
  const isOfMost = (count: number) => hasFiles && count > 0.5 * loading;
  const log = {
    hasFiles,
    hasHttp2: isOfMost(readers.http2 + before.http2),
    hasModes: isOfMost(readers.modes + before.modes),
    hasReferers: visitors.signs.some((own) => hasAny(own, SIGNS.referer)),
    servesProbes: visitors.signs.some((own) => hasAny(own, SIGNS.servedProbe)),
    isHttp10: countOf(visitors.signs, SIGNS.http10) > 0.5 * visitors.count,
  };
  return { log, canJudge: hasFiles || visitors.signs.some(calls) };
}

/** Returns how many visitors have a sign. */
function countOf(all: Int32Array, sign: number): number {
  return all.reduce((count, own) => (hasAny(own, sign) ? count + 1 : count), 0);
}

const nothingKnown = (): VisitorFacts => ({
  ...{
    signs: 0,
    loadsFiles: false,
    requests: 0,
    pages: 0,
    refusals: 0,
    differentPages: 0,
    span: 0,
  },
  ...{ released: -1, age: null },
  agent: { visitors: 0, reading: 0, piecemeal: 0, requests: 0 },
  address: { visitors: 0, loading: 0, probes: false },
  ...{
    hasFiles: false,
    hasReferers: false,
    servesProbes: false,
    isHttp10: false,
    hasHttp2: false,
    hasModes: false,
  },
});

/** Writes what is known of a visitor: to make new objects takes longer than to judge. */
function fillFacts(
  facts: VisitorFacts,
  visitors: VisitorDay,
  visitor: number,
  usualRelease: number,
): void {
  const { byAgent, byAddress } = visitors;
  const released = visitors.released[visitor] as number;
  facts.signs = visitors.signs[visitor] as number;
  facts.loadsFiles = visitors.loadsFiles(visitor);
  facts.requests = visitors.requests[visitor] as number;
  facts.pages = visitors.pages[visitor] as number;
  facts.refusals = visitors.refusals[visitor] as number;
  facts.differentPages = visitors.differentPages(visitor);
  facts.span = (visitors.last[visitor] as number) - (visitors.first[visitor] as number);
  facts.released = released;
  facts.age = released < 0 ? null : usualRelease - released;
  const agent = byAgent.of[visitor] as number;
  facts.agent.visitors = byAgent.visitors[agent] as number;
  facts.agent.reading = byAgent.reading[agent] as number;
  facts.agent.piecemeal = byAgent.piecemeal[agent] as number;
  facts.agent.requests = byAgent.requests[agent] as number;
  const address = byAddress.of[visitor] as number;
  facts.address.visitors = byAddress.visitors[address] as number;
  facts.address.loading = byAddress.loading[address] as number;
  facts.address.probes = byAddress.probes[address] === 1;
}

/** Adds up the visits of visitors by hour and for the day, and counts those who have visits. */
function addUp(evidence: Evidence, visitorOf: Int32Array, judgements: readonly Judgement[]) {
  const hours = new Map<number, PeopleCounts>();
  const day = noPeople();
  const visitors = { people: 0, undecided: 0, automation: 0 };
  const isCounted = new Uint8Array(judgements.length);
  let noFiles = 0;
  for (let row = 0; row < evidence.count; row++) {
    const visits = evidence.visits[row] as number;
    if (visits === 0) continue;
    const number = evidence.hours[row] as number;
    const hour = hours.get(number) ?? noPeople();
    hours.set(number, hour);
    const visitor = visitorOf[row] as number;
    const judgement = judgements[visitor] as Judgement;
    if (judgement === 'none') {
      noFiles += visits;
      continue;
    }
    if (!isCounted[visitor]) visitors[judgement]++;
    isCounted[visitor] = 1;
    for (const counts of [hour, day]) {
      counts[judgement] += visits;
      if (judgement === 'automation') addAutomation(counts, evidence, row);
    }
  }
  return { hours, day, visitors, noFiles };
}

function addAutomation(counts: PeopleCounts, evidence: Evidence, row: number): void {
  const hour = (evidence.hours[row] as number) * HOUR_MS;
  const first = hour + (evidence.firstMs[row] as number);
  const last = hour + (evidence.lastMs[row] as number);
  counts.errors += evidence.errorVisits[row] as number;
  counts.first = counts.first === null ? first : Math.min(counts.first, first);
  counts.last = counts.last === null ? last : Math.max(counts.last, last);
}

function noPeople(): PeopleCounts {
  return { people: 0, undecided: 0, automation: 0, errors: 0, first: null, last: null };
}

import { FIRST_ERROR } from '@app/contracts';
import type { BrowserVisits } from './browser-visits.js';
import type { Evidence } from './evidence.js';
import type { Judgement } from './judgement.js';
import { NumberIndex } from './number-index.js';

/** Visits of browsers by verdict on their visitors, for each value of what a list tells apart. */
export interface JudgedList {
  /** How many different values there are. */
  count: number;
  /** Each made of what the list tells apart, as `JudgedLists` says. */
  keys: readonly number[];
  people: readonly number[];
  undecided: readonly number[];
  automation: readonly number[];
  /** Of the visits of automation, those with a status of 400 or more. */
  errors: readonly number[];
}

/** The verdicts on the visits of a website and day, for each list of reports. */
export interface JudgedLists {
  /** By `keyOfHour(host * STATUSES + status, hour)`. */
  hosts: JudgedList;
  /** By `keyOfHour(country * STATUSES + status, hour)`, of visits with a country. */
  countries: JudgedList;
  /** By `keyOfHour(source, hour)`, of visits that an assistant sent. */
  referrals: JudgedList;
  /** By `keyOfLanding(source, page)`, of visits that an assistant sent to a page that has a number. */
  landings: JudgedList;
  /** By the number of the client, of clients that have one. */
  clients: JudgedList;
  /** By the number of the page, of pages that have one. */
  pages: JudgedList;
  /** The names of the sources, from 1. */
  assistants: readonly string[];
  /** The hour of the day from which on visits are not listed, because there are too many, or not all were kept; 24 when all are. */
  until: number;
}

/** Status codes are below this. */
export const STATUSES = 1_000;
const HOURS_OF_DAY = 24;

/** Assistants are fewer. */
export const SOURCES = 1_000;

/**
 * How many visits of a website and day are listed. Each takes some 40 bytes in the process that judges the
 * day. The lists of later hours speak of browsers only.
 */
export const MOST_LISTED = 2_000_000;

export const keyOfHour = (key: number, hour: number): number => key * HOURS_OF_DAY + hour;
export const keyOfLanding = (source: number, page: number): number => page * SOURCES + source;

/** Adds up visits by value and verdict. */
class Counter {
  private readonly known = new NumberIndex();
  private readonly people: number[] = [];
  private readonly undecided: number[] = [];
  private readonly automation: number[] = [];
  private readonly errors: number[] = [];

  add(key: number, judgement: Judgement, isError: boolean): void {
    const at = this.known.indexOf(key);
    if (at === this.people.length)
      for (const counts of [this.people, this.undecided, this.automation, this.errors])
        counts.push(0);
    if (judgement === 'people') this.people[at] = (this.people[at] as number) + 1;
    else if (judgement === 'undecided') this.undecided[at] = (this.undecided[at] as number) + 1;
    else {
      this.automation[at] = (this.automation[at] as number) + 1;
      if (isError) this.errors[at] = (this.errors[at] as number) + 1;
    }
  }

  /** Returns the list in the order of its keys, so that the same verdicts give the same list. */
  list(): JudgedList {
    const { count } = this.known;
    const keys = Array.from({ length: count }, (_, at) => this.known.at(at));
    const order = Array.from(keys.keys()).sort(
      (one, other) => (keys[one] as number) - (keys[other] as number),
    );
    const sorted = (counts: readonly number[]) => order.map((at) => counts[at] as number);
    return {
      ...{ count, keys: sorted(keys), people: sorted(this.people) },
      ...{ undecided: sorted(this.undecided), automation: sorted(this.automation) },
      errors: sorted(this.errors),
    };
  }
}

/**
 * Adds up the verdicts on visits for each list of reports. Visits without a verdict are left out.
 *
 * @param visitorOf for each row of the evidence its visitor
 * @param most how many visits are listed, hour by hour
 */
export function listVerdicts(
  evidence: Evidence,
  visits: BrowserVisits,
  {
    visitorOf,
    judgements,
    most = MOST_LISTED,
  }: { visitorOf: Int32Array; judgements: readonly Judgement[]; most?: number },
): JudgedLists {
  const counters = {
    ...{ hosts: new Counter(), countries: new Counter(), referrals: new Counter() },
    ...{ landings: new Counter(), clients: new Counter(), pages: new Counter() },
  };
  const until = firstHourBeyond(evidence, visits, most);
  for (let at = 0; at < visits.count; at++) {
    const row = visits.visitors[at] as number;
    const hour = evidence.hours[row] as number;
    const judgement = judgements[visitorOf[row] as number] as Judgement;
    if (hour >= until || judgement === 'none') continue;
    const status = visits.statuses[at] as number;
    const isError = status >= FIRST_ERROR;
    const country = visits.countries[at] as number;
    const source = visits.sources[at] as number;
    const client = visits.clients[at] as number;
    const page = visits.pages[at] as number;
    const host = (visits.hosts[at] as number) * STATUSES + status;
    counters.hosts.add(keyOfHour(host, hour), judgement, isError);
    if (country > 0)
      counters.countries.add(keyOfHour(country * STATUSES + status, hour), judgement, isError);
    if (source > 0) counters.referrals.add(keyOfHour(source, hour), judgement, isError);
    if (source > 0 && page > 0)
      counters.landings.add(keyOfLanding(source, page), judgement, isError);
    if (client > 0) counters.clients.add(client, judgement, isError);
    if (page > 0) counters.pages.add(page, judgement, isError);
  }
  const lists = Object.entries(counters).map(([name, counter]) => [name, counter.list()] as const);
  return {
    ...(Object.fromEntries(lists) as Omit<JudgedLists, 'until' | 'assistants'>),
    ...{ assistants: visits.assistants, until },
  };
}

/**
 * Returns the first hour up to whose end there are more visits than are listed, or of which some visits
 * were not kept, as former releases did not; or 24.
 */
function firstHourBeyond(evidence: Evidence, visits: BrowserVisits, most: number): number {
  const byHour = new Array<number>(HOURS_OF_DAY).fill(0);
  const keptOf = new Array<number>(HOURS_OF_DAY).fill(0);
  for (let row = 0; row < evidence.count; row++) {
    const hour = evidence.hours[row] as number;
    byHour[hour] = (byHour[hour] as number) + (evidence.visits[row] as number);
  }
  for (let at = 0; at < visits.count; at++) {
    const hour = evidence.hours[visits.visitors[at] as number] as number;
    keptOf[hour] = (keptOf[hour] as number) + 1;
  }
  let left = most;
  const beyond = byHour.findIndex(
    (own, hour) => (left -= own) < 0 || (keptOf[hour] as number) < own,
  );
  return beyond < 0 ? HOURS_OF_DAY : beyond;
}

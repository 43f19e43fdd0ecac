import type { CountedReferral, StatusEntry, TrafficTotals } from '@app/contracts';
import {
  type BotLists,
  type DimensionFilter,
  edgesOf,
  type HourRange,
  type HoursReader,
  isLimited,
  type TrafficReader,
} from '@app/storage';
import { type DaySpan, rangeOf } from './calendar.js';
import type { Zone } from './zone.js';
import { refuseUnknownHours } from './zoned-reports.js';

/** The totals of websites, by their ids. */
export type TotalsById = ReadonlyMap<number, TrafficTotals>;

/** Reads what was counted on some days, of UTC or of a time zone. */
export interface CountsOfDays {
  totals(websiteId: number, days: DaySpan): Promise<TrafficTotals>;
  totalsOf(websiteIds: readonly number[], days: DaySpan): Promise<TotalsById>;
  totalsOfHours(websiteIds: readonly number[], hours: HourRange): Promise<TotalsById>;
  statuses(websiteId: number, days: DaySpan): Promise<StatusEntry[]>;
  referrals(websiteId: number, days: DaySpan): Promise<CountedReferral[]>;
  referralsOfHours(websiteId: number, hours: HourRange): Promise<CountedReferral[]>;
  /** Returns those of some websites whose logs have had a referer, at any time. */
  loggedReferers(websiteIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Tells whether all that the totals have is known for these hours. */
  knowsHours(hours: HourRange): Promise<boolean>;
}

/** Reads what was counted on the days of UTC, or on those of a time zone. */
export function countsOfDays(
  reader: TrafficReader,
  hours: HoursReader,
  zone: Zone | undefined,
  filter: DimensionFilter = {},
): CountsOfDays {
  if (isLimited(filter)) return ofDimension(reader, hours, { zone, filter });
  const common = {
    loggedReferers: (ids: readonly number[]) => reader.loggedReferers(ids),
    knowsHours: async (range: HourRange) => {
      const since = await hours.knownSince();
      return startsOfEdges(range).every((start) => since === null || start.getTime() >= since);
    },
    totalsOfHours: async (ids: readonly number[], range: HourRange) =>
      hours.totalsOf(ids, await known(hours, range)),
    referralsOfHours: async (id: number, range: HourRange) =>
      hours.referrals(id, await known(hours, range)),
  };
  return { ...common, ...(zone ? ofZone(hours, zone) : ofUtc(reader)) };
}

/** Visits with one value of a dimension are known by hour wherever they are known. */
function ofDimension(
  reader: TrafficReader,
  hours: HoursReader,
  { zone, filter }: { zone: Zone | undefined; filter: DimensionFilter },
): CountsOfDays {
  const lists: BotLists & Pick<TrafficReader, 'statuses'> = zone ? hours : reader;
  const rangeOfDays = (days: DaySpan) => (zone ? zone.rangeOf(days) : rangeOf(days));
  const within = async (ids: readonly number[], range: HourRange) =>
    new Map(
      await Promise.all(
        ids.map(async (id) => [id, await reader.totalsWithin(id, range, filter)] as const),
      ),
    );
  return {
    totals: (id, days) => reader.totalsWithin(id, rangeOfDays(days), filter),
    totalsOf: (ids, days) => within(ids, rangeOfDays(days)),
    totalsOfHours: within,
    statuses: (id, days) => lists.statuses(id, rangeOfDays(days), filter),
    referrals: () => Promise.resolve([]),
    referralsOfHours: () => Promise.resolve([]),
    loggedReferers: (ids) => reader.loggedReferers(ids),
    knowsHours: () => Promise.resolve(true),
  };
}

type OfDays = Omit<
  CountsOfDays,
  'loggedReferers' | 'totalsOfHours' | 'referralsOfHours' | 'knowsHours'
>;

const ofUtc = (reader: TrafficReader): OfDays => ({
  totals: (id, days) => reader.totals(id, rangeOf(days)),
  totalsOf: (ids, days) => reader.totalsOf(ids, rangeOf(days)),
  statuses: (id, days) => reader.statuses(id, rangeOf(days)),
  referrals: (id, days) => reader.referrals(id, rangeOf(days)),
});

function ofZone(reader: HoursReader, zone: Zone): OfDays {
  const hoursOf = (days: DaySpan) => known(reader, zone.rangeOf(days));
  return {
    totals: async (id, days) => totalsIn(await reader.totalsOf([id], await hoursOf(days)), id),
    totalsOf: async (ids, days) => reader.totalsOf(ids, await hoursOf(days)),
    statuses: async (id, days) => reader.statuses(id, await hoursOf(days)),
    referrals: async (id, days) => reader.referrals(id, await hoursOf(days)),
  };
}

export function totalsIn(totals: TotalsById, id: number): TrafficTotals {
  const of = totals.get(id);
  if (!of) throw new Error('Every website has totals');
  return of;
}

/** @throws ApiError VALIDATION_ERROR when details are not known for some of these hours */
async function known(reader: HoursReader, range: HourRange): Promise<HourRange> {
  const since = await reader.knownSince();
  for (const start of startsOfEdges(range)) refuseUnknownHours(start, since);
  return range;
}

/** Only the edges are read as hours. The UTC days between them are known in any case. */
function startsOfEdges(range: HourRange): Date[] {
  const [from, first, last, to] = edgesOf(range);
  return [...(from < first ? [from] : []), ...(last < to ? [last] : [])];
}

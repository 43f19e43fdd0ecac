import {
  type BotCounts,
  COMPARED_COUNTS,
  type CountryCounts,
  type CountryEntry,
  type PageCounts,
  type PageEntry,
  type CountedReferral,
} from '@app/contracts';
import type {
  BotLists,
  BotWithId,
  CountedHost,
  DimensionReader,
  ListFilter,
  PagesByPathReader,
} from '@app/storage';
import type { z } from 'zod';
import type { RowsCompared } from './compared-lists.js';
import { comparedTimes, type ReportTime } from './compared-times.js';
import type { CountsOfDays } from './counts-of-days.js';
import { knownTimes } from './summary.js';

/** Bots are counted by hour, those of pages by day. */
export function comparedBots(
  lists: BotLists,
  websiteId: number,
  { time, filter }: { time: ReportTime; filter: ListFilter },
): RowsCompared<BotWithId, number, BotCounts> {
  const isOfPages = filter.path !== undefined || filter.exact_path !== undefined;
  return {
    times: comparedTimes(time, isOfPages ? 'days' : 'hours'),
    keyOf: ({ id }) => id,
    countsOf: picked(COMPARED_COUNTS.bots),
    read: (hours) => lists.countsOfBots(websiteId, hours, filter),
  };
}

/** Pages are counted by day. */
export function comparedPages(
  reader: PagesByPathReader,
  websiteId: number,
  { time, query }: { time: ReportTime; query: ListFilter },
  { rows }: { rows: readonly PageEntry[] },
): RowsCompared<PageEntry, string, PageCounts> {
  const paths = rows.map(({ path }) => path);
  return {
    times: comparedTimes(time, 'days'),
    keyOf: ({ path }) => path,
    countsOf: picked(COMPARED_COUNTS.pages),
    read: (days) => reader.counts(websiteId, days, query, paths),
  };
}

/** Assistants are counted by hour, where their hours are known. */
export async function comparedReferrals(
  counts: CountsOfDays,
  websiteId: number,
  time: ReportTime,
): Promise<RowsCompared<CountedReferral, string, Omit<CountedReferral, 'source'>>> {
  const times = await knownTimes(counts, time);
  return {
    times,
    keyOf: ({ source }) => source,
    countsOf: picked(COMPARED_COUNTS.referrals),
    read: async (hours) => {
      const rows = await counts.referralsOfHours(websiteId, hours);
      return new Map(rows.map(({ source, ...own }) => [source, own]));
    },
  };
}

/** Hosts are counted by hour, although their list is of days. */
export function comparedHosts(
  reader: DimensionReader,
  websiteId: number,
  time: ReportTime,
  rows: readonly CountedHost[],
): RowsCompared<CountedHost, number, CountryCounts> {
  const ids = rows.map(({ id }) => id);
  return {
    times: comparedTimes(time),
    keyOf: ({ id }) => id,
    countsOf: picked(COMPARED_COUNTS.hosts),
    read: (hours) => reader.countsOfHosts(websiteId, hours, ids),
  };
}

/** Countries are counted by hour, although their list is of days. */
export function comparedCountries(
  reader: DimensionReader,
  websiteId: number,
  time: ReportTime,
  rows: readonly CountryEntry[],
): RowsCompared<CountryEntry, CountryEntry['country'], CountryCounts> {
  const countries = rows.map(({ country }) => country);
  return {
    times: comparedTimes(time),
    keyOf: ({ country }) => country,
    countsOf: picked(COMPARED_COUNTS.countries),
    read: (hours) => reader.countsOfCountries(websiteId, hours, countries),
  };
}

/** Returns a function that takes the counts of a schema out of a row. */
function picked<Counts extends z.ZodObject>(schema: Counts) {
  const names = Object.keys(schema.shape);
  return (row: z.output<Counts>): z.output<Counts> =>
    Object.fromEntries(
      names.map((name) => [name, (row as Record<string, unknown>)[name]]),
    ) as z.output<Counts>;
}

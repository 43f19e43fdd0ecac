import type { Address } from '../address/address.js';
import type { QueryOf } from './types.js';

type BotQuery = Pick<
  QueryOf<'/api/v1/websites/{id}/bots'>,
  'bot' | 'provider' | 'category' | 'visitors' | 'verification'
>;

/** The parameters with which the API is asked for the days that are shown. */
export function askedDays({ days, timezone }: Pick<Address, 'days' | 'timezone'>) {
  const zone = timezone === undefined ? {} : { timezone };
  return 'period' in days
    ? { period: days.period, ...zone }
    : { start_date: days.start, end_date: days.end, ...zone };
}

/** The same days for reports that are counted by days of UTC only. */
export const askedUtcDays = ({ days }: Pick<Address, 'days'>) =>
  askedDays({ days, timezone: undefined });

/** The report of visitors takes at most so many days. */
export const MOST_DAYS_OF_VISITORS = 1_100;

/**
 * The days for the report of bots. Pages are counted by days of UTC only, so a filter by page leaves
 * the time zone out.
 */
export function askedDaysOfBots(address: Pick<Address, 'days' | 'timezone' | 'filters'>) {
  const { path, exact_path } = address.filters;
  return path === undefined && exact_path === undefined
    ? askedDays(address)
    : askedUtcDays(address);
}

/**
 * The filters by bot. An address may name a category that there is not; then the API says so, and
 * the page shows what it says.
 */
export function askedBots({ filters }: Pick<Address, 'filters'>): BotQuery {
  const { bot, provider, category, visitors, verification } = filters as BotQuery;
  return {
    ...(bot && { bot }),
    ...(provider && { provider }),
    ...(category && { category }),
    ...(visitors && { visitors }),
    ...(verification && { verification }),
  };
}

/** The filter by one page, which lists and series know. */
export function askedPage({ filters: { exact_path } }: Pick<Address, 'filters'>) {
  return { ...(exact_path && { exact_path }) };
}

/** The filters by page, with the one by a part of the path, which only lists know. */
export function askedPages(address: Pick<Address, 'filters'>) {
  const { path } = address.filters;
  return { ...(path && { path }), ...askedPage(address) };
}

/** The filter by host or country, which summary, series and bots know. There is at most one. */
export function askedDimension({ filters: { host, country } }: Pick<Address, 'filters'>) {
  return { ...(host && { host }), ...(country && { country }) };
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Returns the address of an answer of the API as CSV, relative to the page. */
export function csvAt(path: string, query: Query): string {
  const parameters = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, `${value}`);
  return `api/v1/${path}?${parameters.toString()}`;
}

/** Returns the address of a report of a website as CSV. */
export function csvOf(report: string, id: string, query: Query): string {
  return csvAt(`websites/${encodeURIComponent(id)}/${report}`, query);
}

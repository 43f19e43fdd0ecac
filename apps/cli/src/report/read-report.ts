import { type ApiClient, ApiFault } from '@app/api-client';
import type {
  BotEntry,
  CountryEntry,
  HostEntry,
  Interval,
  LandingEntry,
  PageEntry,
  ProviderEntry,
  ReferralEntry,
  SeriesPoint,
  SpoofedEntry,
  TrafficSummary,
  Visitors,
} from '@app/contracts';
import type { DailyVisitors } from '@app/report-text';
import { findWebsite } from '../program/api.js';

const DAY_MS = 86_400_000;
const MOST_PAGES = '10';
const MOST_HOSTS = '15';
/** There are fewer pairs of letters. */
const ALL_COUNTRIES = '1000';

/** Which visits a report is about. */
export interface ReportFilter {
  /** The days as the API expects them. */
  days: Readonly<Record<string, string>>;
  /** Only bots, or only AI bots, in everything but the totals, hosts and countries. */
  visitors?: Visitors | undefined;
  /** Only visits for this host, or from this country. At most one of them. */
  host?: string | undefined;
  country?: string | undefined;
}

/** What a report says to people besides its tables. */
export interface ReportNotes {
  /** Why the API does not know hosts and countries of these days, or those of the days before. */
  unknown?: { what: 'dimensions' | 'comparison'; reason: string };
  /** When no visit is of the host or country: those of the same days, most visits first. */
  others?: (string | null)[];
}

/** Reads a report of a website. */
type Get = <Data>(report: string, query?: Readonly<Record<string, string>>) => Promise<Data>;

/**
 * Reads what the API reports about some visits of a website.
 *
 * @throws ApiFault
 * @throws CommandError when the account has no such website
 */
export async function readReport(api: ApiClient, website: string, filter: ReportFilter) {
  const { domain } = await findWebsite(api, website);
  const { days, visitors, host, country } = filter;
  const get: Get = (report, query) => {
    const parameters = new URLSearchParams({ ...days, ...query });
    return api.get(`/api/v1/websites/${website}/${report}?${parameters.toString()}`);
  };
  const limit = { ...(host !== undefined && { host }), ...(country !== undefined && { country }) };
  const all = visitors && { visitors };
  const only = { ...limit, ...all };
  const isLimited = host !== undefined || country !== undefined;
  const { summary, notes } = await readSummary(get, limit);
  const interval = intervalFor(summary.period);
  const { bots } = await get<{ bots: BotEntry[] }>('bots', only);
  const { series } = await get<{ series: SeriesPoint[] }>('timeseries', { ...only, interval });
  const counted = { domain, website, ...only, summary, bots };
  if (isLimited) {
    const others = summary.total_visits === 0 && (await readOthers(get, host !== undefined));
    const told: ReportNotes = { ...notes, ...(others && { others }) };
    return { report: { ...counted, interval, series }, notes: told };
  }
  const { parts, ...unlimited } = await readUnlimited(get, all);
  return { report: { ...counted, ...parts, interval, series }, notes: unlimited.notes };
}

/** Visits of a host or country may be known on the days, but not on those before. */
async function readSummary(get: Get, limit: Readonly<Record<string, string>>) {
  const read = await refusable(get<TrafficSummary>('summary', { ...limit, compare: 'previous' }));
  if (read.kind === 'data') return { summary: read.data, notes: {} satisfies ReportNotes };
  const summary = await get<TrafficSummary>('summary', limit);
  return { summary, notes: unknown('comparison', read.reason) };
}

type PagesAnswer = { pages: PageEntry[]; people_known_until: string | null };

/** Reads the parts that are always about the visits of all hosts and countries. */
async function readUnlimited(get: Get, all: { visitors: Visitors } | undefined) {
  const { pages, people_known_until } = await get<PagesAnswer>('pages', {
    ...all,
    limit: MOST_PAGES,
  });
  const { spoofed } = await get<{ spoofed: SpoofedEntry[] }>('spoofed', all);
  const daily_visitors = all ? undefined : await readVisitors(get);
  const { referrals } = await get<{ referrals: ReferralEntry[] }>('referrals');
  const { providers } = await get<{ providers: ProviderEntry[] }>('providers');
  const { landings } = await get<{ landings: LandingEntry[] }>('landings', { limit: MOST_PAGES });
  const read = await refusable(readDimensions(get));
  const known = { people_known_until, ...(daily_visitors && { daily_visitors }) };
  const parts = { spoofed, pages, providers, referrals, landings, ...known };
  if (read.kind === 'data')
    return { parts: { ...parts, ...read.data }, notes: {} satisfies ReportNotes };
  const none = { hosts: null, countries: null };
  return { parts: { ...parts, ...none }, notes: unknown('dimensions', read.reason) };
}

/** Reads visitors by day; undefined for more days than one answer has. */
async function readVisitors(get: Get): Promise<DailyVisitors | undefined> {
  const read = await refusable(get<DailyVisitors>('visitors'));
  if (read.kind === 'refused') return undefined;
  const { days, not_judged } = read.data;
  return { days, not_judged };
}

const readHosts = (get: Get) => get<{ hosts: HostEntry[] }>('hosts', { limit: MOST_HOSTS });
const readCountries = (get: Get) =>
  get<{ countries: CountryEntry[] }>('countries', { limit: ALL_COUNTRIES });

async function readDimensions(get: Get) {
  const { hosts } = await readHosts(get);
  const { countries } = await readCountries(get);
  return { hosts, countries };
}

/** Reads the names of the hosts, or of the countries, of all visits. */
async function readOthers(get: Get, ofHosts: boolean): Promise<(string | null)[]> {
  if (ofHosts) return (await readHosts(get)).hosts.map(({ host }) => host);
  return (await readCountries(get)).countries.map(({ country }) => country);
}

const unknown = (
  what: NonNullable<ReportNotes['unknown']>['what'],
  reason: string,
): ReportNotes => ({ unknown: { what, reason } });

/** Waits for an answer that the API may refuse. */
async function refusable<Data>(
  answer: Promise<Data>,
): Promise<{ kind: 'data'; data: Data } | { kind: 'refused'; reason: string }> {
  try {
    return { kind: 'data', data: await answer };
  } catch (error) {
    if (!(error instanceof ApiFault) || error.kind !== 'refused') throw error;
    return { kind: 'refused', reason: error.message };
  }
}

/** Returns the finest interval whose points still fit on a screen. */
function intervalFor({ start, end }: TrafficSummary['period']): Interval {
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  if (days <= 2) return 'hour';
  if (days <= 45) return 'day';
  return days <= 300 ? 'week' : 'month';
}

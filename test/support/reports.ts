import type {
  BotEntry,
  Clients,
  KnownBot,
  LandingEntry,
  NotJudged,
  PageEntry,
  ProviderEntry,
  ReferralEntry,
  SeriesGroup,
  SeriesPoint,
  SpoofedEntry,
  ToldGroup,
  TrafficSummary,
  VisitorsOfDay,
  Website,
  WebsiteSummary,
  seriesComparisonSchemas,
} from '@app/contracts';
import type { z } from 'zod';
import { expectJson, get } from './http.js';
import { reportShapes } from './shapes.js';

/** Who reads: base address, API Key and public id of the website. */
export interface Reading {
  base: string;
  apiKey: string;
  id: string;
}

async function read<Data>(
  { base, apiKey }: Omit<Reading, 'id'>,
  path: string,
  name: keyof typeof reportShapes,
): Promise<Data> {
  const answer = await get(base, path, apiKey);
  expectJson(answer, 200);
  reportShapes[name].parse(answer.body);
  return answer.body.data as Data;
}

export async function readWebsites(reading: Omit<Reading, 'id'>): Promise<Website[]> {
  const { websites } = await read<{ websites: Website[] }>(reading, '/websites', 'websites');
  return websites;
}

export async function readKnownBots(reading: Omit<Reading, 'id'>): Promise<KnownBot[]> {
  return (await read<{ bots: KnownBot[] }>(reading, '/bots', 'knownBots')).bots;
}

export function readSummary(reading: Reading, query = ''): Promise<TrafficSummary> {
  return read(reading, `/websites/${reading.id}/summary?${query}`, 'summary');
}

/** Reads the summary of every website of the account. */
export function readSummaries(
  reading: Omit<Reading, 'id'>,
  query = '',
): Promise<{
  period: TrafficSummary['period'];
  websites: WebsiteSummary[];
  next_cursor: string | null;
}> {
  return read(reading, `/summary?${query}`, 'accountSummary');
}

export async function readBots(reading: Reading, query = ''): Promise<BotEntry[]> {
  const path = `/websites/${reading.id}/bots?${query}`;
  return (await read<{ bots: BotEntry[] }>(reading, path, 'bots')).bots;
}

export async function readPages(reading: Reading, query = ''): Promise<PageEntry[]> {
  const path = `/websites/${reading.id}/pages?${query}`;
  return (await read<{ pages: PageEntry[] }>(reading, path, 'pages')).pages;
}

export async function readSeries(reading: Reading, query = ''): Promise<SeriesPoint[]> {
  const path = `/websites/${reading.id}/timeseries?${query}`;
  return (await read<{ series: SeriesPoint[] }>(reading, path, 'timeseries')).series;
}

/** A series beside the one of as many days before. */
export type ComparedSeries = z.infer<
  z.ZodObject<{ [Name in keyof Schemas]: ReturnType<Schemas[Name]['unwrap']> }>
> & { series: SeriesPoint[] };
type Schemas = typeof seriesComparisonSchemas;

export function readComparedSeries(reading: Reading, query: string): Promise<ComparedSeries> {
  const path = `/websites/${reading.id}/timeseries?${query}&compare=previous`;
  return read(reading, path, 'comparedSeries');
}

/** Reads a series that is broken down by `group_by`. */
export function readGroups(
  reading: Reading,
  query: string,
): Promise<{ series: SeriesPoint[]; groups: SeriesGroup[] }> {
  return read(reading, `/websites/${reading.id}/timeseries?${query}`, 'groupedSeries');
}

export async function readSpoofed(reading: Reading, query = ''): Promise<SpoofedEntry[]> {
  const path = `/websites/${reading.id}/spoofed?${query}`;
  return (await read<{ spoofed: SpoofedEntry[] }>(reading, path, 'spoofed')).spoofed;
}

export async function readReferrals(reading: Reading, query = ''): Promise<ReferralEntry[]> {
  const path = `/websites/${reading.id}/referrals?${query}`;
  return (await read<{ referrals: ReferralEntry[] }>(reading, path, 'referrals')).referrals;
}

/** The answer of the report `providers`. */
export interface ProvidersAnswer {
  providers: ProviderEntry[];
  compared?: { unit: string; until: string; period: { start: string; end: string } };
  sitemap_pages: number | null;
  referers_logged: boolean;
  next_cursor: string | null;
}

export function readProviders(reading: Reading, query = ''): Promise<ProvidersAnswer> {
  return read(reading, `/websites/${reading.id}/providers?${query}`, 'providers');
}

/** The answer of the report `landings`. */
export interface LandingsAnswer {
  landings: LandingEntry[];
  referers_logged: boolean;
  sent_known_since: string | null;
  next_cursor: string | null;
}

export function readLandings(reading: Reading, query = ''): Promise<LandingsAnswer> {
  return read(reading, `/websites/${reading.id}/landings?${query}`, 'landings');
}

/** The answer of the report `visitors`. */
export interface VisitorsAnswer {
  period: { start: string; end: string };
  days: VisitorsOfDay[];
  not_judged: NotJudged[];
}

export function readVisitors(reading: Reading, query = ''): Promise<VisitorsAnswer> {
  return read(reading, `/websites/${reading.id}/visitors?${query}`, 'visitors');
}

export function readClients(reading: Reading, query = ''): Promise<Clients> {
  return read(reading, `/websites/${reading.id}/clients?${query}`, 'clients');
}

export async function readAutomation(reading: Reading, query = ''): Promise<ToldGroup[]> {
  const path = `/websites/${reading.id}/automation?${query}`;
  return (await read<{ groups: ToldGroup[] }>(reading, path, 'automation')).groups;
}

import { z } from 'zod';

export const PERIODS = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
] as const;
export type Period = (typeof PERIODS)[number];

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

const visits = (what: string) => z.int().min(0).describe(what);

export const websiteSchema = z.object({
  id: z.string().describe('identifier, `ws_…`'),
  domain: z.string().describe('domain name of the website'),
  tracking_id: z.string().describe('`t_…`'),
  created_at: z.iso.datetime().describe('ISO 8601, UTC'),
});
export type Website = z.infer<typeof websiteSchema>;

export const trafficSummarySchema = z.object({
  total_visits: visits('all visits in the period; human plus bot'),
  bot_visits: visits('visits by bots, AI bots included'),
  human_visits: visits('visits by people'),
  ai_bot_visits: visits('visits by AI bots; a subset of bot_visits'),
  period: z.object({
    start: z.iso.date().describe('first day, inclusive, UTC'),
    end: z.iso.date().describe('last day, inclusive, UTC'),
  }),
});
export type TrafficSummary = z.infer<typeof trafficSummarySchema>;

export const botEntrySchema = z.object({
  name: z.string().describe('name of the bot'),
  provider: z.string().describe('operator of the bot'),
  visits: visits('visits by this bot'),
  pages_visited: visits('distinct paths this bot visited'),
  category: z.string().describe('what the bot is for, e.g. `ai_search`'),
});
export type BotEntry = z.infer<typeof botEntrySchema>;

export const pageEntrySchema = z.object({
  path: z.string().describe('path of the page, starts with `/`'),
  bot_visits: visits('visits by bots'),
  human_visits: visits('visits by people'),
});
export type PageEntry = z.infer<typeof pageEntrySchema>;

export const seriesPointSchema = z.object({
  date: z.string().describe('start of the bucket, UTC: a day, or `YYYY-MM-DDThh:00:00Z` for hours'),
  total_visits: visits('all visits in the bucket'),
  bot_visits: visits('visits by bots'),
  ai_bot_visits: visits('visits by AI bots'),
});
export type SeriesPoint = z.infer<typeof seriesPointSchema>;

import { z } from 'zod';
import { byVerdict, HUMAN_VISITS } from './people-counts.js';
import { byVerification, visits } from './traffic.js';

/** The counts of a host or of a country. */
const dimensionCounts = {
  total_visits: visits('all visits; human plus bot'),
  bot_visits: visits('visits by bots, AI bots included'),
  human_visits: visits(HUMAN_VISITS),
  ai_bot_visits: visits('visits by AI bots; a subset of bot_visits'),
  ...byVerification,
  ...byVerdict,
  error_visits: visits('visits answered with a status of 400 or more'),
};

const hostCountsSchema = z.object({
  host: z
    .string()
    .nullable()
    .describe(
      'host of the logged requests; empty: the logs do not tell it; null: hosts beyond the bound of 5,000 new ones a day, together',
    ),
  ...dimensionCounts,
  last_day: z.iso.date().describe('last day (UTC) of the period on which a visit came'),
});
export type HostCounts = z.infer<typeof hostCountsSchema>;

export const hostEntrySchema = hostCountsSchema.extend({
  website: z
    .string()
    .nullable()
    .describe(
      'identifier of the website of the account whose domain is the host or its longest parent domain; null: it belongs to no website, and its visits count for the website of the key',
    ),
  keys: z
    .array(
      z.object({
        website: z.string().nullable().describe('website of the key; null when it is deleted'),
        visits: visits('visits that came with it'),
      }),
    )
    .describe(
      'the websites whose Bot Tracking Keys the visits came with, most visits first; visits that were counted before the service knew their keys are left out',
    ),
});
export type HostEntry = z.infer<typeof hostEntrySchema>;

export const accountHostEntrySchema = hostEntrySchema.extend({
  counted_for: z.string().describe('identifier of the website that the visits count for, `ws_…`'),
});
export type AccountHostEntry = z.infer<typeof accountHostEntrySchema>;

export const countryEntrySchema = z.object({
  country: z
    .string()
    .nullable()
    .describe('country as two letters, ISO 3166-1 alpha-2; null: the logs do not tell it'),
  ...dimensionCounts,
});
export type CountryEntry = z.infer<typeof countryEntrySchema>;

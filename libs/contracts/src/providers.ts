import { z } from 'zod';
import {
  botEntrySchema,
  byVerification,
  comparedTimeSchema,
  periodSchema,
  visits,
} from './traffic.js';

/** The count that has the reads of a category of AI bots. All others are in `other_reads`. */
export const READS_OF_CATEGORIES = {
  ai_training: 'training_reads',
  ai_search: 'search_reads',
  ai_assistant: 'assistant_reads',
  ai_agent: 'agent_reads',
} as const;

const NOT_LOGGED = 'null when the logs of the website have never had a referer';

const counts = {
  reads: visits(
    'visits by its AI bots that were not found spoofed, errors included; the five counts of reads below add up to it',
  ),
  training_reads: visits('reads by bots that collect for the training of models'),
  search_reads: visits('reads by bots that fill the index of an AI search'),
  assistant_reads: visits('reads by assistants, while they answer somebody'),
  agent_reads: visits('reads by agents that act for somebody'),
  other_reads: visits('reads by bots that sell what they read, and by AI bots of unknown purpose'),
  verified_visits: byVerification.verified_visits.describe(
    'visits by its AI bots from addresses of the operator; a subset of `reads`',
  ),
  spoofed_visits: byVerification.spoofed_visits.describe(
    'visits under the names of its AI bots from addresses that are not the operator’s; they are in none of the reads',
  ),
  unverifiable_visits: byVerification.unverifiable_visits.describe(
    'visits by its AI bots whose address was checked without a result; a subset of `reads`',
  ),
  error_visits: visits(
    'visits by its AI bots that were answered with a status of 400 or more, spoofed ones included',
  ),
  sent_visits: visits('visits that its assistants sent')
    .nullable()
    .describe(
      `visits of browsers that its assistants sent and that are not known to be of automation, as the report \`referrals\` counts them; ${NOT_LOGGED}`,
    ),
  sent_people_visits: visits('those of people')
    .nullable()
    .describe(`those of \`sent_visits\` that are of people; ${NOT_LOGGED}`),
  reads_per_sent_visit: z
    .number()
    .min(0)
    .nullable()
    .describe(
      'crawl-to-refer: `reads` for each of `sent_visits`, with two decimals below 100; an upper bound, because assistants often hide where they send somebody from; null when none was sent or it is not known',
    ),
};

/** What is counted of an operator. */
export const providerCountsSchema = z.object(counts);
export type ProviderCounts = z.infer<typeof providerCountsSchema>;
export const PROVIDER_COUNTS = Object.keys(counts) as (keyof ProviderCounts)[];

/** A bot of an operator. */
export const providerBotSchema = botEntrySchema.omit({ provider: true });

/** A bucket of the course of an operator. */
export const providerPointSchema = z.object({
  date: z
    .string()
    .describe(
      'start of the bucket: a date of UTC, or of `timezone`; a week begins on Monday. The first one may be before the period',
    ),
  reads: visits('reads in the bucket'),
  sent_visits: visits('visits sent').nullable().describe(`visits sent in it; ${NOT_LOGGED}`),
});
export type ProviderPoint = z.infer<typeof providerPointSchema>;

const comparedCounts = (what: string) =>
  providerCountsSchema.optional().describe(`${what}; only with \`compare=previous\``);

export const providerEntrySchema = z.object({
  provider: z.string().describe('operator of the AI bots and of the assistants'),
  ...counts,
  pages_visited: visits('distinct paths')
    .nullable()
    .describe('distinct paths that its AI bots visited; null with `timezone`'),
  sitemap_pages_read: visits('pages of the sitemap')
    .nullable()
    .describe(
      'pages of the sitemap that its AI bots read: on some day at least one visit of a bot was not spoofed, and at least one was answered with a status below 400; null without a sitemap, and with `timezone`',
    ),
  bots: z.array(providerBotSchema).describe('its AI bots that came, most visits first'),
  series: z
    .array(providerPointSchema)
    .optional()
    .describe('its course, a point for every bucket that touches the period; only with `interval`'),
  compared: comparedCounts('its counts in what of this period is compared'),
  previous: comparedCounts('its counts in the days before; zeros when it did not come then'),
});
export type ProviderEntry = z.infer<typeof providerEntrySchema>;

/** What a comparison of operators is of. */
export const providersComparedSchema = comparedTimeSchema
  .extend({ period: periodSchema.describe('the days before, as many as the period has') })
  .optional()
  .describe('what of this period is compared, and with which days; only with `compare=previous`');

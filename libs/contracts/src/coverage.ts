import { z } from 'zod';
import { BOT_CATEGORIES } from './bot-category.js';

/** Which pages should be read: those of the sitemap, or those that people read. */
export const COVERAGE_OF = ['sitemap', 'visited'] as const;
export type CoverageOf = (typeof COVERAGE_OF)[number];

export const COVERAGE_SHOWN = ['all', 'read', 'never_read', 'errors'] as const;
export type CoverageShown = (typeof COVERAGE_SHOWN)[number];

const count = (what: string) => z.int().min(0).describe(what);
const share = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe('`pages` as a part of all pages, from 0 to 1; null when there are none');

export const coverageCountsSchema = z.object({
  pages: count('pages that should be read'),
  read: count('those that an AI bot read'),
  share: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('`read` as a part of `pages`, from 0 to 1; null when there are none'),
  asked_not_read: count(
    'those that AI bots asked for and did not read: they got errors only, or only spoofed visits asked',
  ),
  with_errors: count('those of which AI bots got an error, read or not'),
});

export const readersOfCategorySchema = z.object({
  category: z.enum(BOT_CATEGORIES).describe('category of AI bots'),
  pages: count('pages that at least one of its bots read'),
  share,
});

export const readersOfBotSchema = z.object({
  name: z.string().describe('name of the AI bot'),
  provider: z.string().describe('its operator'),
  category: z.enum(BOT_CATEGORIES).describe('its category'),
  pages: count('pages that it read'),
  share,
});

export const coveredPageSchema = z.object({
  path: z.string().describe('path of the page'),
  human_visits: count('visits by people'),
  ai_bot_visits: count('visits by AI bots, spoofed ones included'),
  error_visits: count('of these, visits answered with a status of 400 or more'),
  read_by: count('how many AI bots read it'),
  categories: z.array(z.enum(BOT_CATEGORIES)).describe('categories of the AI bots that read it'),
  last_read: z.iso
    .date()
    .nullable()
    .describe('last day (UTC) of the period on which an AI bot read it; null when none did'),
});
export type CoveredPage = z.infer<typeof coveredPageSchema>;

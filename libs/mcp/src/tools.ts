import {
  botEntrySchema,
  coverageCountsSchema,
  coveredPageSchema,
  eventSchema,
  pageEntrySchema,
  readersOfBotSchema,
  readersOfCategorySchema,
  referralEntrySchema,
  robotsReportSchema,
  trafficSummarySchema,
  websiteSchema,
  type SeriesPoint,
} from '@app/contracts';
import { z } from 'zod';
import { daysOf, limit, ofWebsite, reportOf, tool, type Tool } from './tool.js';

const { bot, category } = {
  bot: z.string().min(1).max(200).optional().describe('only this bot, by its name'),
  category: z.string().min(1).max(50).optional().describe('only bots of this category'),
};

const counts = (what: string) => z.array(z.int()).describe(what);

/** All tools, in the order in which they are listed. Each reads, and none changes anything. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'list_websites',
    title: 'Websites',
    description: 'Lists the websites of the account, with the ids that the other tools take.',
    input: z.object({}),
    output: z.object({ websites: z.array(websiteSchema.pick({ id: true, domain: true })) }),
    path: () => '/websites',
    query: () => ({ limit: 1_000 }),
  }),
  tool({
    name: 'get_summary',
    title: 'Summary',
    description:
      'Counts the visits of a website in a period: by people, bots and AI bots, visits that AI assistants sent, verified and spoofed visits, and answers by status. With compare also the days before.',
    input: ofWebsite.extend({
      compare: z.boolean().default(false).describe('also as many days right before'),
    }),
    output: trafficSummarySchema,
    path: reportOf('summary'),
    query: (input) => ({ ...daysOf(input), compare: input.compare ? 'previous' : undefined }),
  }),
  tool({
    name: 'list_bots',
    title: 'Bots',
    description:
      'Lists the bots that visited a website, most visits first, with operator, category, pages, errors and what their addresses prove. declared is true for a name that a bot gives itself.',
    input: ofWebsite.extend({ bot, category, limit }),
    output: z.object({
      bots: z.array(botEntrySchema.omit({ first_seen: true, unverifiable_visits: true })),
    }),
    path: reportOf('bots'),
    query: (input) => ({ ...daysOf(input), ...only(input), limit: input.limit }),
  }),
  tool({
    name: 'list_pages',
    title: 'Pages',
    description:
      'Lists pages of a website with their visits by people, bots and AI bots, and their errors. With ai=none those that no AI bot visited.',
    input: ofWebsite.extend({
      sort: z
        .enum(['bot_visits', 'ai_bot_visits', 'human_visits', 'error_visits'])
        .default('bot_visits')
        .describe('highest number first'),
      ai: z.enum(['none', 'some']).optional().describe('pages that no AI bot visited, or some did'),
      path: z.string().min(1).max(2_048).optional().describe('only paths that start so'),
      limit,
    }),
    output: z.object({
      pages: z.array(
        pageEntrySchema.pick({
          ...{ path: true, human_visits: true, bot_visits: true },
          ...{ ai_bot_visits: true, error_visits: true },
        }),
      ),
    }),
    path: reportOf('pages'),
    query: (input) => {
      const { sort, ai, path } = input;
      return { ...daysOf(input), sort, ai, path, limit: input.limit };
    },
  }),
  tool({
    name: 'get_series',
    title: 'Visits over time',
    description:
      'Counts visits by hour, day, week or month, of all visitors or of one bot or category. The lists have the same length: one place for each date.',
    input: ofWebsite.extend({
      interval: z
        .enum(['hour', 'day', 'week', 'month'])
        .default('day')
        .describe('length of a step'),
      ...{ bot, category },
    }),
    output: z.object({
      dates: z.array(z.string()).describe('start of each step, UTC'),
      human_visits: counts('visits by people'),
      bot_visits: counts('visits by bots, AI bots included'),
      ai_bot_visits: counts('visits by AI bots'),
    }),
    path: reportOf('timeseries'),
    query: (input) => ({ ...daysOf(input), ...only(input), interval: input.interval }),
    compact: ({ series }: { series: SeriesPoint[] }) => ({
      dates: series.map(({ date }) => date),
      human_visits: series.map((point) => point.human_visits),
      bot_visits: series.map((point) => point.bot_visits),
      ai_bot_visits: series.map((point) => point.ai_bot_visits),
    }),
  }),
  tool({
    name: 'list_referrals',
    title: 'People sent by AI assistants',
    description: 'Counts the people whom AI assistants sent to a website, by assistant.',
    input: ofWebsite,
    output: z.object({ referrals: z.array(referralEntrySchema) }),
    path: reportOf('referrals'),
    query: daysOf,
  }),
  tool({
    name: 'get_robots',
    title: 'Who keeps to robots.txt',
    description:
      'Tells for each bot what the robots.txt of a website allows it, and how many of its visits were to pages that the text of their day did not allow, with samples. Spoofed visits came in its name from somebody else.',
    input: ofWebsite.extend({ bot, category, limit }),
    output: robotsReportSchema.pick({
      ...{ domain: true, period: true, days_without_text: true, llms_txt: true, bots: true },
      limits_reached: true,
    }),
    path: reportOf('robots'),
    query: (input) => ({ ...daysOf(input), ...only(input), limit: input.limit }),
  }),
  tool({
    name: 'get_coverage',
    title: 'What AI bots read',
    description:
      'Tells which part of the pages that should be read AI bots read, by category and bot, and lists pages: with show=never_read those that none read, with show=errors those that answered one with an error. Most visits by people first.',
    input: ofWebsite.extend({
      show: z.enum(['all', 'read', 'never_read', 'errors']).default('all').describe('which pages'),
      of: z
        .enum(['sitemap', 'visited'])
        .optional()
        .describe('pages of the sitemap, or those that people read'),
      ...{ bot, category, limit },
    }),
    output: z.object({
      of: z.string().describe('which pages should be read'),
      counts: coverageCountsSchema,
      categories: z.array(readersOfCategorySchema),
      bots: z.array(readersOfBotSchema),
      pages: z.array(coveredPageSchema),
    }),
    path: reportOf('coverage'),
    query: (input) => {
      const { show, of } = input;
      return { ...daysOf(input), ...only(input), show, of, limit: input.limit };
    },
  }),
  tool({
    name: 'list_events',
    title: 'Events',
    description:
      'Lists what alerts found on a website: new bots, unusual visits, errors, spoofed visits, silent feeds and more. Newest first; open ones have no closed_at.',
    input: ofWebsite.pick({ website: true }).extend({
      open: z.boolean().default(false).describe('only open ones'),
      limit,
    }),
    output: z.object({
      // Its sentence has texts of visitors in it, so only the figures are told.
      events: z.array(
        eventSchema.pick({
          ...{ id: true, kind: true, subject: true, opened_at: true, seen_at: true },
          ...{ closed_at: true, figures: true },
        }),
      ),
    }),
    path: ({ website }) => `/websites/${website}/events`,
    query: (input) => ({ open: input.open ? true : undefined, limit: input.limit }),
  }),
];

/** The filters by bot. */
const only = (input: { bot?: string | undefined; category?: string | undefined }) => ({
  bot: input.bot,
  category: input.category,
});

import {
  COVERAGE_OF,
  COVERAGE_SHOWN,
  coverageCountsSchema,
  coveredPageSchema,
  readersOfBotSchema,
  readersOfCategorySchema,
  sitemapSchema,
  trafficSummarySchema,
} from '@app/contracts';
import { z } from 'zod';
import { NEXT_CURSOR } from '../http/answer.js';
import { FORMAT, integer, oneOf } from '../http/parameters.js';
import { route } from '../http/route.js';
import { CURSOR } from '../reports/list-order.js';
import { BOTS, PATH, PERIOD } from '../reports/parameters.js';

const { bot, provider, category } = BOTS;

type Covered = z.infer<typeof coveredPageSchema>;

export const COVERAGE = route({
  id: 'getCoverage',
  tag: 'Reports',
  summary: 'Which pages AI bots read',
  description:
    'Of the pages that should be read: how many AI bots read, each category of them and each bot; and a list of these pages, ordered by visits of people, the highest number first, then by path. A bot has read a page on a day when at least one of its visits was not spoofed, and at least one was answered with a status below 400. With `bot`, `provider` or `category`, only those AI bots count, so `bot=GPTBot&show=never_read` lists what GPTBot never read. As CSV it is the list of pages.',
  share: true,
  method: 'GET',
  path: '/api/v1/websites/:id/coverage',
  access: 'api',
  names: 'website',
  query: {
    ...PERIOD,
    of: oneOf(COVERAGE_OF)
      .optional()
      .describe(
        'Which pages should be read. `sitemap`: those of the sitemap. `visited`: those that people read in the period, without what `only=content` leaves out of the pages, and without pages that answered people with errors only; of more than 50,000 those that people read most. Default: `sitemap` if the website has one.',
      ),
    show: oneOf(COVERAGE_SHOWN)
      .default('all')
      .describe(
        'Which of these pages are listed. `read`: those that an AI bot read; `never_read`: the others; `errors`: those of which AI bots got an error.',
      ),
    bot,
    provider,
    category,
    ...PATH,
    cursor: CURSOR,
    limit: integer(1, 1_000).default(50).describe('Maximum number of pages.'),
    ...FORMAT,
  },
  lacks: {
    timezone: 'these visits are counted by UTC days only',
    sort: 'its order is by visits of people',
    visitors: 'it is about AI bots only',
  },
  answer: {
    description: 'The counts, and the pages.',
    data: z.object({
      of: z.enum(COVERAGE_OF).describe('which pages should be read'),
      period: trafficSummarySchema.shape.period,
      counts: coverageCountsSchema,
      left_out: sitemapSchema.shape.left_out
        .pick({ beyond_bound: true, files: true })
        .nullable()
        .describe(
          'what the sitemap lists beyond its bounds, which none of these counts has; null when `of` is `visited`',
        ),
      categories: z.array(readersOfCategorySchema).describe('every category of AI bots'),
      bots: z.array(readersOfBotSchema).describe('AI bots that read any, most pages first'),
      pages: z.array(coveredPageSchema),
      next_cursor: NEXT_CURSOR,
    }),
    csv: {
      columns: Object.keys(coveredPageSchema.shape),
      rows: ({ pages }: { pages: readonly Covered[] }) =>
        pages.map((page) => ({ ...page, categories: page.categories.join(' ') })),
    },
    example: {
      of: 'sitemap',
      period: { start: '2026-11-14', end: '2026-11-20' },
      counts: { pages: 412, read: 377, share: 0.915, asked_not_read: 9, with_errors: 14 },
      left_out: { beyond_bound: 0, files: 0 },
      categories: [{ category: 'ai_training', pages: 341, share: 0.8277 }],
      bots: [
        {
          name: 'GPTBot',
          provider: 'OpenAI',
          category: 'ai_training',
          pages: 318,
          share: 0.7718,
        },
      ],
      pages: [
        {
          path: '/pricing',
          human_visits: 88,
          ai_bot_visits: 61,
          error_visits: 1,
          read_by: 6,
          categories: ['ai_search', 'ai_training'],
          last_read: '2026-11-20',
        },
      ],
      next_cursor: null,
    },
  },
});

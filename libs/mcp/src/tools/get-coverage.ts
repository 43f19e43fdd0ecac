import {
  COVERAGE_OF,
  COVERAGE_SHOWN,
  coverageCountsSchema,
  coveredPageSchema,
  readersOfBotSchema,
  readersOfCategorySchema,
} from '@app/contracts';
import { z } from 'zod';
import { BOTS, LIMIT, oneOf, PATH } from '../arguments.js';
import { tool } from '../tool.js';

export const GET_COVERAGE = tool({
  name: 'get_coverage',
  title: 'What AI bots read',
  description:
    'Tells which part of the pages that should be read AI bots read, by category and bot, and lists pages: with show=never_read those that no AI bot read, with show=errors those that answered one with an error. With bot, provider or category, only those AI bots count. Pages that people visit most come first.',
  reads: 'report',
  path: 'coverage',
  input: {
    show: oneOf(COVERAGE_SHOWN).default('all').describe('which pages are listed'),
    of: oneOf(COVERAGE_OF)
      .optional()
      .describe(
        'which pages should be read: those of the sitemap (default if there is one), or those that people visit',
      ),
    ...{ ...BOTS, ...PATH, ...LIMIT },
  },
  list: 'pages',
  output: {
    of: z.enum(COVERAGE_OF).describe('which pages should be read'),
    counts: coverageCountsSchema,
    categories: z.array(readersOfCategorySchema),
    bots: z.array(readersOfBotSchema),
    pages: z.array(coveredPageSchema),
  },
});

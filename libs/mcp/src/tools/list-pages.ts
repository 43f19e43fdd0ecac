import { type PageEntry, pageEntrySchema } from '@app/contracts';
import { z } from 'zod';
import {
  BOTS,
  choosesBots,
  EXACT_PATH,
  LIMIT,
  oneOf,
  PATH,
  VERIFICATION,
  VISITORS,
} from '../arguments.js';
import { tool } from '../tool.js';

const { path, human_visits, bot_visits, ai_bot_visits, error_visits } = pageEntrySchema.shape;

export const LIST_PAGES = tool({
  name: 'list_pages',
  title: 'Pages',
  description:
    'Lists pages of a website with their visits by browsers (human_visits), bots and AI bots, and their errors. ai=none lists pages that no AI bot requested; get_coverage tells which pages AI bots have read successfully. With visitors=ai_bots and sort=error_visits: the pages that answer AI bots with errors.',
  reads: 'report',
  path: 'pages',
  input: {
    sort: oneOf(['bot_visits', 'ai_bot_visits', 'human_visits', 'error_visits'])
      .default('bot_visits')
      .describe('highest number first'),
    ai: oneOf(['none', 'some'])
      .optional()
      .describe('none: pages that no AI bot requested; some: pages that one did'),
    ...{ ...BOTS, ...VISITORS, ...VERIFICATION, ...PATH, ...EXACT_PATH, ...LIMIT },
  },
  list: 'pages',
  output: {
    pages: z.array(
      z.object({
        path,
        human_visits: human_visits
          .optional()
          .describe('all visits of browsers; left out when only bots are counted'),
        ...{ bot_visits, ai_bot_visits },
        error_visits: error_visits.describe(
          'visits of all these answered with a status of 400 or more; null with verification',
        ),
      }),
    ),
  },
  select: ({ pages }: { pages: PageEntry[] }, args) =>
    choosesBots(args) ? { pages: pages.map(({ human_visits: _, ...page }) => page) } : { pages },
});

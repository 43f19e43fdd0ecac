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
import { PEOPLE_KNOWN } from '../people.js';
import { tool } from '../tool.js';

const { path, bot_visits, ai_bot_visits, error_visits, ...counts } = pageEntrySchema.shape;
const { human_visits, people_visits, undecided_visits, automation_visits } = counts;
const LEFT_OUT = 'left out when only bots are counted';

export const LIST_PAGES = tool({
  name: 'list_pages',
  title: 'Pages',
  description:
    'Lists pages of a website with their visits by people, other visitors with a browser, bots and AI bots, and their errors. ai=none lists pages that no AI bot requested; get_coverage tells which pages AI bots have read successfully. With visitors=ai_bots and sort=error_visits: the pages that answer AI bots with errors.',
  reads: 'report',
  path: 'pages',
  input: {
    sort: oneOf([
      'bot_visits',
      'ai_bot_visits',
      'human_visits',
      'people_visits',
      'automation_visits',
      'error_visits',
    ])
      .default('bot_visits')
      .describe('highest number first'),
    ai: oneOf(['none', 'some'])
      .optional()
      .describe('none: pages that no AI bot requested; some: pages that one did'),
    only: oneOf(['content'])
      .optional()
      .describe(
        'content: without static files, feeds, robots.txt, and pages that only security scanners asked for',
      ),
    ...{ ...BOTS, ...VISITORS, ...VERIFICATION, ...PATH, ...EXACT_PATH, ...LIMIT },
  },
  list: 'pages',
  output: {
    pages: z.array(
      z.object({
        path,
        human_visits: human_visits.optional().describe(`${human_visits.description}; ${LEFT_OUT}`),
        people_visits: people_visits.optional().describe(`visits by people; ${LEFT_OUT}`),
        undecided_visits: undecided_visits
          .optional()
          .describe(`visits that may be of people or of programs; ${LEFT_OUT}`),
        automation_visits: automation_visits
          .optional()
          .describe(`visits by undeclared automation, which are in bot_visits; ${LEFT_OUT}`),
        ...{ bot_visits, ai_bot_visits },
        error_visits: error_visits.describe(
          'visits of all these answered with a status of 400 or more; null with verification',
        ),
      }),
    ),
    ...PEOPLE_KNOWN,
  },
  select: (data: { pages: PageEntry[] }, args) =>
    choosesBots(args)
      ? { ...data, pages: data.pages.map((page) => ({ ...page, ...UNCOUNTED })) }
      : data,
});

/** What is not counted when only bots are. */
const UNCOUNTED = {
  human_visits: undefined,
  people_visits: undefined,
  undecided_visits: undefined,
  automation_visits: undefined,
};

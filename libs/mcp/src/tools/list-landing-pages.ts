import { landingEntrySchema, landingsKnownSinceSchema, referersLoggedSchema } from '@app/contracts';
import { z } from 'zod';
import { EXACT_PATH, LIMIT, oneOf, PATH, text } from '../arguments.js';
import { PEOPLE_KNOWN } from '../people.js';
import { tool } from '../tool.js';

export const LIST_LANDING_PAGES = tool({
  name: 'list_landing_pages',
  title: 'Pages in the answers of AI assistants',
  description:
    'Lists the pages to which AI assistants sent people, or which assistants and agents read while they answered somebody: how often AI bots crawled each page, how often it was read for an answer, and how many visits were sent to it. Visits that were sent come first; sort=answered_visits shows what assistants read and people may never open.',
  reads: 'report',
  path: 'landings',
  input: {
    sort: oneOf(['sent_visits', 'people_visits', 'crawled_visits', 'answered_visits'])
      .default('sent_visits')
      .describe('highest number first'),
    provider: text(200)
      .optional()
      .describe('only bots and assistants of this operator, for example OpenAI; not with source'),
    source: text(200)
      .optional()
      .describe(
        'only visits that this assistant sent, as list_referrals has it, and reads by its operator',
      ),
    ...{ ...PATH, ...EXACT_PATH, ...LIMIT },
  },
  list: 'landings',
  output: {
    landings: z.array(landingEntrySchema),
    referers_logged: referersLoggedSchema,
    sent_known_since: landingsKnownSinceSchema,
    ...PEOPLE_KNOWN,
  },
});

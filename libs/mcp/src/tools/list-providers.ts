import { providerBotSchema, providerEntrySchema, referersLoggedSchema } from '@app/contracts';
import { z } from 'zod';
import { LIMIT } from '../arguments.js';
import { PEOPLE_KNOWN } from '../people.js';
import { tool } from '../tool.js';

export const LIST_PROVIDERS = tool({
  name: 'list_providers',
  title: 'AI operators',
  description:
    'Lists the operators of AI bots such as OpenAI, most reads first: what their bots read, for training, for search, for assistants and by agents, how much was spoofed, how many pages of the sitemap they read, and how many people their assistants sent back. A read is a visit that was not found spoofed. reads_per_sent_visit is an upper bound, because assistants often hide where somebody comes from; null: nobody was sent, or the logs do not tell it.',
  reads: 'report',
  path: 'providers',
  input: LIMIT,
  list: 'providers',
  output: {
    providers: z.array(
      providerEntrySchema.omit({ series: true, compared: true, previous: true }).extend({
        bots: z.array(
          providerBotSchema.pick({
            ...{ name: true, category: true, declared: true, visits: true },
            ...{ spoofed_visits: true, error_visits: true, verification: true },
          }),
        ),
      }),
    ),
    sitemap_pages: z.int().nullable().describe('pages of the sitemap; null when there is none'),
    referers_logged: referersLoggedSchema,
    ...PEOPLE_KNOWN,
  },
});

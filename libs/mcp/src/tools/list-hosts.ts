import { accountHostEntrySchema } from '@app/contracts';
import { z } from 'zod';
import { LIMIT } from '../arguments.js';
import { OF_PEOPLE, PEOPLE_KNOWN } from '../people.js';
import { tool } from '../tool.js';

const { counted_for } = accountHostEntrySchema.shape;

export const LIST_HOSTS = tool({
  name: 'list_hosts',
  title: 'Hosts',
  description:
    'Lists the hosts that visits came for, of a website or of all websites, most visits first, with the website that each belongs to and those of the tracking keys that its visits came with. unknown=true lists hosts that belong to no website of the account: their visits count for the website of the key.',
  reads: 'report of all',
  path: 'hosts',
  input: {
    unknown: z
      .boolean('must be true or false')
      // The API lists only unknown hosts, or all of them, and has no parameter for all but these.
      .transform((only) => only || undefined)
      .optional()
      .describe('only hosts that belong to no website'),
    ...LIMIT,
  },
  list: 'hosts',
  output: {
    hosts: z.array(
      accountHostEntrySchema
        .pick({
          ...{ host: true, human_visits: true, bot_visits: true, ai_bot_visits: true },
          ...OF_PEOPLE,
          ...{ error_visits: true, last_day: true, website: true, keys: true },
        })
        .extend({
          counted_for: counted_for
            .optional()
            .describe('website that the visits count for; left out when it was asked for'),
        }),
    ),
    ...PEOPLE_KNOWN,
  },
});

import { websiteSchema } from '@app/contracts';
import { z } from 'zod';
import { limit } from '../arguments.js';
import { tool } from '../tool.js';

export const LIST_WEBSITES = tool({
  name: 'list_websites',
  title: 'Websites',
  description:
    'Lists the websites of the account, the oldest first, with the ids that the other tools take.',
  reads: 'account',
  path: 'websites',
  // The API has at most 1,000 in one response, and one more tells whether there are others.
  input: { limit: limit(999, 200) },
  list: 'websites',
  output: { websites: z.array(websiteSchema.pick({ id: true, domain: true })) },
});

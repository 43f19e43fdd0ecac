import { referersLoggedSchema, referralEntrySchema } from '@app/contracts';
import { z } from 'zod';
import { PEOPLE_KNOWN } from '../people.js';
import { tool } from '../tool.js';

export const LIST_REFERRALS = tool({
  name: 'list_referrals',
  title: 'People sent by AI assistants',
  description:
    'Counts the visits of browsers that AI assistants such as ChatGPT sent to a website, by assistant, and how many of them are of people. An assistant that is not listed sent nobody; when referers_logged is false, the logs do not tell who was sent.',
  reads: 'report',
  path: 'referrals',
  input: {},
  list: 'referrals',
  output: {
    referrals: z.array(referralEntrySchema),
    referers_logged: referersLoggedSchema,
    ...PEOPLE_KNOWN,
  },
});

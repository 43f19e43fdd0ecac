import { countryEntrySchema } from '@app/contracts';
import { z } from 'zod';
import { LIMIT } from '../arguments.js';
import { OF_PEOPLE, PEOPLE_KNOWN } from '../people.js';
import { tool } from '../tool.js';

export const LIST_COUNTRIES = tool({
  name: 'list_countries',
  title: 'Countries',
  description:
    'Lists the countries that visits of a website came from, most visits first, as the sender of the logs says; no address is looked up. Visits whose logs do not tell it are a row whose country is null.',
  reads: 'report',
  path: 'countries',
  input: LIMIT,
  list: 'countries',
  output: {
    countries: z.array(
      countryEntrySchema.pick({
        ...{ country: true, human_visits: true, bot_visits: true, ai_bot_visits: true },
        ...OF_PEOPLE,
        error_visits: true,
      }),
    ),
    ...PEOPLE_KNOWN,
  },
});

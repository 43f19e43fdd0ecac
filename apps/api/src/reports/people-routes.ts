import {
  clientEntrySchema,
  clientsSchema,
  COMPARABLE_ROWS,
  COMPARED_COUNTS,
  referersLoggedSchema,
} from '@app/contracts';
import { listOf } from '../http/answer.js';
import { FORMAT } from '../http/parameters.js';
import { route } from '../http/route.js';
import { comparable, COMPARE_ROWS } from './compared-list-route.js';
import { clientRows } from './csv-tables.js';
import { TIMEZONE } from './parameters.js';
import { BY_UTC_DAYS, NOT_BY_DIMENSION, PEOPLE_KNOWN, report } from './report-route.js';

const REFERRALS = comparable(
  listOf('referrals', COMPARABLE_ROWS.referrals),
  COMPARED_COUNTS.referrals,
);

export const REFERRALS_REPORT = route({
  id: 'listReferrals',
  summary: 'People sent by AI assistants',
  share: true,
  ...report('referrals', { ...TIMEZONE, ...COMPARE_ROWS, ...FORMAT }),
  lacks: NOT_BY_DIMENSION,
  answer: {
    description: 'The AI assistants whose links people followed.',
    ...REFERRALS,
    data: REFERRALS.data.extend({ referers_logged: referersLoggedSchema, ...PEOPLE_KNOWN }),
    example: {
      referrals: [
        {
          source: 'ChatGPT',
          visits: 17,
          people_visits: 14,
          undecided_visits: 2,
          provider: 'OpenAI',
        },
      ],
      referers_logged: true,
      people_known_until: null,
    },
  },
});

export const CLIENTS_REPORT = route({
  id: 'listClients',
  summary: 'People by browser, operating system and device',
  share: true,
  ...report('clients', FORMAT),
  lacks: { ...BY_UTC_DAYS, ...NOT_BY_DIMENSION },
  answer: {
    description:
      'The three lists. As CSV they are one list, and each row names the list that it belongs to.',
    data: clientsSchema.extend(PEOPLE_KNOWN),
    csv: { columns: ['kind', ...Object.keys(clientEntrySchema.shape)], rows: clientRows },
    example: {
      browsers: [{ name: 'Chrome', visits: 801, people_visits: 590, undecided_visits: 88 }],
      operating_systems: [
        { name: 'Android', visits: 422, people_visits: 311, undecided_visits: 52 },
      ],
      devices: [{ name: 'desktop', visits: 655, people_visits: 487, undecided_visits: 61 }],
      people_known_until: null,
    },
  },
});

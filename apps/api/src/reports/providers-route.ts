import {
  PROVIDER_COUNTS,
  type ProviderEntry,
  providerEntrySchema,
  providerPointSchema,
  providersComparedSchema,
  referersLoggedSchema,
} from '@app/contracts';
import { z } from 'zod';
import { pageOf } from '../http/answer.js';
import { FORMAT, integer, oneOf } from '../http/parameters.js';
import { type Csv, type CsvTable, route } from '../http/route.js';
import { orderParameters } from './list-order.js';
import { COMPARE, TIMEZONE } from './parameters.js';
import { courseRows, providersInCells } from './providers.js';
import { NOT_BY_DIMENSION, PEOPLE_KNOWN, report } from './report-route.js';

/** The columns that the list can be ordered by. */
export const PROVIDER_COLUMNS = [
  'provider',
  ...PROVIDER_COUNTS,
  'pages_visited',
  'sitemap_pages_read',
] as const;
export type ProviderColumn = (typeof PROVIDER_COLUMNS)[number];

type Answer = { providers: ProviderEntry[]; compared?: unknown };

const COUNTS = ['provider', ...PROVIDER_COUNTS, 'pages_visited', 'sitemap_pages_read'];

/** A comparison has two more columns for a count. A course is a table of its own. */
function otherTable(data: Answer): CsvTable | undefined {
  if (data.providers.some(({ series }) => series))
    return {
      columns: ['date', 'provider', ...Object.keys(providerPointSchema.shape).slice(1)],
      rows: courseRows(data),
    };
  if (!data.compared) return undefined;
  const prefixed = ['compared', 'previous'].flatMap((prefix) =>
    PROVIDER_COUNTS.map((count) => `${prefix}_${count}`),
  );
  return { columns: [...COUNTS, ...prefixed], rows: providersInCells(data) };
}

const CSV: Csv = { columns: COUNTS, rows: providersInCells, instead: otherTable };
const PROVIDERS = pageOf('providers', providerEntrySchema);

const BOT = {
  name: 'GPTBot',
  category: 'ai_training',
  visits: 202,
  pages_visited: 22,
  error_visits: 3,
  first_seen: '2026-11-14T00:04:11.000Z',
  last_seen: '2026-11-20T11:58:02.000Z',
  verified_visits: 198,
  spoofed_visits: 4,
  unverifiable_visits: 0,
  verification: 'mostly',
  declared: false,
} as const;

export const PROVIDERS_REPORT = route({
  id: 'listProviders',
  summary: 'AI operators: what their bots read, and whom their assistants sent',
  description:
    'A row for each operator whose AI bots came in the period, or whose assistants sent somebody. A read is a visit by an AI bot that was not found spoofed: where no address of a bot can be checked, every visit under its name is one. Ordered by reads, the highest number first, then by name. As CSV, bots are left out, the report `bots` has them; with `compare=previous` every count has two more columns, `compared_…` and `previous_…`; with `interval` it has a line for each bucket of each operator.',
  share: true,
  ...report('providers', {
    interval: oneOf(['day', 'week', 'month'])
      .optional()
      .describe(
        'Adds the course of each operator, `series`, in buckets of this length. `day` takes at most 1,100 days. With it, `limit` is at most 100.',
      ),
    ...COMPARE,
    ...TIMEZONE,
    ...orderParameters(PROVIDER_COLUMNS),
    limit: integer(1, 1_000).default(100).describe('Maximum number of operators.'),
    ...FORMAT,
  }),
  lacks: NOT_BY_DIMENSION,
  answer: {
    description: 'The operators.',
    data: PROVIDERS.data.extend({
      sitemap_pages: z
        .int()
        .min(0)
        .nullable()
        .describe('pages of the sitemap of the website; null when it has none'),
      referers_logged: referersLoggedSchema,
      compared: providersComparedSchema,
      ...PEOPLE_KNOWN,
    }),
    csv: CSV,
    example: {
      providers: [
        {
          provider: 'OpenAI',
          reads: 412,
          training_reads: 198,
          search_reads: 131,
          assistant_reads: 83,
          agent_reads: 0,
          other_reads: 0,
          verified_visits: 409,
          spoofed_visits: 4,
          unverifiable_visits: 3,
          error_visits: 9,
          sent_visits: 17,
          sent_people_visits: 14,
          reads_per_sent_visit: 24.24,
          pages_visited: 61,
          sitemap_pages_read: 48,
          bots: [BOT],
        },
      ],
      sitemap_pages: 412,
      referers_logged: true,
      people_known_until: null,
      next_cursor: null,
    },
  },
});

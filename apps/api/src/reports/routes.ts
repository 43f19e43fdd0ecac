import {
  accountSummarySchema,
  COMPARABLE_ROWS,
  COMPARED_COUNTS,
  GROUPINGS,
  INTERVALS,
  seriesComparisonSchemas,
  seriesGroupSchema,
  seriesPointSchema,
  spoofedEntrySchema,
  trafficSummarySchema,
  websiteTotalsSchema,
} from '@app/contracts';
import { BOT_COLUMNS, PAGE_COLUMNS } from '@app/storage';
import { z } from 'zod';
import { listOf, NEXT_CURSOR } from '../http/answer.js';
import { PAGE_PARAMETERS } from '../http/page.js';
import { FORMAT, integer, oneOf } from '../http/parameters.js';
import { route } from '../http/route.js';
import { comparable, COMPARE_ROWS } from './compared-list-route.js';
import { comparedCsv, groupsCsv, WEBSITE_COLUMNS } from './csv-tables.js';
import { BY_UTC_DAYS, NOT_BY_DIMENSION, partsOf, report, tellingPeople } from './report-route.js';
import { DIMENSION } from './dimension-filter.js';
import { orderParameters } from './list-order.js';
import { BOTS, COMPARE, PAGE, PATH, PERIOD, TIMEZONE, VERIFICATION } from './parameters.js';

const limit = integer(1, 1_000);

/** The counts of an example. */
const TOTALS = {
  total_visits: 3009,
  bot_visits: 1630,
  human_visits: 1379,
  ai_bot_visits: 714,
  ai_referred_visits: 21,
  skipped_requests: 0,
  verified_visits: 1204,
  spoofed_visits: 38,
  unverifiable_visits: 388,
  people_visits: 1012,
  undecided_visits: 143,
  automation_visits: 311,
  not_judged_visits: 224,
  error_visits: 105,
  ai_error_visits: 12,
  scanner_visits: 61,
  scanner_error_visits: 58,
  referers_logged: true,
};

export const SUMMARY = route({
  id: 'getSummary',
  summary: 'Traffic summary',
  share: true,
  ...report('summary', { ...DIMENSION, ...COMPARE, ...TIMEZONE }),
  answer: {
    description: 'The summary.',
    data: trafficSummarySchema,
    example: {
      ...TOTALS,
      period: { start: '2026-11-14', end: '2026-11-20' },
      status_codes: [
        {
          status_code: 200,
          ...{ visits: 2904, bot_visits: 1551, ai_bot_visits: 702, scanner_visits: 2 },
        },
        {
          status_code: 404,
          ...{ visits: 105, bot_visits: 79, ai_bot_visits: 12, scanner_visits: 41 },
        },
      ],
    },
  },
});

export const ACCOUNT_SUMMARY = route({
  id: 'getAccountSummary',
  tag: 'Reports',
  summary: 'Traffic summary of every website',
  description:
    'The counts of the websites of the account, the oldest website first, up to 1,000 in one answer, with how each of them stands now: its open events, and its last delivery. A website without visits has zeros. As CSV with `compare=previous`, every count has two more columns, `compared_…` and `previous_…`.',
  method: 'GET',
  path: '/api/v1/summary',
  access: 'api',
  query: { ...PERIOD, ...COMPARE, ...TIMEZONE, ...PAGE_PARAMETERS },
  answer: {
    description: 'The summaries.',
    data: accountSummarySchema.extend({ next_cursor: NEXT_CURSOR }),
    csv: {
      ...listOf('websites', websiteTotalsSchema).csv,
      columns: WEBSITE_COLUMNS,
      instead: comparedCsv,
    },
    example: {
      period: { start: '2026-11-14', end: '2026-11-20' },
      websites: [
        {
          id: 'ws_0Hx3Ws2rVbYk8mTq4ZpLd',
          domain: 'shop.example',
          ...TOTALS,
          open_events: 1,
          last_delivery: '2026-11-20T11:58:40.117Z',
        },
      ],
      next_cursor: null,
    },
  },
});

export const BOTS_REPORT = route({
  id: 'listBots',
  summary: 'Visits by bot',
  description:
    'Ordered by visits, the highest number first. A bot that is not known has the name that it gives itself in its user agent, and `declared` is true, if it came at least three times in the period or is an AI bot. All others are one row, `Unidentified bot`.',
  share: true,
  ...report('bots', {
    ...BOTS,
    ...VERIFICATION,
    ...PATH,
    ...PAGE,
    ...DIMENSION,
    ...TIMEZONE,
    new: oneOf(['true'])
      .optional()
      .describe(
        '`true` lists only bots that had no visit on this website before the period, whatever the other filters are.',
      ),
    ...COMPARE_ROWS,
    ...orderParameters(Object.keys(BOT_COLUMNS) as (keyof typeof BOT_COLUMNS)[]),
    limit: limit.optional().describe('Maximum number of bots. Default: all of them.'),
    ...FORMAT,
  }),
  answer: {
    description: 'The bots.',
    ...comparable(partsOf('bots', COMPARABLE_ROWS.bots), COMPARED_COUNTS.bots),
    example: {
      bots: [
        {
          name: 'GPTBot',
          provider: 'OpenAI',
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
        },
      ],
    },
  },
});

export const PAGES_REPORT = route({
  id: 'listPages',
  summary: 'Top pages by visits of bots',
  description:
    'Ordered by visits of bots, then by those of people, the highest number first, then by path.',
  share: true,
  ...report('pages', {
    ...BOTS,
    ...VERIFICATION,
    ...PATH,
    ...PAGE,
    ai: oneOf(['none', 'some'])
      .optional()
      .describe(
        '`none` lists only pages that no AI bot visited in the period, `some` only those that one did. It goes with `path`, and not with parameters that choose bots or visits.',
      ),
    only: oneOf(['content'])
      .optional()
      .describe(
        '`content` leaves out what is no content: static files, robots.txt, sitemaps, feeds, `/.well-known/` and other files that only programs ask for, but not llms.txt; and pages that only security scanners asked for, of the visits that are listed. With `ai=none`, it also leaves out pages that answered everybody with an error. Default: all pages.',
      ),
    ...COMPARE_ROWS,
    ...orderParameters(PAGE_COLUMNS),
    limit: limit.default(10).describe('Maximum number of pages.'),
    ...FORMAT,
  }),
  lacks: { ...BY_UTC_DAYS, ...NOT_BY_DIMENSION },
  answer: {
    description: 'The pages.',
    ...tellingPeople(comparable(partsOf('pages', COMPARABLE_ROWS.pages), COMPARED_COUNTS.pages)),
    example: {
      pages: [
        {
          path: '/pricing',
          bot_visits: 120,
          human_visits: 88,
          ai_bot_visits: 61,
          verified_visits: 97,
          spoofed_visits: 2,
          unverifiable_visits: 21,
          people_visits: 64,
          undecided_visits: 15,
          automation_visits: 7,
          not_judged_visits: 9,
          error_visits: 4,
        },
      ],
      people_known_until: null,
    },
  },
});

export const SERIES_REPORT = route({
  id: 'getTimeSeries',
  summary: 'Time series',
  description:
    'One point for every bucket that touches the period, also when its counts are zero. Ascending.',
  share: true,
  ...report('timeseries', {
    ...BOTS,
    ...VERIFICATION,
    ...PAGE,
    ...DIMENSION,
    interval: oneOf(INTERVALS)
      .default('day')
      .describe(
        'Length of a bucket. `hour` takes at most 31 days, `day` at most 1,100. With `timezone`, all others take at most 1,100, too.',
      ),
    ...TIMEZONE,
    ...COMPARE,
    group_by: oneOf(GROUPINGS)
      .optional()
      .describe(
        'Breaks the visits of bots down by `bot`, `provider` or `category`, or all visits by `status` code, which takes no `verification`. The answer has `groups` in addition. As CSV, it then has a line for each bucket of each group.',
      ),
    groups: integer(1, 100)
      .optional()
      .describe(
        'Maximum number of groups with a name, those with the most visits. All others are one more group. Default: 10. It needs a `group_by`.',
      ),
    ...FORMAT,
  }),
  answer: {
    description:
      'The series. With `group_by` also its groups, most visits first. In every bucket they add up to `bot_visits`, with `group_by=status` to `total_visits`.',
    data: z.object({
      series: z.array(seriesPointSchema),
      groups: z.array(seriesGroupSchema).optional().describe('only with `group_by`'),
      ...seriesComparisonSchemas,
    }),
    csv: { ...listOf('series', seriesPointSchema).csv, instead: groupsCsv },
    example: {
      series: [
        {
          date: '2026-11-20',
          total_visits: 430,
          bot_visits: 232,
          human_visits: 198,
          ai_bot_visits: 101,
          verified_visits: 180,
          spoofed_visits: 3,
          unverifiable_visits: 49,
          people_visits: 151,
          undecided_visits: 19,
          automation_visits: 44,
          not_judged_visits: 28,
        },
      ],
    },
  },
});

export const SPOOFED_REPORT = route({
  id: 'listSpoofed',
  summary: 'Visits under a false name',
  description:
    'Visits that claim to be a bot whose operator publishes all its addresses, and came from another address: by claimed bot and network. Ordered by visits, the highest number first.',
  ...report('spoofed', {
    ...BOTS,
    limit: limit.default(100).describe('Maximum number of rows.'),
    ...FORMAT,
  }),
  lacks: { ...BY_UTC_DAYS, ...NOT_BY_DIMENSION },
  answer: {
    description: 'The claimed bots and the networks of these visits.',
    ...listOf('spoofed', spoofedEntrySchema),
    example: {
      spoofed: [
        {
          name: 'GPTBot',
          provider: 'OpenAI',
          category: 'ai_training',
          network: '198.51.100.0/24',
          visits: 4,
          pages_visited: 3,
          first_seen: '2026-11-16T02:11:09.000Z',
          last_seen: '2026-11-16T02:11:40.000Z',
        },
      ],
    },
  },
});

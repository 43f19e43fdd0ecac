import {
  BOT_CATEGORIES,
  type RobotsReport,
  robotsBotSchema,
  robotsInputSchema,
  robotsReportSchema,
  type RobotsState,
  robotsStateSchema,
} from '@app/contracts';
import { z } from 'zod';
import { FORMAT, integer } from '../http/parameters.js';
import { route } from '../http/route.js';
import { BOTS, PERIOD } from '../reports/parameters.js';

const MIB = 1024 * 1024;

const FETCH: RobotsReport['fetch'] = {
  due_at: '2026-11-21T03:12:44.000Z',
  tried_at: '2026-11-20T03:12:44.000Z',
  outcome: 'fetched',
  status: 200,
  succeeded_at: '2026-11-20T03:12:44.000Z',
};
const TEXT = 'User-agent: GPTBot\nDisallow: /private/\n';
const STATE: RobotsState = {
  domain: 'shop.example',
  fetch: FETCH,
  texts: [
    {
      ...{ from: '2026-11-02', to: null, source: 'fetched', bytes: TEXT.length },
      noted_at: '2026-11-01T03:12:44.000Z',
    },
  ],
  text: TEXT,
  left_out: { rules: 0, long_lines: 0 },
};
const REPORT: RobotsReport = {
  domain: 'shop.example',
  period: { start: '2026-11-14', end: '2026-11-20' },
  texts: STATE.texts,
  days_without_text: 0,
  fetch: FETCH,
  llms_txt: { bot_visits: 9, ai_bot_visits: 4, human_visits: 1 },
  limits_reached: [],
  bots: [
    {
      ...{ name: 'GPTBot', provider: 'OpenAI', category: 'ai_training', declared: false },
      ...{ visits: 202, addressed: 'by_name', allows: 'part', operator_says: 'obeys' },
      ...{ allowed_visits: 199, disallowed_visits: 3, not_judged_visits: 0 },
      beyond_limit_visits: 0,
      disallowed_verified_visits: 0,
      disallowed_spoofed_visits: 3,
      disallowed_unverifiable_visits: 0,
      ...{ robots_txt_visits: 7, llms_txt_visits: 0 },
      samples: [
        {
          ...{ path: '/private/prices', visits: 3, line: 2, text_from: '2026-11-02' },
          rule: 'Disallow: /private/',
        },
      ],
    },
  ],
};

const ofWebsite = {
  access: 'api',
  path: '/api/v1/websites/:id/robots',
  names: 'website',
} as const;

const columns = Object.keys(robotsBotSchema.shape).filter((name) => name !== 'samples');

export const ROBOTS_REPORT = route({
  ...ofWebsite,
  id: 'getRobots',
  tag: 'Reports',
  method: 'GET',
  summary: 'Who keeps to robots.txt',
  description:
    'For every bot that came: what the robots.txt allows it, and how many of its visits were to pages that the text of their day did not allow. Visits to other hosts than the domain are judged by its text, too. The work of a report is limited; `limits_reached` tells what was not judged for that reason.',
  query: {
    ...PERIOD,
    ...BOTS,
    limit: integer(1, 1_000).optional().describe('Maximum number of bots. Default: all of them.'),
    ...FORMAT,
  },
  lacks: { timezone: 'a text is in force on UTC days' },
  answer: {
    description: 'The report. As CSV it is the list of bots, without samples.',
    data: robotsReportSchema,
    csv: { columns, rows: ({ bots }: RobotsReport) => bots },
    example: REPORT,
  },
});

export const SET_ROBOTS = route({
  ...ofWebsite,
  id: 'setRobots',
  tag: 'Account',
  method: 'PUT',
  summary: 'Give the robots.txt of a website, or have it fetched',
  description:
    'A text that says what the one before it says changes nothing. `text` null removes a text, and the one before it is in force on its days instead. With `fetch` true, a worker fetches it every day from now on, and the first time within a minute. The next text that it finds follows the one that was given.',
  mostBytes: 4 * MIB,
  body: { schema: robotsInputSchema, example: { text: TEXT, from: '2026-11-02' } },
  answer: { description: 'What is known now.', data: robotsStateSchema, example: STATE },
});

export const ROBOTS_TEXTS = route({
  ...ofWebsite,
  id: 'listRobotsTexts',
  tag: 'Account',
  method: 'GET',
  path: '/api/v1/websites/:id/robots/texts',
  summary: 'The robots.txt of a website, and its history',
  query: {
    text_from: z.iso
      .date('must be a calendar date YYYY-MM-DD')
      .optional()
      .describe('Shows the text with this first day instead of the newest one.'),
  },
  answer: { description: 'What is known.', data: robotsStateSchema, example: STATE },
});

const CATEGORIES = `must be categories, separated by commas: ${BOT_CATEGORIES.join(', ')}`;

export const GENERATE_ROBOTS = route({
  ...ofWebsite,
  id: 'generateRobots',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/websites/:id/robots/generate',
  summary: 'Rules for robots.txt',
  description:
    'Lines that ask all known bots of some categories to stay away from the whole website, by their names. Add them to the robots.txt of the website: groups for other bots stay as they are.',
  query: {
    disallow: z
      .string(CATEGORIES)
      .transform((text) => text.split(',').map((name) => name.trim()))
      .pipe(z.array(z.enum(BOT_CATEGORIES, CATEGORIES)).min(1, CATEGORIES))
      .describe('Categories, separated by commas, for example `ai_training,ai_data_provider`.'),
  },
  answer: {
    description: 'The lines.',
    data: z.object({
      text: z.string().describe('lines for a robots.txt'),
      bots: z.int().min(0).describe('how many bots they name'),
    }),
    example: {
      text: '# Bots of the category ai_training\nUser-agent: GPTBot\nDisallow: /\n',
      bots: 1,
    },
  },
});

import { groupFiguresSchema } from '@app/contracts';
import { FINDING_KINDS } from '@app/findings';
import { z } from 'zod';
import { FORMAT } from '../http/parameters.js';
import { listOf } from '../http/answer.js';
import { route } from '../http/route.js';
import { date } from '../reports/parameters.js';

const text = z.string().nullable();
const count = z.int().min(0).nullable();

const findingSchema = z.object({
  kind: z
    .enum(FINDING_KINDS)
    .describe(
      'silent_feed: a feed brings nothing any more; failing_page: a page answers errors to AI bots; stopped_bot: a bot that came regularly comes no more; spoofed_bot: others come in the name of a bot; automation: programs with the agents of browsers made a large part of the visits of a day; old_lists: the lists of addresses by which visits are verified are old',
    ),
  text: z.string().describe('the finding in one sentence, with its figures'),
  bot: text.describe('name of the bot'),
  page: text.describe('path of the page'),
  feed: text.describe('name of the feed'),
  group: text.describe('who came with the agents of browsers and was judged alike'),
  of_group: groupFiguresSchema.nullable().describe('what tells who that is'),
  since: z.iso.datetime().nullable().describe('since when it is so; of automation, the day'),
  visits: count.describe(
    'visits that led to it: errors, spoofed ones, or those of a group; 0 of a bot that stopped',
  ),
  of_visits: count.describe(
    'of how many visits, of a group those of all browsers on the day; of a bot that stopped, how many were to be expected',
  ),
});

export const FINDINGS = route({
  id: 'listFindings',
  tag: 'Reports',
  summary: 'What is worth a look',
  description:
    'At most three of each kind, from the last seven days and the weeks before them, of UTC. What makes other figures incomplete comes first. Small numbers are no findings. With `until`, they are those of seven days in the past.',
  method: 'GET',
  path: '/api/v1/websites/:id/findings',
  access: 'api',
  names: 'website',
  query: {
    until: date.describe(
      'The last of the seven days, a day of UTC that is over. What is told of feeds and of lists is so today, so it is left out. Default: today.',
    ),
    ...FORMAT,
  },
  answer: {
    description: 'The findings; none when nothing is odd.',
    ...listOf('findings', findingSchema),
    example: {
      findings: [
        {
          kind: 'failing_page',
          text: '/docs/old-guide answered 41 of 43 visits of AI bots with an error in the last 7 days.',
          ...{ bot: null, page: '/docs/old-guide', feed: null, group: null, since: null },
          ...{ of_group: null, visits: 41, of_visits: 43 },
        },
        {
          kind: 'stopped_bot',
          text: 'ClaudeBot has not come since 2026-11-16; about 96 visits would have been usual.',
          ...{ bot: 'ClaudeBot', page: null, feed: null, group: null },
          ...{ of_group: null, since: '2026-11-16T00:00:00.000Z', visits: 0, of_visits: 96 },
        },
      ],
    },
  },
});

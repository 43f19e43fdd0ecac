import { landingEntrySchema, landingsKnownSinceSchema, referersLoggedSchema } from '@app/contracts';
import { LANDING_COLUMNS } from '@app/storage';
import { pageOf } from '../http/answer.js';
import { FORMAT, integer, oneOf, text } from '../http/parameters.js';
import { route } from '../http/route.js';
import { orderParameters } from './list-order.js';
import { PAGE, PATH } from './parameters.js';
import { BY_UTC_DAYS, NOT_BY_DIMENSION, PEOPLE_KNOWN, report } from './report-route.js';

const LANDINGS = pageOf('landings', landingEntrySchema);

export const LANDINGS_REPORT = route({
  id: 'listLandingPages',
  summary: 'Pages that AI bots crawl, assistants read for an answer, and people come to',
  description:
    'Pages to which AI assistants sent somebody in the period, or which assistants and agents read while they answered somebody, with what other AI bots crawled of them. Reads are visits that were not found spoofed. Ordered by visits that were sent, then by reads for answers, the highest number first, then by path.',
  share: true,
  ...report('landings', {
    provider: text(2_048)
      .optional()
      .describe(
        'Counts only bots and assistants of this operator, for example `OpenAI`. Not with `source`.',
      ),
    source: text(2_048)
      .optional()
      .describe(
        'Counts only visits that this assistant sent, for example `ChatGPT`, as the report `referrals` names it, and reads by bots of its operator.',
      ),
    ...PATH,
    ...PAGE,
    only: oneOf(['content'])
      .optional()
      .describe(
        '`content` leaves out static files and what else is no content, as the report `pages` does. Default: all pages.',
      ),
    ...orderParameters(LANDING_COLUMNS),
    limit: integer(1, 1_000).default(100).describe('Maximum number of pages.'),
    ...FORMAT,
  }),
  lacks: { ...BY_UTC_DAYS, ...NOT_BY_DIMENSION, visitors: 'it is about AI bots only' },
  answer: {
    description: 'The pages.',
    ...LANDINGS,
    data: LANDINGS.data.extend({
      referers_logged: referersLoggedSchema,
      sent_known_since: landingsKnownSinceSchema,
      ...PEOPLE_KNOWN,
    }),
    example: {
      landings: [
        {
          path: '/pricing',
          crawled_visits: 61,
          answered_visits: 24,
          sent_visits: 9,
          people_visits: 7,
          undecided_visits: 1,
          not_judged_visits: 1,
        },
      ],
      referers_logged: true,
      sent_known_since: null,
      people_known_until: null,
      next_cursor: null,
    },
  },
});

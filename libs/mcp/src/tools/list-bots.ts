import {
  type BotEntry,
  botEntrySchema,
  COMPARED_COUNTS,
  comparedListShape,
  comparedRowShape,
} from '@app/contracts';
import { z } from 'zod';
import {
  BOTS,
  DIMENSION,
  EXACT_PATH,
  LIMIT,
  oneOf,
  PATH,
  VERIFICATION,
  VISITORS,
} from '../arguments.js';
import { tool } from '../tool.js';

const { pages_visited, last_seen, error_visits } = botEntrySchema.shape;
const LEFT_OUT = 'left out when it is not counted with these arguments';

export const LIST_BOTS = tool({
  name: 'list_bots',
  title: 'Bots',
  description:
    'Lists the bots that visited a website or a page, host or country of it, most visits first, with operator, category, errors, and how many visits came from addresses of the operator (verified_visits), from somebody else under its name (spoofed_visits), or cannot be decided. Use visitors=ai_bots for all AI bots. declared is true for a name that a bot gives itself. Undeclared automation are programs that say that they are browsers, known by what they did. With compare=previous each bot also has its counts of as many days right before; bots that came only then are not listed.',
  reads: 'report',
  path: 'bots',
  input: {
    ...{ ...BOTS, ...VISITORS, ...VERIFICATION, ...PATH, ...EXACT_PATH, ...DIMENSION },
    compare: oneOf(['previous']).optional().describe('previous: also the same length right before'),
    ...LIMIT,
  },
  list: 'bots',
  output: {
    bots: z.array(
      // The first visit of the period looks like the first one ever.
      botEntrySchema.omit({ first_seen: true }).extend({
        pages_visited: pages_visited
          .unwrap()
          .optional()
          .describe(`distinct paths this bot visited; ${LEFT_OUT}`),
        last_seen: last_seen.unwrap().optional().describe(`last visit in the period; ${LEFT_OUT}`),
        error_visits: error_visits
          .unwrap()
          .optional()
          .describe(`visits answered with a status of 400 or more; ${LEFT_OUT}`),
        ...comparedRowShape(COMPARED_COUNTS.bots),
      }),
    ),
    ...comparedListShape,
  },
  select: ({ bots, ...data }: { bots: BotEntry[] }) => ({
    ...data,
    bots: bots.map(withoutUncounted),
  }),
});

function withoutUncounted({ pages_visited, last_seen, error_visits, ...bot }: BotEntry) {
  return {
    ...bot,
    ...(pages_visited !== null && { pages_visited }),
    ...(last_seen !== null && { last_seen }),
    ...(error_visits !== null && { error_visits }),
  };
}

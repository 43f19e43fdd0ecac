import { EVENT_KINDS, eventSchema } from '@app/contracts';
import { z } from 'zod';
import { LIMIT, oneOf } from '../arguments.js';
import { tool } from '../tool.js';

export const LIST_EVENTS = tool({
  name: 'list_events',
  title: 'Events',
  description:
    'Lists what alerts found on a website within 400 days: new bots, unusual visits, errors, spoofed visits, silent feeds and more. Newest first; open ones have no closed_at.',
  reads: 'website',
  path: 'events',
  input: {
    kind: oneOf(EVENT_KINDS).optional().describe('only events of this kind'),
    open: z.boolean('must be true or false').default(false).describe('only open ones'),
    ...LIMIT,
  },
  list: 'events',
  output: {
    // Its sentence has texts of visitors in it, so only the figures are in the answer.
    events: z.array(
      eventSchema.pick({
        ...{ id: true, kind: true, subject: true, opened_at: true, seen_at: true },
        ...{ closed_at: true, figures: true },
      }),
    ),
  },
});

import { GROUP_KIND_NAMES, visitorGroupSchema } from '@app/contracts';
import { z } from 'zod';
import { limit, oneOf } from '../arguments.js';
import { tool } from '../tool.js';

export const LIST_AUTOMATION = tool({
  name: 'list_automation',
  title: 'Undeclared automation, and why',
  description:
    'Lists groups of visitors with the agents of browsers that were judged as automation on a UTC day, most visits first, and says why: where they came from, what they asked for, and what they were judged by. Every visit of Undeclared automation is in one group of its day. kind=undecided and kind=people tell what these visitors were judged by. Groups of the last two days may change.',
  reads: 'report',
  path: 'automation',
  input: {
    kind: oneOf(GROUP_KIND_NAMES)
      .optional()
      .describe('only groups of this kind; left out: all kinds of automation'),
    // A group is long.
    limit: limit(50, 10),
  },
  list: 'groups',
  // Its sentence may have the path of a visitor in it, so only what it is made of is in the answer.
  output: { groups: z.array(visitorGroupSchema) },
});

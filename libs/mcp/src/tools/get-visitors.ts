import { notJudgedSchema, visitorsOfDaySchema } from '@app/contracts';
import { z } from 'zod';
import { tool } from '../tool.js';

/** With more days an answer is long, and its reader mixes them up. */
const MOST_DAYS = 200;

export const GET_VISITORS = tool({
  name: 'get_visitors',
  title: 'Visitors by day',
  description:
    'Counts the visitors of a website on each UTC day: people, undecided, and automation, and says why visits of browsers are not judged, and what to log to change that. A visitor is an address with a user agent on one day, so never add days up: name the days, or their range.',
  reads: 'report',
  path: 'visitors',
  list: 'days',
  input: {},
  output: {
    days: z.array(
      visitorsOfDaySchema.pick({
        ...{ date: true, people_visitors: true, undecided_visitors: true },
        ...{ automation_visitors: true, not_judged_visits: true },
      }),
    ),
    not_judged: z.array(notJudgedSchema.omit({ reason: true })),
  },
  refuse: ({ days }: { days: readonly unknown[] }) =>
    days.length > MOST_DAYS
      ? `an answer has at most ${MOST_DAYS} days, not ${days.length}: choose fewer days`
      : undefined,
});

import { NOT_JUDGED, notJudgedSchema, periodSchema, visitorsOfDaySchema } from '@app/contracts';
import { z } from 'zod';
import { listOf } from '../http/answer.js';
import { FORMAT } from '../http/parameters.js';
import { route } from '../http/route.js';
import { NOT_BY_DIMENSION, report } from './report-route.js';

const VISITORS = listOf('days', visitorsOfDaySchema);

export const VISITORS_REPORT = route({
  id: 'getVisitors',
  summary: 'Visitors by day',
  description:
    'How many visitors came on each UTC day, by what they did, and why visits of browsers are not judged. A visitor is an address with a user agent on a UTC day. **Visitors of several days are never added up**: who comes on two days is a visitor of both, and nobody knows that it is the same one. The numbers of the last two days may change. As CSV it is the list of days, at most 1,100.',
  share: true,
  ...report('visitors', FORMAT),
  lacks: { timezone: 'visitors are counted by UTC days only', ...NOT_BY_DIMENSION },
  answer: {
    description: 'The days, ascending, and why visits are not judged, most visits first.',
    ...VISITORS,
    data: VISITORS.data.extend({ period: periodSchema, not_judged: z.array(notJudgedSchema) }),
    example: {
      period: { start: '2026-11-20', end: '2026-11-20' },
      days: [
        {
          date: '2026-11-20',
          people_visitors: 64,
          undecided_visitors: 17,
          automation_visitors: 21,
          not_judged_visits: 28,
          no_files_visits: 0,
          no_address_visits: 28,
          shared_address_visits: 0,
          no_key_visits: 0,
          no_evidence_visits: 0,
        },
      ],
      not_judged: [{ reason: 'no_address', visits: 28, ...NOT_JUDGED.no_address }],
    },
  },
});

import { trafficSummarySchema } from '@app/contracts';
import { DIMENSION, oneOf } from '../arguments.js';
import { tool } from '../tool.js';

export const GET_SUMMARY = tool({
  name: 'get_summary',
  title: 'Summary',
  description:
    'Counts all visits of a website, or of a host or country of it, in a period: by people, bots and AI bots, visits that AI assistants sent, verified and spoofed visits, and visits by status code. Visits with the agent of a browser are people_visits, undecided_visits (visitors did nothing that tells people and programs apart), automation_visits (among the bots), or not_judged_visits. With compare=previous also those of as many days right before; while the period is not over, compared has the part of it that is compared with the same hours before.',
  reads: 'report',
  path: 'summary',
  input: {
    ...DIMENSION,
    compare: oneOf(['previous']).optional().describe('previous: also the same length right before'),
  },
  output: trafficSummarySchema.omit({ period: true }).shape,
});

import { type RobotsReport, robotsReportSchema } from '@app/contracts';
import { BOTS, LIMIT, VISITORS } from '../arguments.js';
import { tool } from '../tool.js';

const { domain, days_without_text, llms_txt, limits_reached, bots } = robotsReportSchema.shape;

/** How many samples a bot has beside others. They are half of the answer otherwise. */
const FEW = 2;

export const GET_ROBOTS = tool({
  name: 'get_robots',
  title: 'Who keeps to robots.txt',
  description:
    'Tells for each bot what the robots.txt of a website allows it, and how many of its visits were to pages that the text of their day did not allow (disallowed_visits), with samples (more of them with bot), most of these visits first. Spoofed visits came in its name from somebody else. Visits on days_without_text are not judged.',
  reads: 'report',
  path: 'robots',
  input: { ...BOTS, ...VISITORS, ...LIMIT },
  list: 'bots',
  select: (report: RobotsReport, { bot }) => (bot === undefined ? withFewSamples(report) : report),
  output: { domain, days_without_text, llms_txt, limits_reached, bots },
});

const withFewSamples = ({ bots, ...report }: RobotsReport) => ({
  ...report,
  bots: bots.map((bot) => ({ ...bot, samples: bot.samples.slice(0, FEW) })),
});

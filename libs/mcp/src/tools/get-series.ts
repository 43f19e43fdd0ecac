import {
  GROUPINGS,
  type Interval,
  INTERVALS,
  type SeriesGroup,
  type SeriesPoint,
  type Visitors,
} from '@app/contracts';
import { z } from 'zod';
import {
  BOTS,
  choosesBots,
  DIMENSION,
  EXACT_PATH,
  oneOf,
  VERIFICATION,
  VISITORS,
} from '../arguments.js';
import { tool } from '../tool.js';

/** With more steps an answer is long, and its reader mixes them up. */
const MOST_STEPS = 200;

/** Those of people, which are left out when only bots are counted. */
const OF_PEOPLE = [
  'human_visits',
  'people_visits',
  'undecided_visits',
  'not_judged_visits',
  'automation_visits',
] as const;
const OF_BOTS = ['bot_visits', 'ai_bot_visits', 'spoofed_visits'] as const;
type Count = (typeof OF_PEOPLE | typeof OF_BOTS)[number];
/** No bot, provider, category or status has parentheses in its name. */
const ALL_OTHERS = '(all others)';

interface Series {
  series: SeriesPoint[];
  groups?: SeriesGroup[];
}

const total = z.int().min(0);
const byVisitor = (what: string) =>
  total.optional().describe(`${what}; left out when only bots are counted`);

export const GET_SERIES = tool({
  name: 'get_series',
  title: 'Visits over time',
  description:
    'Counts visits by hour, day, week or month, of all visitors or of some bots, one page, host or country, also by bot or status code (group_by). Each step has its start and the counts that columns names. For what happened at an hour, take interval=hour and start_date and end_date of its day.',
  reads: 'report',
  path: 'timeseries',
  input: {
    interval: oneOf(INTERVALS).default('day').describe('length of a step'),
    group_by: oneOf(GROUPINGS)
      .optional()
      .describe(
        'also the ten largest groups: bots by bot, provider or category; all visits by status',
      ),
    ...{ ...BOTS, ...VISITORS, ...VERIFICATION, ...EXACT_PATH, ...DIMENSION },
  },
  list: 'steps',
  output: {
    totals: z
      .object({
        human_visits: total
          .optional()
          .describe(
            'visits of browsers that are not known to be of automation: people, undecided, and not judged; left out when only bots are counted',
          ),
        people_visits: byVisitor('visits by people'),
        undecided_visits: byVisitor('visits that may be of people or of programs'),
        not_judged_visits: byVisitor('visits of browsers whose visitors could not be judged'),
        automation_visits: byVisitor('visits by undeclared automation, which are in bot_visits'),
        bot_visits: total
          .optional()
          .describe('visits by bots, AI bots included; left out with visitors=ai_bots'),
        ai_bot_visits: total.describe('visits by AI bots'),
        spoofed_visits: total.describe('visits under the name of a bot by somebody else'),
      })
      .describe('sums of all steps'),
    groups: z
      .record(z.string(), total)
      .optional()
      .describe('sums of the groups, only with group_by'),
    columns: z
      .array(z.string())
      .describe('what the values of a step are; counts that are 0 in all steps are left out'),
    steps: z
      .array(z.array(z.union([z.string(), total, z.record(z.string(), total)])))
      .describe(
        'start of the step in UTC (2026-11-20, or 2026-11-20T13 for an hour), its counts, and the groups that have visits in it',
      ),
  },
  refuse: ({ series }: Series, { interval }) =>
    series.length > MOST_STEPS ? tooManySteps(series.length, interval) : undefined,
  select: (data: Series, args) => stepsOf(data, countsWith(args)),
});

/** Returns the counts that say something with these arguments, and nothing twice. */
function countsWith(args: { visitors?: Visitors | undefined }) {
  if (!choosesBots(args)) return [...OF_PEOPLE, ...OF_BOTS];
  return OF_BOTS.slice(args.visitors === 'ai_bots' ? 1 : 0);
}

function tooManySteps(steps: number, interval: Interval): string {
  const longer = INTERVALS[INTERVALS.indexOf(interval) + 1];
  const remedy =
    longer === undefined ? 'choose fewer days' : `choose interval=${longer}, or fewer days`;
  return `interval=${interval} has ${steps} steps on these days, and an answer has at most ${MOST_STEPS}: ${remedy}`;
}

function stepsOf({ series, groups }: Series, counts: readonly Count[]) {
  const known = counts.filter((name) => series.every((point) => point[name] !== null));
  const sum = (name: Count) => series.reduce((sum, point) => sum + (point[name] ?? 0), 0);
  const totals = Object.fromEntries(known.map((name) => [name, sum(name)]));
  // Where nobody is judged, all visits of browsers would stand there twice.
  const isTwice = (name: Count) =>
    name === 'not_judged_visits' && totals[name] === totals.human_visits;
  const shown = known.filter((name) => totals[name] !== 0 && !isTwice(name));
  return {
    totals,
    ...(groups && { groups: byName(groups, ({ visits }) => visits) }),
    columns: ['start', ...shown, ...(groups ? ['groups'] : [])],
    steps: series.map((point, at) => [
      // A date, or a date with its hour: YYYY-MM-DDThh.
      point.date.slice(0, 13),
      ...shown.map((name) => point[name] ?? 0),
      ...(groups ? [byName(groups, ({ series }) => series[at] ?? 0)] : []),
    ]),
  };
}

/** Returns the visits of groups by their names, without those that have none. */
function byName(groups: readonly SeriesGroup[], visitsOf: (group: SeriesGroup) => number) {
  const visits = groups.map((group) => [group.name ?? ALL_OTHERS, visitsOf(group)] as const);
  return Object.fromEntries(visits.filter(([, count]) => count > 0));
}

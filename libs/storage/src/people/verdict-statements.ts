import { compose } from '../compose/compose.js';
import { Parameter, sql } from '../compose/sql.js';

const WEBSITE = new Parameter('website', 'integer', 'website');
const BEGIN = new Parameter('begin', 'timestamptz', 'begin of the UTC day');
const AUTOMATION_BOT = new Parameter('automationBot', 'integer', 'the bot of automation');
const BUCKETS = new Parameter('buckets', 'timestamptz[]', 'buckets');
const PEOPLE = new Parameter('people', 'bigint[]', 'for each of them the visits of people');
const UNDECIDED = new Parameter('undecided', 'bigint[]', 'of undecided visitors');
const AUTOMATION = new Parameter('automation', 'bigint[]', 'of automation');
const ERRORS = new Parameter('errors', 'bigint[]', 'those of automation that are errors');
const FIRST = new Parameter(
  'first',
  'float8[]',
  'the first moment of automation (milliseconds after the begin of the day)',
);
const LAST = new Parameter('last', 'float8[]', 'the last one');

/** The statements about the verdicts of a day in one of the tables. */
const about = (grain: 'hour' | 'day', table: 'people_hourly' | 'people_daily') => ({
  replace: compose(
    `people/replace_${grain}s`,
    `Replaces the verdicts on the visits of a website on a UTC day, by ${grain}.`,
    sql`INSERT INTO ${table} AS t (website_id, bucket, bot_id, visits, error_visits, first_seen, last_seen, people_visits,
  undecided_visits)
SELECT ${WEBSITE}, bucket, v.bot_id, v.visits, v.errors, v.first_seen, v.last_seen, v.people, v.undecided
FROM unnest(${BUCKETS}, ${PEOPLE}, ${UNDECIDED}, ${AUTOMATION}, ${ERRORS}, ${FIRST}, ${LAST})
  AS u (bucket, people, undecided, automation, errors, first, last)
  CROSS JOIN LATERAL (VALUES
    (0, -automation, -errors, NULL::timestamptz, NULL::timestamptz, u.people, u.undecided),
    (${AUTOMATION_BOT}, automation, errors, ${BEGIN} + first * INTERVAL '1 millisecond',
      ${BEGIN} + last * INTERVAL '1 millisecond', NULL::bigint, NULL::bigint)
  ) AS v (bot_id, visits, errors, first_seen, last_seen, people, undecided)
ON CONFLICT (website_id, bucket, bot_id) DO UPDATE SET visits = excluded.visits, error_visits = excluded.error_visits,
  first_seen = excluded.first_seen, last_seen = excluded.last_seen, people_visits = excluded.people_visits,
  undecided_visits = excluded.undecided_visits
WHERE (t.visits, t.error_visits, t.first_seen, t.last_seen, t.people_visits, t.undecided_visits)
  IS DISTINCT FROM (excluded.visits, excluded.error_visits, excluded.first_seen, excluded.last_seen,
    excluded.people_visits, excluded.undecided_visits)`,
    [WEBSITE],
  ),
  forget: compose(
    `people/forget_${grain}s`,
    `Forgets the verdicts on a website and UTC day, by ${grain}. Its visits are not judged then.`,
    sql`DELETE FROM ${table}
WHERE website_id = ${WEBSITE} AND bucket >= ${BEGIN} AND bucket < ${BEGIN} + INTERVAL '24 hours'`,
    [WEBSITE],
  ),
});

/** Verdicts are counted by hour, and by day for reports of whole days. */
export const VERDICT_STATEMENTS = [
  about('hour', 'people_hourly'),
  about('day', 'people_daily'),
] as const;

import { compose } from '../../compose/compose.js';
import { list, sql } from '../../compose/sql.js';
import { sum } from './counts.js';
import { shown } from './lists.js';
import { FROM, TO, WEBSITE, WEBSITES } from './parameters.js';
import { whole } from './rows.js';

const OF_DAYS = sql`website_id = ${WEBSITE} AND bucket >= ${FROM} AND bucket < ${TO}`;
/** Why visits were not judged when they were stored. */
const REASONS = ['no_address', 'shared_address', 'no_key'];

/** A log without files tells nobody who reads: then neither people nor undecided visitors are known. */
const known = (verdict: string) =>
  `CASE WHEN j.people + j.undecided > 0 OR j.no_files = 0 THEN j.${verdict} END AS ${verdict}_visitors`;

export const VISITORS = compose(
  'reports/visitors',
  'Visitors by UTC day and verdict, and visits of browsers that are not judged, by reason. Only days with visits of browsers.',
  sql`WITH browsers AS (
  SELECT bucket, (${sum('visits')} - ${sum('people_visits')} - ${sum('undecided_visits')})::bigint AS not_judged_visits
  FROM (
    ${whole('day', {
      of: 'traffic',
      columns: ['bucket', 'visits', 'people_visits', 'undecided_visits'],
      where: sql`website_id = ${WEBSITE} AND bot_id = 0`,
    })}
  ) counted
  GROUP BY bucket
), reasons AS (
  SELECT bucket, ${list(REASONS.map((reason) => `sum(${reason})::bigint AS ${reason}`))}
  FROM unjudged_daily
  WHERE ${OF_DAYS}
  GROUP BY bucket
)
SELECT extract(epoch FROM bucket)::bigint AS bucket,
  ${list(['people', 'undecided', 'automation'].map(known))},
  not_judged_visits, coalesce(j.no_files, 0) AS no_files_visits,
  ${list(REASONS.map((reason) => `coalesce(r.${reason}, 0) AS ${reason}_visits`))}
FROM browsers LEFT JOIN reasons r USING (bucket)
  LEFT JOIN (SELECT * FROM judged_days WHERE ${OF_DAYS}) j USING (bucket)
ORDER BY bucket`,
  [WEBSITE, FROM, TO],
);

export const PEOPLE_KNOWN_UNTIL = compose(
  'reports/people_known_until',
  'The moment from which on lists about some websites do not tell people, because there were too many visits on a day; null when they tell all.',
  sql`SELECT ${shown("min(bucket + listed_hours * INTERVAL '1 hour') AT TIME ZONE 'UTC'")} AS until
FROM judged_days
WHERE website_id = ANY (${WEBSITES}) AND listed_hours < 24
  AND bucket + listed_hours * INTERVAL '1 hour' >= ${FROM} AND bucket + listed_hours * INTERVAL '1 hour' < ${TO}`,
  [WEBSITES],
);

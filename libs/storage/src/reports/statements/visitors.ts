import { compose } from '../../compose/compose.js';
import { list, sql } from '../../compose/sql.js';
import { sum } from './counts.js';
import { FROM, TO, WEBSITE } from './parameters.js';
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

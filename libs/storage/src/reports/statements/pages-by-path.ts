import { compose } from '../../compose/compose.js';
import { list, Parameter, type Sql, sql } from '../../compose/sql.js';
import { VERDICTS } from '../../roll-ups/measures.js';
import { PEOPLE_COLUMNS } from '../../roll-ups/roll-ups.js';
import { SETS_WITH_VERIFICATION } from './bots.js';
import {
  AI_BOTS,
  EXACT,
  OF_AUTOMATION,
  sum,
  summed,
  VERDICT_COUNTS,
  VISITS_WITH,
} from './counts.js';
import { BY_VISITOR, COUNTED, COUNTS, JUDGED, NOT_JUDGED, OF_DIGESTS } from './pages.js';
import { DIGESTS, otherDays, SETS } from './page-rows.js';
import { BOTS, WEBSITE } from './parameters.js';

const PATHS = new Parameter('paths', 'text[]', 'paths');

/** The pages that are asked for, and those of each part of the sets of bots. */
const CHOSEN = sql`chosen AS MATERIALIZED (
  SELECT p.id AS page_id, p.path, o.position / 8192 AS part
  FROM pages p LEFT JOIN page_positions o ON o.website_id = ${WEBSITE} AND o.page_id = p.id
  WHERE p.website_id = ${WEBSITE} AND p.path = ANY (${PATHS})
), parts AS MATERIALIZED (
  SELECT part, array_agg(page_id) AS wanted_ids FROM chosen GROUP BY part
)`;
const IS_CHOSEN = sql`page_id IN (SELECT page_id FROM chosen)`;

/** An array that is taken out of its row once, because many pages are looked up in it. */
const takenOut = (name: string) => `${name} || '{}' AS ${name}`;

/** Rows whose arrays have the counts of many pages, in the order of page ids. */
interface RowsOfPages<Names extends string> {
  columns: readonly string[];
  counts: readonly string[];
  /** The rows, each with `wanted_ids`: the pages that are looked up in it. */
  from: Sql<Names>;
  wantedIds: string;
}

/** Rows of the chosen pages. A page is looked up and not joined, because the arrays are long. */
const lookedUp = <Names extends string>({
  columns,
  counts,
  from,
  wantedIds,
}: RowsOfPages<Names>) => sql`SELECT ${list([...columns, 'page_id', ...counts.map((count) => `${count}[at] AS ${count}`)])}
FROM (
  SELECT ${list([...columns, `${wantedIds} AS wanted_ids`, ...['page_ids', ...counts].map(takenOut)])}
  FROM ${from}
  -- Without it, the arrays would be taken out anew for each page.
  OFFSET 0
) f CROSS JOIN LATERAL (
  SELECT page_id, width_bucket(page_id, f.page_ids) AS at FROM unnest(f.wanted_ids) AS page_id OFFSET 0
) found
WHERE page_ids[at] = page_id`;

export const PAGES_BY_PATH = compose(
  'reports/pages_by_path',
  `Visits to each of some pages.\n${EXACT}\n${AI_BOTS}`,
  sql`WITH ${CHOSEN}, counted AS (
  ${lookedUp({
    columns: [],
    counts: OF_DIGESTS,
    from: DIGESTS,
    wantedIds: '(SELECT array_agg(page_id) FROM chosen)',
  })}
  UNION ALL
  SELECT page_id, ${list([...BY_VISITOR, ...VERDICTS, 'error_visits', ...PEOPLE_COLUMNS])}
  FROM (
    ${otherDays(['bot_id', 'page_id', ...COUNTS, ...PEOPLE_COLUMNS], IS_CHOSEN)}
  ) p
)
SELECT c.path, ${list([...[...COUNTED, ...JUDGED].map(summed), NOT_JUDGED])}
FROM counted JOIN chosen c USING (page_id)
GROUP BY c.path`,
  [WEBSITE],
);

const OF_CHOSEN_BOTS = sql`bot_id = ANY (${BOTS}) AND ${IS_CHOSEN}`;

/** Rows of the chosen pages and bots. */
function ofBots<Names extends string>(
  counts: readonly string[],
  where: Sql<Names>,
  prefix: 'judged_' | '',
) {
  return sql`${lookedUp({
    columns: ['bot_id'],
    counts,
    from: sql`${SETS}
JOIN parts USING (part)
WHERE ${where}`,
    wantedIds: 'wanted_ids',
  })}
UNION ALL
${otherDays(['bot_id', 'page_id', ...counts], OF_CHOSEN_BOTS, prefix)}`;
}

const IS_AI = 'bot_id IN (SELECT bot_id FROM ai_bots)';

export const PAGES_BY_PATH_OF_BOTS = compose(
  'reports/pages_by_path_of_bots',
  `Visits of some bots to each of some pages.\n${EXACT}`,
  sql`WITH ${CHOSEN}, counted AS (
  ${ofBots(COUNTS, sql`s.bot_id = ANY (${BOTS})`, 'judged_')}
)
SELECT c.path, ${list([
    `${sum('visits')}::bigint AS bot_visits`,
    `${sum('visits', IS_AI)}::bigint AS ai_bot_visits`,
    ...VERDICT_COUNTS,
    summed('error_visits'),
    `${sum('visits', OF_AUTOMATION)}::bigint AS automation_visits`,
  ])}
FROM counted JOIN chosen c USING (page_id)
GROUP BY c.path`,
  [WEBSITE],
);

export const PAGES_BY_PATH_OF_VERIFICATION = compose(
  'reports/pages_by_path_of_verification',
  'Visits of some bots with one verification to each of some pages.',
  sql`WITH ${CHOSEN}, counted AS (
  SELECT bot_id, page_id, ${VISITS_WITH} AS visits
  FROM (
    ${ofBots(['visits', ...VERDICTS], SETS_WITH_VERIFICATION, '')}
  ) p
)
SELECT c.path, ${list([`${sum('visits')}::bigint AS bot_visits`, `${sum('visits', IS_AI)}::bigint AS ai_bot_visits`])}
FROM counted JOIN chosen c USING (page_id)
GROUP BY c.path`,
  [WEBSITE],
);

import { compose } from '../../compose/compose.js';
import { list, type Sql, sql } from '../../compose/sql.js';
import { VERDICTS } from '../../roll-ups/measures.js';
import { EXACT, OF_AUTOMATION, OF_BOTS, summed, VISITS_WITH } from './counts.js';
import { shown } from './lists.js';
import { declaredNames, NAMED_FROM, NAMED_TO } from './names.js';
import { BOTS_ADDED_UP, PARTS_OF_BOTS } from './packed.js';
import { OF_PAGES, ofSets, otherDays, SETS } from './page-rows.js';
import { BOTS, FROM, LIMIT, PAGE, PATH, TO, VERIFICATION, WEBSITE } from './parameters.js';
import { edges, measureIn, whole } from './rows.js';
import { forEachSource } from './sources.js';

const COUNTS = ['visits', 'error_visits', ...VERDICTS] as const;
const TIMES = ['first_seen', 'last_seen'] as const;
const SUMS = COUNTS.map(summed);
const BOUNDS = ['min(first_seen) AS first_seen', 'max(last_seen) AS last_seen'];
const NO_TIMES = TIMES.map((time) => `NULL AS ${time}`);
const NOT_PEOPLE = sql`website_id = ${WEBSITE} AND bot_id <> 0 AND ${OF_BOTS}`;

/** Bots with their names, over rows `r` by `bot_id`, most visits first. */
const named = <const Counts extends readonly string[], Names extends string>(
  counts: Counts,
  rows: Sql<Names>,
) => sql`SELECT ${list(['b.id', 'b.name', 'b.provider', 'b.declared', 'b.category', ...counts])}
FROM ${rows}
ORDER BY r.visits DESC, b.name COLLATE "C", b.id
LIMIT ${LIMIT}`;

export const BOTS_REPORT = compose(
  'reports/bots',
  `Visits and distinct paths by bot over whole days.\n${EXACT}`,
  sql`WITH visits AS (
  SELECT bot_id, ${list([...SUMS, ...BOUNDS])}
  FROM (
    ${whole('day', {
      of: 'traffic',
      columns: ['bot_id', ...COUNTS, ...TIMES],
      where: NOT_PEOPLE,
    })}
  ) counted
  GROUP BY bot_id
), names AS MATERIALIZED (
  SELECT v.bot_id, reported_bot(v.bot_id, v.visits, d.id, d.bot_id, d.category) AS reported
  FROM visits v LEFT JOIN declared_bots d ON d.id = v.bot_id
), sets AS MATERIALIZED (
  SELECT n.reported AS bot_id, part, bit_or(pages) AS pages
  FROM ${SETS}
  JOIN names n ON n.bot_id = s.bot_id
  GROUP BY n.reported, part
), pairs AS (
  SELECT DISTINCT n.reported AS bot_id, page_id
  FROM (
    ${otherDays(['bot_id', 'page_id'], sql`bot_id <> 0`)}
  ) p JOIN names n USING (bot_id)
), counted AS (
  SELECT bot_id, bit_count(pages) AS pages FROM sets
  UNION ALL
  -- Pages of the other days, unless a set has them. A page without a position is in no set.
  SELECT pairs.bot_id, count(*)
  FROM pairs LEFT JOIN page_positions o ON o.page_id = pairs.page_id AND o.website_id = ${WEBSITE}
    LEFT JOIN sets ON sets.bot_id = pairs.bot_id AND sets.part = position / 8192
  WHERE sets.pages IS NULL OR get_bit(sets.pages, position % 8192) = 0
  GROUP BY pairs.bot_id
), reports AS (
  SELECT n.reported AS bot_id, ${list([...SUMS, ...BOUNDS])}
  FROM visits JOIN names n USING (bot_id)
  GROUP BY n.reported
), pages AS (
  SELECT bot_id, sum(pages)::bigint AS pages_visited FROM counted GROUP BY bot_id
)
${named(
  [
    ...COUNTS.map((count) => `r.${count}`),
    'coalesce(p.pages_visited, 0) AS pages_visited',
    ...TIMES.map((time) => `${shown(`r.${time}`)} AS ${time}`),
  ],
  sql`reports r JOIN known_bots b ON b.id = r.bot_id LEFT JOIN pages p USING (bot_id)`,
)}`,
  [WEBSITE, FROM, TO],
);

/** A column that is not counted by verification. */
const unlessChosen = (column: string, as: string) =>
  sql`CASE WHEN ${VERIFICATION} IS NULL THEN ${column} END AS ${as}`;

export const BOTS_OF_HOURS = forEachSource(({ of, suffix, about, where }) =>
  compose(
    `reports/bots_of_hours${suffix}`,
    `Visits by bot over whole hours: the UTC days between are read as days, the edges as hours. Pages are not counted by hour. Errors and times are not counted by verification.${about}\n${EXACT}`,
    sql`WITH visits AS (
  SELECT bot_id, sum(${VISITS_WITH}::float8) AS visits,
    ${list([...COUNTS.slice(1).map((count) => `sum(${count}::float8) AS ${count}`), ...BOUNDS])}
  FROM (
    ${edges({
      of,
      columns: ['bot_id', ...[...COUNTS, ...TIMES].map((measure) => measureIn(of, measure))],
      where: sql`${NOT_PEOPLE} AND ${where}`,
    })}
  ) counted
  GROUP BY bot_id
), reports AS (
  SELECT coalesce(n.reported, v.bot_id) AS bot_id, ${list([...SUMS, ...BOUNDS])}
  FROM visits v LEFT JOIN (
    ${declaredNames(NAMED_FROM, NAMED_TO)}
  ) n USING (bot_id)
  GROUP BY coalesce(n.reported, v.bot_id)
)
SELECT b.id, b.name, b.provider, b.declared, b.category, r.visits, NULL AS pages_visited,
  ${unlessChosen('r.error_visits', 'error_visits')},
  ${list(VERDICTS.map((verdict) => `r.${verdict}`))},
  ${unlessChosen(shown('r.first_seen'), 'first_seen')},
  ${unlessChosen(shown('r.last_seen'), 'last_seen')}
FROM reports r JOIN known_bots b ON b.id = r.bot_id
WHERE r.visits > 0
ORDER BY r.visits DESC, b.name COLLATE "C", b.id
LIMIT ${LIMIT}`,
    [WEBSITE],
  ),
);

/**
 * Common table expressions of what was added up before, under the names that bots are reported as:
 * `sums` with counts, and `parts` with pages as bits.
 */
const ADDED_UP = sql`sums AS (
  SELECT coalesce(n.reported, a.bot_id) AS bot_id, ${list(COUNTS)}
  FROM (
    ${BOTS_ADDED_UP}
  ) a LEFT JOIN names n USING (bot_id)
), parts AS MATERIALIZED (
  SELECT coalesce(n.reported, a.bot_id) AS bot_id, part, bit_or(pages) AS pages
  FROM (
    ${PARTS_OF_BOTS}
  ) a LEFT JOIN names n USING (bot_id)
  GROUP BY 1, 2
)`;

/** Whether a page of a row is in no part. A page without a position is in none. */
const IS_ELSEWHERE = 'parts.pages IS NULL OR get_bit(parts.pages, position % 8192) = 0';
const WITH_PARTS = (
  row: string,
) => sql`LEFT JOIN page_positions o ON o.website_id = ${WEBSITE} AND o.page_id = ${row}.page_id
    LEFT JOIN parts ON parts.bot_id = ${row}.bot_id AND parts.part = position / 8192`;

export const BOTS_OF_PATH = compose(
  'reports/bots_of_path',
  `Visits and distinct paths by bot below a path, or of one page. What was added up before is of these pages only.\n${EXACT}`,
  sql`WITH names AS MATERIALIZED (
  ${declaredNames(FROM, TO)}
), ${ADDED_UP}, counted AS (
  ${ofSets(COUNTS, OF_BOTS)}
  UNION ALL
  ${otherDays(['bot_id', 'page_id', ...COUNTS], sql`bot_id <> 0 AND ${OF_BOTS}`)}
), below AS (
  SELECT coalesce(n.reported, c.bot_id) AS bot_id, page_id,
    ${list(COUNTS.map((count) => `sum(${count}::float8) AS ${count}`))}
  FROM counted c LEFT JOIN names n USING (bot_id)
  WHERE ${OF_PAGES}
  GROUP BY coalesce(n.reported, c.bot_id), page_id
), all_below AS (
  SELECT bot_id, 0 AS pages, ${list(COUNTS)} FROM sums
  UNION ALL
  SELECT bot_id, bit_count(pages), ${list(COUNTS.map(() => '0'))} FROM parts
  UNION ALL
  SELECT below.bot_id, CASE WHEN ${IS_ELSEWHERE} THEN 1 ELSE 0 END, ${list(COUNTS.map((count) => `below.${count}`))}
  FROM below ${WITH_PARTS('below')}
), bots_below AS (
  SELECT bot_id, sum(pages)::bigint AS pages_visited, ${list(SUMS)}
  FROM all_below
  GROUP BY bot_id
)
${named(
  [...COUNTS.map((count) => `r.${count}`), 'r.pages_visited', ...NO_TIMES],
  sql`bots_below r JOIN known_bots b ON b.id = r.bot_id`,
)}`,
  [WEBSITE, FROM, TO],
);

/** Most sets have no array of the verification. Nobody verifies who says to be a browser. */
export const SETS_WITH_VERIFICATION = sql`s.bot_id = ANY (${BOTS}) AND NOT s.${OF_AUTOMATION} AND (${VERIFICATION} = 'not_checked' OR CASE ${VERIFICATION}
  WHEN 'verified' THEN s.verified_visits WHEN 'spoofed' THEN s.spoofed_visits ELSE s.unverifiable_visits
END IS NOT NULL)`;

export const BOTS_OF_VERIFICATION = compose(
  'reports/bots_of_verification',
  `Visits with one verification and their distinct paths, by bot, over whole days. Errors and times are not counted by verification.\n${EXACT}`,
  sql`WITH names AS MATERIALIZED (
  ${declaredNames(FROM, TO)}
), ${ADDED_UP}, counted_pages AS (
  -- A bot may have several rows for a page, some of them with 0 visits.
  SELECT bot_id, page_id, ${VISITS_WITH} AS visits
  FROM (
    ${ofSets(['visits', ...VERDICTS], SETS_WITH_VERIFICATION)}
    UNION ALL
    ${otherDays(['bot_id', 'page_id', 'visits', ...VERDICTS], OF_BOTS, '')}
  ) p
), paged AS (
  SELECT coalesce(n.reported, v.bot_id) AS bot_id, v.page_id, v.visits
  FROM counted_pages v LEFT JOIN names n ON n.bot_id = v.bot_id
), pages_elsewhere AS (
  SELECT bot_id, page_id, sum(visits) AS visits
  FROM paged
  WHERE visits > 0 AND ${OF_PAGES}
  GROUP BY bot_id, page_id
), pages_of_bots AS (
  SELECT bot_id, sum(visits)::bigint AS visits, sum(pages)::bigint AS pages_visited
  FROM (
    SELECT bot_id, visits, 0 AS pages FROM sums
    UNION ALL
    SELECT bot_id, 0, bit_count(pages) FROM parts
    UNION ALL
    SELECT e.bot_id, visits, CASE WHEN ${IS_ELSEWHERE} THEN 1 ELSE 0 END
    FROM pages_elsewhere e ${WITH_PARTS('e')}
  ) p
  GROUP BY bot_id
), traffic AS (
  -- Visits beyond the bound on distinct paths have no page.
  SELECT coalesce(n.reported, t.bot_id) AS bot_id, sum(${VISITS_WITH}::float8)::bigint AS visits
  FROM (
    ${whole('day', {
      of: 'traffic',
      columns: ['bot_id', 'visits', ...VERDICTS],
      where: sql`website_id = ${WEBSITE} AND ${OF_BOTS} AND ${PATH} IS NULL AND ${PAGE} IS NULL`,
      isWithoutVerdicts: true,
    })}
  ) t LEFT JOIN names n USING (bot_id)
  GROUP BY coalesce(n.reported, t.bot_id)
), counted AS (
  SELECT bot_id, CASE WHEN ${PATH} IS NULL AND ${PAGE} IS NULL THEN t.visits ELSE p.visits END AS visits,
    coalesce(pages_visited, 0) AS pages_visited
  FROM traffic t FULL JOIN pages_of_bots p USING (bot_id)
)
${named(
  ['r.visits', 'r.pages_visited', 'NULL AS error_visits', ...NO_TIMES],
  sql`counted r JOIN known_bots b ON b.id = r.bot_id AND r.visits > 0`,
)}`,
  [WEBSITE, FROM, TO],
);

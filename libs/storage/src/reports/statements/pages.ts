import { compose } from '../../compose/compose.js';
import { list, NOTHING, Parameter, type Sql, sql } from '../../compose/sql.js';
import { PACKED_OF_PAGE } from '../../roll-ups/make-page-digest.js';
import { VERDICTS } from '../../roll-ups/measures.js';
import { PEOPLE_COLUMNS } from '../../roll-ups/roll-ups.js';
import { SETS_WITH_VERIFICATION } from './bots.js';
import {
  AI_BOTS,
  EXACT,
  OF_AUTOMATION,
  OF_BOTS,
  PEOPLE_COUNTS,
  peopleCounts,
  SCANNERS,
  sum,
  summed,
  TOTALS,
  VERDICT_COUNTS,
  VISITS_WITH,
} from './counts.js';
import { isContent } from './content-paths.js';
import { orderedList } from './ordered-list.js';
import { pagesBefore } from './packed.js';
import { DIGESTS, OF_PAGES, ofSets, otherDays } from './page-rows.js';
import {
  BOTS,
  DAYS,
  INTERVAL,
  PAGE,
  RECENT_FROM,
  RECENT_TO,
  STARTS,
  VERIFICATION,
  WEBSITE,
} from './parameters.js';

const AI = new Parameter(
  'ai',
  'text',
  'none for pages that no AI bot visited, some for the others, null for all',
);

/** What is counted of a page by bot. */
export const COUNTS = ['visits', ...VERDICTS, 'error_visits'] as const;
/** What is counted of a page. */
export const COUNTED = [
  'bot_visits',
  'human_visits',
  'ai_bot_visits',
  ...VERDICTS,
  'error_visits',
] as const;
/** The verdicts on visitors that digests and rows of days have. */
export const JUDGED = [...PEOPLE_COLUMNS, 'automation_visits'] as const;
/** The counts that a list can be ordered by, as the API names them. */
const SHOWN = [...COUNTED, ...PEOPLE_COUNTS] as const;
/** What is left of the visits of browsers. */
export const NOT_JUDGED = `(${sum('human_visits')} - ${sum('people_visits')} - ${sum('undecided_visits')})::bigint AS not_judged_visits`;

/** Every page that is counted has a path. */
export const PATH_OF_PAGE = {
  column: 'p.path',
  as: 'path',
  from: (row: string) =>
    sql`FROM pages p WHERE p.website_id = ${WEBSITE} AND p.id = ${row}.page_id`,
};

const AI_SET = sql`ai AS MATERIALIZED (
  SELECT bot_id FROM ai_bots
)`;
const IS_AI = 'bot_id IN (SELECT bot_id FROM ai)';

/** Visits of a kind, of a row of a bot. */
const when = (condition: string, as: string) =>
  `CASE WHEN ${condition} THEN visits ELSE 0 END AS ${as}`;

/** Who visited, as columns of a row of a bot. */
export const BY_VISITOR: readonly string[] = [
  when('bot_id <> 0', 'bot_visits'),
  when('bot_id = 0', 'human_visits'),
  when('bot_id IN (SELECT bot_id FROM ai_bots)', 'ai_bot_visits'),
  when(OF_AUTOMATION, 'automation_visits'),
];

/** What digests have of a page, in the order in which rows of other days have it. */
export const OF_DIGESTS = PACKED_OF_PAGE;

/** The counts that lists of content need in addition. */
const scannedIf = <const Counts extends readonly string[]>(
  isContent: unknown,
  counts: Counts,
): readonly (Counts[number] | 'scanner_visits')[] =>
  isContent === undefined ? counts : [...counts, 'scanner_visits'];

/** Digests have what each page counts of everybody. */
const digests = <Names extends string>(
  more: Sql<Names>,
) => sql`SELECT ${list(['unnest(d.page_ids) AS page_id', ...OF_DIGESTS.map((count) => `unnest(d.${count}) AS ${count}`)])}${more}
FROM ${DIGESTS}`;

/** Which pages lists have. */
export interface ListedPages {
  /** The start of the names of the statements. */
  prefix: string;
  /** For the header of the statements. */
  about: string;
  /**
   * Adds pieces to the lists of content: what only programs ask for is left out, and so are pages that
   * nobody but security scanners asked for.
   */
  ifContent: <Names extends string>(piece: Sql<Names>) => Sql<Names>;
  whereText?: (column: string) => string;
}

export const ALL: ListedPages = { prefix: '', about: '', ifContent: () => NOTHING };
const CONTENT: ListedPages = {
  prefix: 'content_',
  about:
    ' Only content: no static files, feeds and other files of programs, and no pages that only security scanners asked for.',
  ifContent: (piece) => piece,
  whereText: isContent,
};

const SCANNER_SET = sql`scanners AS MATERIALIZED (
  ${SCANNERS}
), `;
const OF_SCANNERS = when('bot_id IN (SELECT bot_id FROM scanners)', 'scanner_visits');
const SUM_OF_SCANNERS = sql`, ${sum('scanner_visits')} AS scanner_visits`;

/** Digests do not tell the visits of scanners apart. The sets of these bots have them. */
const SCANNED_IN_SETS = sql`
UNION ALL
SELECT page_id, ${list(OF_DIGESTS.map(() => '0'))}, visits
FROM (
  ${ofSets(['visits'], sql`s.bot_id IN (SELECT bot_id FROM scanners)`)}
) scanned`;

/** What answered everybody with an error is no page that an AI bot could have read. */
const EXISTING = sql` AND scanner_visits < bot_visits + human_visits
  AND (${AI} IS DISTINCT FROM 'none' OR error_visits < bot_visits + human_visits)`;

const pagesOfAll = ({ prefix, about, ifContent, whereText }: ListedPages) =>
  orderedList({
    text: PATH_OF_PAGE,
    whereText,
    name: `${prefix}pages`,
    about: `Pages by their visits, in an order. Rows with equal values are ordered by visits of bots, of people, and path.${about}\n${EXACT}\n${AI_BOTS}`,
    before: sql`${ifContent(SCANNER_SET)}counted AS (
  ${pagesBefore(scannedIf(whereText, OF_DIGESTS))}
  UNION ALL
  ${digests(ifContent(sql`, 0 AS scanner_visits`))}${ifContent(SCANNED_IN_SETS)}
  UNION ALL
  SELECT page_id, ${list([...BY_VISITOR, ...VERDICTS, 'error_visits', ...PEOPLE_COLUMNS])}${ifContent(sql`, ${OF_SCANNERS}`)}
  FROM (
    ${otherDays(['bot_id', 'page_id', ...COUNTS, ...PEOPLE_COLUMNS], sql`true`)}
  ) p
)`,
    counted: sql`SELECT page_id, ${list([...[...COUNTED, ...JUDGED].map(summed), NOT_JUDGED])}${ifContent(SUM_OF_SCANNERS)}
FROM counted
WHERE ${OF_PAGES}
GROUP BY page_id`,
    counts: SHOWN,
    ranks: ['bot_visits', 'human_visits'],
    where: sql`WHERE CASE ${AI} WHEN 'none' THEN ai_bot_visits = 0 WHEN 'some' THEN ai_bot_visits > 0 ELSE true END${ifContent(EXISTING)}`,
  });

const NOT_SCANNED = sql`WHERE scanner_visits < bot_visits`;

const pagesOfBots = ({ prefix, about, ifContent, whereText }: ListedPages) =>
  orderedList({
    text: PATH_OF_PAGE,
    whereText,
    name: `${prefix}pages_of_bots`,
    about: `Pages by visits of some bots, in an order. Rows with equal values are ordered by these visits, and path. The bots are not joined as a list: there may be thousands, and a plan for any parameters takes them for a few.${about}\n${EXACT}`,
    before: sql`${AI_SET}, ${ifContent(SCANNER_SET)}counted AS (
  ${pagesBefore(scannedIf(whereText, [...COUNTS, 'ai_visits', 'automation_visits'] as const))}
  UNION ALL
  SELECT page_id, ${list([...COUNTS, when(IS_AI, 'ai_visits'), when(OF_AUTOMATION, 'automation_visits')])}${ifContent(sql`, ${OF_SCANNERS}`)}
  FROM (
    ${ofSets(COUNTS, sql`s.bot_id = ANY (${BOTS})`)}
    UNION ALL
    ${otherDays(['bot_id', 'page_id', ...COUNTS], OF_BOTS)}
  ) p
)`,
    counted: sql`SELECT page_id, ${list([
      `${sum('visits')}::bigint AS bot_visits`,
      `${sum('ai_visits')}::bigint AS ai_bot_visits`,
      ...VERDICT_COUNTS,
      summed('error_visits'),
      summed('automation_visits'),
    ])}${ifContent(SUM_OF_SCANNERS)}
FROM counted
WHERE ${OF_PAGES}
GROUP BY page_id`,
    counts: [...COUNTED.filter((count) => count !== 'human_visits'), 'automation_visits'],
    ranks: ['bot_visits'],
    where: ifContent(NOT_SCANNED),
    zeros: ['human_visits', ...PEOPLE_COUNTS.filter((count) => count !== 'automation_visits')],
  });

const pagesOfVerification = ({ prefix, about, ifContent, whereText }: ListedPages) =>
  orderedList({
    text: PATH_OF_PAGE,
    whereText,
    name: `${prefix}pages_of_verification`,
    about: `Pages by visits of some bots with one verification, in an order. Rows with equal values are ordered by these visits, and path. Errors are not counted by verification. All of these visits have the verification, and none has another one.${about}`,
    before: sql`${AI_SET}, ${ifContent(SCANNER_SET)}paged AS (
  -- A bot may have several rows for a page, some of them with 0 visits.
  SELECT bot_id, page_id, ${VISITS_WITH} AS visits
  FROM (
    ${ofSets(['visits', ...VERDICTS], SETS_WITH_VERIFICATION)}
    UNION ALL
    ${otherDays(['bot_id', 'page_id', 'visits', ...VERDICTS], OF_BOTS, '')}
  ) p
), counted AS (
  -- Not a join: a plan for any values expects so few rows that it would go through all AI bots for
  -- each of them.
  SELECT page_id, visits, ${when(IS_AI, 'ai_visits')}${ifContent(sql`, ${OF_SCANNERS}`)}
  FROM paged
  UNION ALL
  ${pagesBefore(scannedIf(whereText, ['visits', 'ai_visits'] as const))}
)`,
    counted: sql`SELECT page_id, sum(visits)::bigint AS bot_visits, coalesce(sum(ai_visits), 0)::bigint AS ai_bot_visits,
  ${list(VERDICTS.map((verdict) => sql`CASE WHEN ${VERIFICATION} || '_visits' = '${verdict}' THEN sum(visits)::bigint ELSE 0 END AS ${verdict}`))}${ifContent(SUM_OF_SCANNERS)}
FROM counted
WHERE visits > 0 AND ${OF_PAGES}
GROUP BY page_id`,
    counts: ['bot_visits', 'ai_bot_visits', ...VERDICTS],
    ranks: ['bot_visits'],
    where: ifContent(NOT_SCANNED),
    zeros: ['human_visits'],
  });

/** The lists of pages: of everybody, of some bots, and of some bots with one verification. */
const listsOf = (pages: ListedPages) => ({
  ofAll: pagesOfAll(pages),
  ofBots: pagesOfBots(pages),
  ofVerification: pagesOfVerification(pages),
});
export const PAGES = { all: listsOf(ALL), content: listsOf(CONTENT) };

/** Visits of one page on other days. */
const OF_PAGE = sql`page_id = ${PAGE} AND ${OF_BOTS}`;
const BUCKET_OF_DAY = sql`date_trunc(${INTERVAL}, bucket, 'UTC') AS bucket`;
const OF_PAGE_BY_DAY = ['bot_visits', 'human_visits', 'ai_bot_visits', ...VERDICTS, ...JUDGED];

export const SERIES_OF_PAGE = compose(
  'reports/series_of_page',
  'Counts of one page by day, week or month. They are read from the digests of days, where there are any. The index of a page there is looked for once: without OFFSET, the planner would look anew for each count, and read the long list of pages anew.',
  sql`WITH counted AS (
  SELECT d.bucket, ${list(OF_PAGE_BY_DAY.map((count) => `d.${count}[at] AS ${count}`))}
  FROM page_digests d, LATERAL (SELECT width_bucket(${PAGE}, d.page_ids) AS at OFFSET 0) found
  WHERE d.website_id = ${WEBSITE} AND d.grain = 'day' AND d.bucket = ANY (${STARTS}) AND d.page_ids[at] = ${PAGE}
  UNION ALL
  SELECT bucket, ${list([...BY_VISITOR.slice(0, 3), ...VERDICTS, ...PEOPLE_COLUMNS, ...BY_VISITOR.slice(3)])}
  FROM (
    ${otherDays(['bucket', 'bot_id', 'visits', ...VERDICTS, ...PEOPLE_COLUMNS], sql`page_id = ${PAGE}`)}
  ) days
), summed AS (
  SELECT ${BUCKET_OF_DAY}, ${list(OF_PAGE_BY_DAY.map(summed))}, ${NOT_JUDGED}
  FROM counted
  GROUP BY 1
)
SELECT extract(epoch FROM bucket)::bigint AS bucket, bot_visits + human_visits AS total_visits,
  ${list([...OF_PAGE_BY_DAY, 'not_judged_visits'])}
FROM summed`,
  [WEBSITE, STARTS, DAYS, RECENT_FROM, RECENT_TO],
);

export const SERIES_OF_PAGE_OF_BOTS = compose(
  'reports/series_of_page_of_bots',
  `Visits of some bots to one page by day, week or month, with one verification or with any. They are read from the sets of days, where there are any: a set tells by a bit whether it has the page.\n${AI_BOTS}`,
  sql`WITH place AS (
  SELECT position FROM page_positions WHERE website_id = ${WEBSITE} AND page_id = ${PAGE}
), counted AS (
  SELECT s.bucket, s.bot_id, ${list([...['visits', ...VERDICTS].map((count) => `s.${count}[at]`), 'NULL::bigint AS people_visits', 'NULL::bigint AS undecided_visits'])}
  FROM place JOIN bot_page_sets s ON s.part = position / 8192 AND get_bit(s.pages, position % 8192) = 1,
    LATERAL (SELECT array_position(s.page_ids, ${PAGE}) AS at OFFSET 0) found
  WHERE s.website_id = ${WEBSITE} AND s.grain = 'day' AND s.bucket = ANY (${STARTS}) AND s.bot_id = ANY (${BOTS})
  UNION ALL
  ${otherDays(['bucket', 'bot_id', 'visits', ...VERDICTS, ...PEOPLE_COLUMNS], OF_PAGE)}
), chosen AS (
  SELECT ${BUCKET_OF_DAY}, bot_id, ${VISITS_WITH} AS visits,
    ${list([...VERDICTS, ...PEOPLE_COLUMNS])}
  FROM counted
)
SELECT extract(epoch FROM bucket)::bigint AS bucket,
  ${TOTALS},
  ${list(peopleCounts())}
FROM chosen
GROUP BY bucket`,
  [WEBSITE, STARTS, DAYS, RECENT_FROM, RECENT_TO],
);

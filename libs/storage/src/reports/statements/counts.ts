import { list, type Sql, sql } from '../../compose/sql.js';
import { VERDICTS } from '../../roll-ups/measures.js';
import { PEOPLE_COLUMNS } from '../../roll-ups/roll-ups.js';
import { AUTOMATION_BOT_ID } from '@app/contracts';
import { BOTS, VERIFICATION } from './parameters.js';

/** For the header of a statement. */
export const EXACT =
  'Counts are added as float8, which is exact up to 2^53. A sum of bigint is numeric, and slower.';
export const AI_BOTS =
  'AI bots are not joined: the planner may take the counts for the smaller side, and hash them all.';

/**
 * Limits rows to some bots, of which there may be thousands. A plan for any parameters compares each row
 * with every element of an array, but looks up what a subquery returns.
 */
export const OF_BOTS = sql`(${BOTS} IS NULL OR bot_id IN (SELECT unnest(${BOTS})))`;

/** The bots that look for weaknesses of websites. */
export const SCANNERS = sql`SELECT id AS bot_id FROM bots WHERE category = 'security_scanner'
UNION ALL
SELECT d.id FROM declared_bots d LEFT JOIN bots b ON b.id = d.bot_id
WHERE coalesce(b.category, d.category) = 'security_scanner'`;

/** The visits of a row with a verification, or all of them without one. */
export const VISITS_WITH = sql`visits_with(${VERIFICATION}, visits, verified_visits, spoofed_visits, unverifiable_visits)`;

/** A sum of a column, and 0 where there is no row. */
export const sum = (column: string, filter?: string): string =>
  `coalesce(sum(${column}::float8)${filter ? ` FILTER (WHERE ${filter})` : ''}, 0)`;

/** A sum of a column under its own name. */
export const summed = (column: string): string => `${sum(column)}::bigint AS ${column}`;

/** The counts by verdict. */
export const VERDICT_COUNTS = VERDICTS.map(summed);

/** The visits of browsers by verdict on the visitor. */
export const PEOPLE_COUNTS = [...PEOPLE_COLUMNS, 'automation_visits', 'not_judged_visits'] as const;

/** Limits rows to those of automation. */
export const OF_AUTOMATION = `bot_id = ${AUTOMATION_BOT_ID}`;

const ALL_VISITS = sum('visits');
const BOT_VISITS = sum('visits', 'bot_id <> 0');
/** The difference, not a sum of its own: PostgreSQL computes each sum of a statement once. */
const BY_BOT = {
  browsers: `${ALL_VISITS} - ${BOT_VISITS}`,
  automation: sum('visits', OF_AUTOMATION),
};

/**
 * Returns the visits of browsers by verdict on the visitor.
 *
 * @param of the visits of browsers that are not those of automation, and those that are
 */
export const peopleCounts = ({ browsers, automation } = BY_BOT) => [
  ...PEOPLE_COLUMNS.map(summed),
  `${automation}::bigint AS automation_visits`,
  `(${[browsers, ...PEOPLE_COLUMNS.map((column) => sum(column))].join(' - ')})::bigint AS not_judged_visits`,
];

/** The counts of a summary or of a point of a series, over rows with a bot, visits and verdicts. */
export const TOTALS: Sql<never> = list([
  `${ALL_VISITS}::bigint AS total_visits`,
  `${BOT_VISITS}::bigint AS bot_visits`,
  `(${BY_BOT.browsers})::bigint AS human_visits`,
  `${sum('visits', 'bot_id IN (SELECT bot_id FROM ai_bots)')}::bigint AS ai_bot_visits`,
  ...VERDICT_COUNTS,
]);

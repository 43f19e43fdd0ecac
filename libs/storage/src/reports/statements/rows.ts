import { list, type Sql, sql } from '../../compose/sql.js';
import { type MeasureName, MEASURES } from '../../roll-ups/measures.js';
import { relationOf, reportedRelation, rollUp, type RollUpName } from '../../roll-ups/roll-ups.js';
import { FROM, TO, WHOLE_FROM, WHOLE_TO } from './parameters.js';

/** Which rows of a roll-up are read, as the conditions other than those on the time. */
export interface Rows<Names extends string> {
  of: RollUpName | 'skipped';
  columns: readonly string[];
  where: Sql<Names>;
  /** True for a report that does not know the verdicts on visitors. */
  isWithoutVerdicts?: boolean;
}

/**
 * Returns a measure as a column of the rows of a roll-up, also where it follows from a dimension. It is
 * null where the roll-up does not have it.
 */
export function measureIn(name: RollUpName, measure: MeasureName): string {
  const { by, measures } = rollUp(name);
  if (measures.includes(measure)) return measure;
  const { type } = MEASURES[measure];
  return measure === 'error_visits' && by.includes('status_code')
    ? `CASE WHEN status_code >= 400 THEN visits ELSE 0 END AS ${measure}`
    : `NULL::${type} AS ${measure}`;
}

/** Rows of a period of whole buckets of a grain. */
export function whole<Names extends string>(
  grain: 'hour' | 'day',
  { of, columns, where, isWithoutVerdicts }: Rows<Names>,
) {
  return sql`SELECT ${list(columns)}
FROM ${(isWithoutVerdicts ? relationOf : reportedRelation)(of, grain)}
WHERE ${where} AND bucket >= ${FROM} AND bucket < ${TO}`;
}

/** Rows of whole hours: the UTC days between are read as days, the edges as hours. */
export function edges<Names extends string>({ of, columns, where }: Rows<Names>) {
  return sql`SELECT ${list(columns)}
FROM ${reportedRelation(of, 'day')}
WHERE ${where} AND bucket >= ${WHOLE_FROM} AND bucket < ${WHOLE_TO}
UNION ALL
SELECT ${list(columns)}
FROM ${reportedRelation(of, 'hour')}
WHERE ${where} AND (bucket >= ${FROM} AND bucket < ${WHOLE_FROM} OR bucket >= ${WHOLE_TO} AND bucket < ${TO})`;
}

/** Rows by week or month: whole buckets from their roll-up, clipped edges from days. */
export function clipped<Names extends string>(
  grain: 'week' | 'month',
  { of, columns, where }: Rows<Names>,
) {
  return sql`SELECT ${list(['bucket', ...columns])}
FROM ${reportedRelation(of, grain)}
WHERE ${where} AND day >= ${WHOLE_FROM} AND day < ${WHOLE_TO}
UNION ALL
SELECT ${list([`date_trunc('${grain}', bucket, 'UTC')`, ...columns])}
FROM ${reportedRelation(of, 'day')}
WHERE ${where} AND (bucket >= ${FROM} AND bucket < ${WHOLE_FROM} OR bucket >= ${WHOLE_TO} AND bucket < ${TO})`;
}

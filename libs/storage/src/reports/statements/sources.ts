import { Parameter, type Sql, sql } from '../../compose/sql.js';
import type { RollUpName } from '../../roll-ups/roll-ups.js';

/**
 * Where the counts of visits by bot are read: all of them, or those with one value of a dimension that
 * a roll-up has. A filter by another dimension is one more row here.
 */
export interface Source<Names extends string = string> {
  of: RollUpName;
  /** The end of the names of its statements. */
  suffix: string;
  /** For the header of its statements. */
  about: string;
  where: Sql<Names>;
}

const source = <Names extends string>(source: Source<Names>) => source;

/** All visits. */
export const TRAFFIC = source({ of: 'traffic', suffix: '', about: '', where: sql`true` });

/** Visits with one value of a dimension, by the name of the parameter that reports take for it. */
export const DIMENSION_SOURCES = {
  host: source({
    of: 'hosts',
    suffix: '_of_host',
    about: ' Only visits for one host.',
    where: sql`host_id = ${new Parameter('value', 'integer', 'host')}`,
  }),
  country: source({
    of: 'countries',
    suffix: '_of_country',
    about: ' Only visits from one country.',
    where: sql`country = ${new Parameter('value', 'text', 'country')}`,
  }),
  // The roll-up of status codes does not count by verdict.
  status: source({
    of: 'hosts',
    suffix: '_of_status',
    about: ' Only visits with status codes of a range.',
    where: sql`status_code::integer <@ ${new Parameter('value', 'int4range', 'status codes')}`,
  }),
} as const;
/** A dimension that reports can be limited to one value of. */
export type FilterDimension = keyof typeof DIMENSION_SOURCES;
export const FILTER_DIMENSIONS = Object.keys(DIMENSION_SOURCES) as FilterDimension[];

/** Makes a statement for each dimension that reports can be limited by. */
export function forEachDimension<Statement>(
  make: (source: Source<'value'>) => Statement,
): Record<FilterDimension, Statement> {
  const entries = FILTER_DIMENSIONS.map((name) => [name, make(DIMENSION_SOURCES[name])]);
  return Object.fromEntries(entries) as Record<FilterDimension, Statement>;
}

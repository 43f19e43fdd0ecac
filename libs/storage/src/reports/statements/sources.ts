import { Parameter, type Sql, sql } from '../../compose/sql.js';
import type { RollUpName } from '../../roll-ups/roll-ups.js';

/**
 * Where the counts of visits by bot are read: all of them, or those with one value of a dimension that
 * a roll-up has. A filter by another dimension is one more row here.
 */
export interface Source<Names extends string = string> {
  of: RollUpName;
  /** The roll-up that has the status codes of these visits. */
  statuses: RollUpName;
  /** The end of the names of its statements. */
  suffix: string;
  /** For the header of its statements. */
  about: string;
  where: Sql<Names>;
}

const source = <Names extends string>(source: Source<Names>) => source;

/** All visits. */
export const TRAFFIC = source({
  of: 'traffic',
  statuses: 'statuses',
  suffix: '',
  about: '',
  where: sql`true`,
});

/** Visits with one value of a dimension, by the name of the parameter that reports take for it. */
const DIMENSION_SOURCES = {
  host: source({
    of: 'hosts',
    statuses: 'hosts',
    suffix: '_of_host',
    about: ' Only visits for one host.',
    where: sql`host_id = ${new Parameter('value', 'integer', 'host')}`,
  }),
  country: source({
    of: 'countries',
    statuses: 'countries',
    suffix: '_of_country',
    about: ' Only visits from one country.',
    where: sql`country = ${new Parameter('value', 'text', 'country')}`,
  }),
  // The roll-up of status codes does not count by verdict.
  status: source({
    of: 'hosts',
    statuses: 'hosts',
    suffix: '_of_status',
    about: ' Only visits with status codes of a range.',
    where: sql`status_code::integer <@ ${new Parameter('value', 'int4range', 'status codes')}`,
  }),
} as const;
/** A dimension that reports can be limited to one value of. */
export type FilterDimension = keyof typeof DIMENSION_SOURCES;
export const FILTER_DIMENSIONS = Object.keys(DIMENSION_SOURCES) as FilterDimension[];

const SOURCES = { all: TRAFFIC, ...DIMENSION_SOURCES };
export type SourceName = keyof typeof SOURCES;

/** The source of a report, with the value of its dimension as the roll-up has it. */
export interface ChosenSource {
  source: SourceName;
  value: number | string | null;
}
export const ALL_VISITS: ChosenSource = { source: 'all', value: null };

/** Makes a statement for each source. */
export function forEachSource<Statement>(
  make: (source: Source<'value'>) => Statement,
): Record<SourceName, Statement> {
  const entries = Object.entries(SOURCES).map(([name, source]) => [name, make(source)]);
  return Object.fromEntries(entries) as Record<SourceName, Statement>;
}

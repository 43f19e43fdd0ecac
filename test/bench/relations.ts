// What each relation of a database takes on disk, with its indexes, under the name that readers of
// the schema know: a hypertable has its chunks, and an aggregate what is materialised of it.
import type { TestFlavour } from '@app/testing';
import type pg from 'pg';

export interface Relation {
  name: string;
  bytes: number;
  /** As of the last ANALYZE. */
  rows: number;
}

const OWN = `
relkind IN ('r', 'm') AND relnamespace::regnamespace::text !~ '^(pg_|_timescaledb_|information_schema$)'`;
const PLAIN = `
SELECT oid::regclass::text AS name, pg_total_relation_size(oid)::float8 AS bytes, reltuples::float8 AS rows
FROM pg_class WHERE ${OWN}`;
const TIMESCALE = `
WITH hypertables AS (
  SELECT hypertable_name::text AS name, format('%I.%I', hypertable_schema, hypertable_name)::regclass AS oid
  FROM timescaledb_information.hypertables
  UNION ALL
  SELECT format('%I.%I', view_schema, view_name),
    format('%I.%I', materialization_hypertable_schema, materialization_hypertable_name)::regclass
  FROM timescaledb_information.continuous_aggregates
)
SELECT name, hypertable_size(oid)::float8 AS bytes, approximate_row_count(oid)::float8 AS rows FROM hypertables
UNION ALL
${PLAIN} AND oid NOT IN (SELECT oid::oid FROM hypertables)`;

/** Returns the relations of the product, the largest first. */
export async function readRelations(client: pg.Client, flavour: TestFlavour): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(flavour === 'timescale' ? TIMESCALE : PLAIN);
  return rows.sort((a, b) => b.bytes - a.bytes);
}

// What visits and roll-ups take on disk.
import type { TestFlavour } from '@app/testing';
import { connect } from '../../support/servers/postgres.js';
import { type Cell, megabytes, printTable, progress } from '../figures.js';
import type { LoadedFlavour } from './database.js';

export interface Sizes {
  /** Bytes of the visits as they were written. */
  raw: number;
  aggregates: { relation: string; bytes: number; index_bytes: number; rows: number }[];
  /** Bytes of the old chunks before and after compression, and the number of their visits. */
  compressed?: { before: number; after: number; visits: number };
}

const VISITS_TIMESCALE = "SELECT hypertable_size('visits')::float8 AS bytes";
const VISITS_PLAIN = "SELECT pg_total_relation_size('visits')::float8 AS bytes";

const VISITS_CITUS = `
SELECT sum(citus_total_relation_size(inhrelid))::float8 AS bytes FROM pg_inherits WHERE inhparent = 'visits'::regclass`;

const OLD_CHUNKS = `
SELECT format('%I.%I', chunk_schema, chunk_name) AS chunk
FROM timescaledb_information.chunks
WHERE hypertable_name = 'visits' AND range_end < now() - INTERVAL '7 days'`;

const COMPRESSED = `
SELECT sum(before_compression_total_bytes)::float8 AS before, sum(after_compression_total_bytes)::float8 AS after,
  (SELECT count(*)::float8 FROM visits WHERE time < (
    SELECT max(range_end) FROM timescaledb_information.chunks WHERE hypertable_name = 'visits' AND is_compressed)) AS visits
FROM chunk_compression_stats('visits')
WHERE compression_status = 'Compressed'`;

/** Roll-ups that are tables, without the dictionary of pages. */
const TABLES = `
SELECT relname AS relation, pg_total_relation_size(oid)::float8 AS bytes, pg_indexes_size(oid)::float8 AS index_bytes,
  reltuples::float8 AS rows
FROM pg_class JOIN website_relations w ON oid = w.relation::regclass
WHERE relkind = 'r' AND w.level BETWEEN 2 AND 7`;

const TABLES_CITUS = `
SELECT w.relation, citus_total_relation_size(p.logicalrelid)::float8 AS bytes,
  (citus_total_relation_size(p.logicalrelid) - citus_table_size(p.logicalrelid))::float8 AS index_bytes,
  (SELECT sum(result::float8) FROM run_command_on_shards(p.logicalrelid, 'SELECT count(*) FROM %s')) AS rows
FROM pg_dist_partition p JOIN website_relations w ON p.logicalrelid = w.relation::regclass
WHERE w.level BETWEEN 2 AND 7`;

const AGGREGATES = `
SELECT view_name AS relation,
  hypertable_size(format('%I.%I', materialization_hypertable_schema, materialization_hypertable_name)::regclass)::float8 AS bytes,
  (SELECT sum(index_bytes) FROM hypertable_detailed_size(
    format('%I.%I', materialization_hypertable_schema, materialization_hypertable_name)::regclass))::float8 AS index_bytes,
  (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I.%I',
    materialization_hypertable_schema, materialization_hypertable_name), false, true, '')))[1]::text::float8 AS rows
FROM timescaledb_information.continuous_aggregates
UNION ALL ${TABLES}`;

/**
 * Returns the sizes of one database. On TimescaleDB it also compresses the old chunks of visits.
 */
export async function readSizes(url: string, flavour: TestFlavour): Promise<Sizes> {
  const client = await connect(url);
  try {
    const timescale = flavour === 'timescale';
    const [visits, relations] = {
      plain: [VISITS_PLAIN, TABLES],
      timescale: [VISITS_TIMESCALE, AGGREGATES],
      citus: [VISITS_CITUS, TABLES_CITUS],
    }[flavour] as [string, string];
    const raw = (await client.query<{ bytes: number }>(visits)).rows[0]?.bytes ?? NaN;
    const { rows: aggregates } = await client.query<Sizes['aggregates'][number]>(relations);
    if (!timescale) return { raw, aggregates };
    const start = performance.now();
    const { rows: chunks } = await client.query<{ chunk: string }>(OLD_CHUNKS);
    for (const { chunk } of chunks)
      await client.query('SELECT compress_chunk($1::regclass)', [chunk]);
    const [compressed] = (await client.query<Required<Sizes>['compressed']>(COMPRESSED)).rows;
    progress(
      `${chunks.length} chunks compressed in ${((performance.now() - start) / 1000).toFixed(0)} s`,
    );
    return { raw, aggregates, compressed };
  } finally {
    await client.end();
  }
}

export function printSizes(sizes: Map<LoadedFlavour, Sizes>, visits: number): void {
  const rows: Cell[][] = [];
  for (const [flavour, { raw, compressed }] of sizes) {
    rows.push([flavour, 'as written', megabytes(raw), (raw / visits).toFixed(0), '']);
    if (!compressed) continue;
    const { before, after, visits: count } = compressed;
    rows.push([flavour, 'old chunks before', megabytes(before), (before / count).toFixed(0), '']);
    const ratio = `${(before / after).toFixed(1)} : 1`;
    rows.push([
      flavour,
      'old chunks compressed',
      megabytes(after),
      (after / count).toFixed(1),
      ratio,
    ]);
  }
  printTable('Raw visits', ['flavour', 'state', 'size', 'bytes a visit', 'ratio'], rows);

  const relations = [...sizes].flatMap(([flavour, { aggregates }]) =>
    aggregates.map((row) => ({ flavour, ...row })),
  );
  printTable(
    'Roll-ups',
    ['flavour', 'relation', 'rows', 'size', 'of it indexes'],
    relations
      .sort((a, b) => b.flavour.localeCompare(a.flavour) || b.bytes - a.bytes)
      .map(({ flavour, relation, rows: count, bytes, index_bytes: indexBytes }) => [
        flavour,
        relation,
        count.toFixed(0),
        megabytes(bytes),
        megabytes(indexBytes),
      ]),
  );
}

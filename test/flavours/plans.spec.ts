import { rollUpRefreshTask } from '@app/storage';
import {
  aVisit,
  createTestDatabase,
  describeOnFlavour,
  type TestDatabase,
  runUpkeepRound,
  TestVisitWriter,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import {
  REPORTS_OF_WEBSITE,
  REPORTS_OF_WEBSITES,
} from '../../libs/storage/src/reports/statements/statements.js';
import {
  ABOUT_ONE_WEBSITE,
  ABOUT_SEVERAL_WEBSITES,
  textOf,
  WITH_OTHER_FILTERS,
} from '../../libs/storage/test/statements-of-websites.js';

const DAY = 86_400_000;
const NOW = Date.now();

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  'Vectorized Filter'?: string;
  Plans?: Plan[];
}

/** A table that a plan reads from, whether or not it finds anything there. */
interface Scan {
  relation: string;
  indexes: string[];
  conditions: string;
}

/**
 * In a plan, what belongs to a scan is below it: a bitmap of an index, or the scan of the table that
 * has the compressed rows of a chunk.
 */
function scans(plan: Plan): Scan[] {
  const children = plan.Plans ?? [];
  const relation = plan['Relation Name'];
  if (!relation) return children.flatMap(scans);
  const nodes = [plan, ...children.flatMap(parts)];
  const own = {
    relation,
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    conditions: nodes
      .flatMap((node) => [
        node['Index Cond'],
        node['Recheck Cond'],
        node['Vectorized Filter'],
        node.Filter,
      ])
      .join(' '),
  };
  return [own, ...children.filter((child) => !isPart(child)).flatMap(scans)];
}

/** TimescaleDB 2.28 names the table with the compressed rows by its number, 2.29 by its chunk. */
const COMPRESSED_ROWS = /^compress_hyper_|_chunk_compressed$/;

const isPart = (plan: Plan) =>
  plan['Node Type'] === 'Bitmap Index Scan' || COMPRESSED_ROWS.test(plan['Relation Name'] ?? '');

function parts(plan: Plan): Plan[] {
  const below = (plan.Plans ?? []).flatMap(parts);
  return isPart(plan) ? [plan, ...below] : below;
}

/**
 * The index of visits in time has no late ones, so a plan that uses it need not exclude them again.
 */
const readsInTimeOnly = ({ indexes, conditions }: Scan) =>
  /NOT late|late = false/.test(conditions) ||
  indexes.some((name) => name.endsWith('visits_in_time'));

/**
 * A chunk has few rows on its first day and many a week later. The planner then changes from
 * reading the whole chunk to using its index. Both plans must be right, on every day.
 */
const WAYS = [
  [],
  ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'],
  ['enable_seqscan', 'enable_bitmapscan'],
  ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan'],
];

/** The reports that are composed, and what is looked up for them. */
const REPORTS = new Set([
  ...[...REPORTS_OF_WEBSITE, ...REPORTS_OF_WEBSITES].map(({ name }) => name),
  ...['reports/find_page_digests', 'reports/find_bots', 'reports/bots_before'],
]);

/** Each of them with the values of its parameters, with filters and without. */
const CASES = [
  ...Object.entries(ABOUT_ONE_WEBSITE).map(([name, values]) => ({ name, values: values(1) })),
  ...Object.entries(WITH_OTHER_FILTERS).map(([name, values]) => ({ name, values: values(1) })),
  ...Object.entries(ABOUT_SEVERAL_WEBSITES).map(([name, { values }]) => ({
    name,
    values: values([1]),
  })),
].filter(({ name }) => REPORTS.has(name));

describeOnFlavour('timescale', 'the plan of a report', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('timescale');
    const writer = new TestVisitWriter(database.pool);
    const visits = Array.from({ length: 3_000 }, (_, i) =>
      aVisit({ time: NOW - i * 2_400_000, pageId: 1 + (i % 50) }),
    );
    for (let from = 0; from < visits.length; from += 1_000) {
      const batch = { id: randomUUID(), accountId: 1, receivedAt: NOW };
      await writer.write({ ...batch, visits: visits.slice(from, from + 1_000) });
    }
    await runUpkeepRound(database.pool, rollUpRefreshTask());
    await database.pool.query('ANALYZE');
  });
  afterAll(() => database.drop());

  it.each(CASES)(
    '$name reads aggregates, and raw visits only after the watermark',
    async ({ name, values }) => {
      const { rows: chunks } = await database.pool.query<{ name: string }>(
        "SELECT c::text AS name FROM show_chunks('visits') c",
      );
      const raw = new Set(chunks.map((chunk) => chunk.name.split('.').at(-1)));
      for (const without of WAYS) {
        const read = scans(await explain(textOf(name), values, without));
        expect(read.some(({ relation }) => !raw.has(relation))).toBe(true);
        for (const scan of read.filter(({ relation }) => raw.has(relation))) {
          expect([scan, readsInTimeOnly(scan)]).toEqual([scan, true]);
          expect(readsFrom(scan)).toBeGreaterThan(NOW - DAY);
        }
      }
    },
  );

  async function explain(sql: string, values: unknown[], without: string[]): Promise<Plan> {
    const client = await database.pool.connect();
    try {
      for (const way of without) await client.query(`SET ${way} = off`);
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${sql}`, values);
      return rows[0]['QUERY PLAN'][0].Plan as Plan;
    } finally {
      // This ends the connection, and the settings with it.
      client.release(true);
    }
  }
});

/** Returns epoch milliseconds, or -Infinity when no condition has a bound. */
function readsFrom({ conditions }: Scan): number {
  // A watermark that does not exist yet is a day before Christ, which is not a date for this
  // pattern.
  const bounds = [...conditions.matchAll(/\("time" >= '([^']+)'/g)]
    .map(([, text]) => Date.parse(text ?? ''))
    .filter((time) => !Number.isNaN(time));
  return Math.max(...bounds);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const SQL = join(import.meta.dirname, '..', '..', 'libs', 'storage', 'sql', 'reports');
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

const midnight = (daysAgo: number) => new Date(NOW - (NOW % DAY) - daysAgo * DAY).toISOString();

/** The days that no digest covers. */
const DAYS = Array.from({ length: 78 }, (_, i) => midnight(80 - i));
const RECENT = [midnight(1), midnight(-1)];

/** The place in an order of pages, and the only page. */
const PLACE = ['ai_bot_visits', -1, [0, 2, 1], '/x', 7];

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

  it.each([
    ['summary', [1, midnight(80), midnight(-1)]],
    ['summaries', [[1], midnight(80), midnight(-1)]],
    ['find_page_digests', [1, midnight(80), midnight(-1)]],
    [
      'bots',
      [1, midnight(80), midnight(-1), ['month'], [midnight(50)], DAYS, ...RECENT, null, null],
    ],
    [
      'bots_of_hours',
      [
        ...[1, midnight(80), midnight(79), midnight(0), midnight(-1), null, null, 'spoofed'],
        ...[midnight(80), midnight(-1)],
      ],
    ],
    [
      'bots_of_path',
      [1, ['month'], [midnight(50)], DAYS, ...RECENT, '/', null, null, midnight(80), 7],
    ],
    ['series_of_page', [1, [midnight(50)], DAYS, ...RECENT, 7, [7], 'spoofed', 'week']],
    ['find_bots', [1, midnight(80), midnight(-1), 'Foo', null, null, 'ai_bots']],
    ['bots_before', [1, midnight(60)]],
    ['pages', [1, ['month'], [midnight(50)], DAYS, ...RECENT, 10, null, ...PLACE, 'none']],
    ['pages_of_bots', [1, ['month'], [midnight(50)], DAYS, ...RECENT, 10, null, ...PLACE, [7]]],
    [
      'bots_of_verification',
      [
        ...[1, midnight(80), midnight(-1), ['month'], [midnight(50)], DAYS, ...RECENT],
        ...[[7], null, 'spoofed', null, 7],
      ],
    ],
    [
      'pages_of_verification',
      [
        ...[1, ['month'], [midnight(50)], DAYS, ...RECENT, 10, null],
        ...[...PLACE, [7], 'not_checked'],
      ],
    ],
    ['hours_of_verification', [1, midnight(30), midnight(-1), [7], 'verified']],
    ['days_of_verification', [1, midnight(80), midnight(-1), [7], 'verified', 'week']],
    ['spoofed', [1, midnight(80), midnight(-1), null, 10]],
    ['groups_of_statuses_hour', [1, midnight(30), midnight(-1), null, DAYS, 10]],
    ['series_of_hours', [1, midnight(30), midnight(-1), null, null, DAYS]],
    ['summaries_of_hours', [[1], midnight(80), midnight(79), midnight(0), midnight(-1)]],
    ['groups_hour', [1, midnight(30), midnight(-1), null, null, DAYS, 'bot', 10]],
    ['groups_day', [1, midnight(80), midnight(-1), null, null, DAYS, 'bot', 10]],
    ['groups_of_statuses_day', [1, midnight(80), midnight(-1), null, DAYS, 10]],
    ['series_hour', [1, midnight(30), midnight(-1), null]],
    ['series_day', [1, midnight(80), midnight(-1), null]],
    ['series_week', [1, midnight(80), midnight(70), midnight(7), midnight(-1), null]],
    ['series_month', [1, midnight(80), midnight(60), midnight(20), midnight(-1), null]],
  ])('%s reads aggregates, and raw visits only after the watermark', async (name, values) => {
    const sql = readFileSync(join(SQL, `${name}.sql`), 'utf8');
    const { rows: chunks } = await database.pool.query<{ name: string }>(
      "SELECT c::text AS name FROM show_chunks('visits') c",
    );
    const raw = new Set(chunks.map((chunk) => chunk.name.split('.').at(-1)));
    for (const without of WAYS) {
      const read = scans(await explain(sql, values, without));
      expect(read.some(({ relation }) => !raw.has(relation))).toBe(true);
      for (const scan of read.filter(({ relation }) => raw.has(relation))) {
        expect([scan, readsInTimeOnly(scan)]).toEqual([scan, true]);
        expect(readsFrom(scan)).toBeGreaterThan(NOW - DAY);
      }
    }
  });

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

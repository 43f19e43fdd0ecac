import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '@app/observability';
import { RollUpRefresher, VisitWriter } from '@app/storage';
import { aVisit, createTestDatabase, describeOnFlavour, type TestDatabase } from '@app/testing';
import { randomUUID } from 'node:crypto';

const SQL = join(import.meta.dirname, '..', '..', 'libs', 'storage', 'sql');
const DAY = 86_400_000;
const NOW = Date.now();

interface Plan {
  'Relation Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: Plan[];
}

/** The tables that a plan reads from, whether or not it finds anything there. */
function scans(plan: Plan): Plan[] {
  const own = plan['Relation Name'] ? [plan] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scans)];
}

const midnight = (daysAgo: number) => new Date(NOW - (NOW % DAY) - daysAgo * DAY).toISOString();

/** The days that no digest covers. */
const DAYS = Array.from({ length: 78 }, (_, i) => midnight(80 - i));
const RECENT = [midnight(1), midnight(-1)];

describeOnFlavour('timescale', 'the plan of a report', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('timescale');
    const writer = new VisitWriter(database.pool);
    const visits = Array.from({ length: 3_000 }, (_, i) =>
      aVisit({ time: NOW - i * 2_400_000, pageId: 1 + (i % 50) }),
    );
    for (let from = 0; from < visits.length; from += 1_000) {
      const batch = { id: randomUUID(), accountId: 1, receivedAt: NOW };
      await writer.write({ ...batch, visits: visits.slice(from, from + 1_000) });
    }
    const refresher = new RollUpRefresher(database.url, createLogger('test', 'silent'), 0);
    await refresher.run();
    await refresher.close();
    await database.pool.query('ANALYZE');
  });
  afterAll(() => database.drop());

  it.each([
    ['traffic_summary', [1, midnight(80), midnight(-1)]],
    ['find_page_digests', [1, midnight(80), midnight(-1)]],
    [
      'traffic_bots',
      [1, midnight(80), midnight(-1), ['month'], [midnight(50)], DAYS, ...RECENT, null, null],
    ],
    ['traffic_bots_of_path', [1, ['month'], [midnight(50)], DAYS, ...RECENT, '/', null, null]],
    ['traffic_pages', [1, ['month'], [midnight(50)], DAYS, ...RECENT, 10, null]],
    ['traffic_pages_of_bots', [1, ['month'], [midnight(50)], DAYS, ...RECENT, 10, null, [7]]],
    ['traffic_series_hour', [1, midnight(30), midnight(-1), null]],
    ['traffic_series_day', [1, midnight(80), midnight(-1), null]],
    ['traffic_series_week', [1, midnight(80), midnight(70), midnight(7), midnight(-1), null]],
    ['traffic_series_month', [1, midnight(80), midnight(60), midnight(20), midnight(-1), null]],
  ])('%s reads aggregates, and raw visits only after the watermark', async (name, values) => {
    const sql = readFileSync(join(SQL, `${name}.sql`), 'utf8');
    const { rows } = await database.pool.query(`EXPLAIN (FORMAT JSON) ${sql}`, values);
    const { rows: chunks } = await database.pool.query<{ name: string }>(
      "SELECT c::text AS name FROM show_chunks('visits') c",
    );
    const raw = new Set(chunks.map((chunk) => chunk.name.split('.').at(-1)));
    const read = scans(rows[0]['QUERY PLAN'][0].Plan as Plan);
    expect(read.some((scan) => !raw.has(scan['Relation Name']))).toBe(true);
    // Raw visits: only those from the watermark on (a small chunk is filtered, a large one searched by index).
    const ofRaw = read.filter((scan) => raw.has(scan['Relation Name']));
    for (const scan of ofRaw) {
      const condition = `${scan['Index Cond']} ${scan.Filter}`;
      expect(condition).toContain('NOT late');
      // A watermark that is not there yet is a day before Christ, which is no date here.
      const bounds = [...condition.matchAll(/\("time" >= '([^']+)'/g)]
        .map(([, text]) => Date.parse(text ?? ''))
        .filter((time) => !Number.isNaN(time));
      const from = Math.max(...bounds);
      expect(from).toBeGreaterThan(NOW - DAY);
    }
  });
});

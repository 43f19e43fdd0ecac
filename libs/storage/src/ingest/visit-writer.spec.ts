import {
  aVisit,
  createTestDatabase,
  countOnNodes,
  eventually,
  TEST_FLAVOUR,
  type TestDatabase,
  TestVisitWriter,
  type BatchOfVisits,
  type Visit,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import { isInfrastructureError } from '../database/database-error.js';
import { latestVersion } from '../database/migrator.js';
import { TrafficReader } from '../reports/traffic-reader.js';
import { BatchHeldError } from './ledger.js';
import { PageDictionary } from './page-dictionary.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const noon = Date.UTC(2026, 10, 20, 12);
const range = { from: new Date(Date.UTC(2026, 10, 20)), to: new Date(Date.UTC(2026, 10, 21)) };

function aBatch(visits: Visit[]) {
  return { id: randomUUID(), accountId: 1, receivedAt: noon, visits };
}

describe('VisitWriter', () => {
  it('stores every column as it was given', async () => {
    const page = { websiteId: 2, path: '/ä"\\{},\n' };
    const [pageId = null] = await new PageDictionary(database.pool).resolve([
      { ...page, time: noon },
    ]);
    const visit = aVisit({
      ...page,
      time: noon + 123,
      ip: '2001:db8::',
      pageId,
      userAgent: 'NULL',
      browser: 'Chrome',
      os: 'Windows',
      device: 'desktop',
      referer: 'https://a.example/',
      country: 'DE',
      verification: 'spoofed',
    });
    await new TestVisitWriter(database.pool).write(aBatch([visit]));
    const { rows } = await database.pool.query(
      'SELECT *, extract(epoch FROM time) * 1000 AS ms FROM visit_entries WHERE website_id = 2',
    );
    expect(rows).toEqual([
      expect.objectContaining({
        path: '/ä"\\{},\n',
        ip: '2001:db8::',
        user_agent: 'NULL',
        browser: 'Chrome',
        os: 'Windows',
        device: 'desktop',
        referer: 'https://a.example/',
        referral_source: null,
        country: 'DE',
        verification: 2,
        status_code: 200,
        page_id: String(pageId),
      }),
    ]);
    expect(Number(rows[0].ms)).toBe(noon + 123);
  });

  it('writes a batch once, however often and however parallel it is delivered', async () => {
    const writer = new TestVisitWriter(database.pool);
    const batch = aBatch([aVisit({ websiteId: 3 }), aVisit({ websiteId: 3, botId: 0 })]);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => writer.write(batch)));
    expect(outcomes.filter((outcome) => outcome.kind === 'stored')).toEqual([
      { kind: 'stored', visits: 2 },
    ]);
    expect(await writer.write(batch)).toEqual({ kind: 'duplicate' });
    const summary = await new TrafficReader(database.pool).totals(3, range);
    expect(Number(summary.total_visits)).toBe(2);
  });

  describe('with batches that come together', () => {
    const ledgerOf = async (batches: { id: string }[]) =>
      (
        await database.pool.query<{ id: string; entries: number; transaction: string }>(
          'SELECT id, entries, xmin::text AS transaction FROM log_batches WHERE id = ANY ($1)',
          [batches.map(({ id }) => id)],
        )
      ).rows;
    const transactions = async (batches: { id: string }[]) =>
      new Set((await ledgerOf(batches)).map(({ transaction }) => transaction)).size;

    it('writes them in one transaction, each with its ledger row and its own visits', async () => {
      const writer = new TestVisitWriter(database.pool);
      const batches = [
        aBatch([aVisit({ websiteId: 70, path: '/a' }), aVisit({ websiteId: 71, path: '/b' })]),
        { ...aBatch([aVisit({ websiteId: 70, path: '/c', userAgent: 'other' })]), accountId: 2 },
        aBatch([aVisit({ websiteId: 70, path: '/d', method: 'POST', browser: 'Firefox' })]),
      ];
      const outcomes = await Promise.all(batches.map((batch) => writer.write(batch)));
      expect(outcomes).toEqual([2, 1, 1].map((visits) => ({ kind: 'stored', visits })));
      expect(await transactions(batches)).toBe(1);
      const { rows } = await database.pool.query(
        `SELECT path, website_id, method, user_agent, browser FROM visit_entries
         WHERE website_id IN (70, 71) ORDER BY path`,
      );
      const plain = aVisit();
      const row = (path: string, fields: object) => ({
        path,
        website_id: 70,
        method: plain.method,
        user_agent: plain.userAgent,
        browser: plain.browser,
        ...fields,
      });
      expect(rows).toEqual([
        row('/a', {}),
        row('/b', { website_id: 71 }),
        row('/c', { user_agent: 'other' }),
        row('/d', { method: 'POST', browser: 'Firefox' }),
      ]);
      const { rows: ledger } = await database.pool.query(
        `SELECT account_id, sum(entries)::int AS entries FROM log_batches WHERE id = ANY ($1)
         GROUP BY id, account_id ORDER BY 1, 2`,
        [batches.map(({ id }) => id)],
      );
      expect(ledger).toEqual([
        { account_id: 1, entries: 1 },
        { account_id: 1, entries: 2 },
        { account_id: 2, entries: 1 },
      ]);
    });

    it('writes the new ones when the ledger already has others', async () => {
      const writer = new TestVisitWriter(database.pool);
      const skipped = [{ websiteId: 72, day: range.from.getTime(), requests: 1 }];
      const batches: BatchOfVisits[] = [1, 2, 3].map(() => ({
        ...aBatch([aVisit({ websiteId: 72 })]),
        skipped,
      }));
      const [known, split] = batches as [BatchOfVisits, BatchOfVisits];
      await writer.write(known);
      await writer.split(split);
      const outcomes = await Promise.all(batches.map((batch) => writer.write(batch)));
      expect(outcomes).toEqual([
        { kind: 'duplicate' },
        { kind: 'split' },
        { kind: 'stored', visits: 1 },
      ]);
      const { rows } = await database.pool.query(
        'SELECT sum(requests)::int AS requests FROM skipped_daily WHERE website_id = 72',
      );
      expect(rows).toEqual([{ requests: 2 }]);
      const summary = await new TrafficReader(database.pool).totals(72, range);
      expect(Number(summary.total_visits)).toBe(2);
    });

    it('counts two deliveries of one batch once', async () => {
      const writer = new TestVisitWriter(database.pool);
      const batch = aBatch([aVisit({ websiteId: 73 })]);
      const others = [1, 2].map(() => aBatch([aVisit({ websiteId: 73 })]));
      const outcomes = await Promise.all(
        [others[0], batch, batch, others[1]].map((one) => writer.write(one as BatchOfVisits)),
      );
      expect(outcomes.filter(({ kind }) => kind === 'stored')).toHaveLength(3);
      const summary = await new TrafficReader(database.pool).totals(73, range);
      expect(Number(summary.total_visits)).toBe(3);
    });

    it('fails only the batch that the database refuses', async () => {
      const writer = new TestVisitWriter(database.pool);
      const good = [1, 2, 3, 4].map(() => aBatch([aVisit({ websiteId: 74 })]));
      const bad = aBatch([aVisit({ websiteId: 74, statusCode: 99_999 })]);
      const outcomes = await Promise.allSettled(
        [...good.slice(0, 3), bad, ...good.slice(3)].map((batch) => writer.write(batch)),
      );
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
      expect(outcomes[3]).toMatchObject({ reason: { code: '22003' } });
      expect(await ledgerOf([bad])).toEqual([]);
      const summary = await new TrafficReader(database.pool).totals(74, range);
      expect(Number(summary.total_visits)).toBe(4);
    });

    it('waits for none that another transaction holds, and writes all when it is over', async () => {
      const writer = new TestVisitWriter(database.pool);
      const [held, other, ...more] = [1, 2, 3].map(() => aBatch([aVisit({ websiteId: 76 })]));
      const client = await database.pool.connect();
      await client.query('BEGIN');
      const website = TEST_FLAVOUR === 'citus' ? { website_id: 76 } : {};
      const row = { id: held?.id, account_id: 1, entries: 1, received_at: new Date(), ...website };
      const names = Object.keys(row);
      await client.query(
        `INSERT INTO log_batches (${names.join()}) VALUES (${names.map((_, at) => `$${at + 1}`).join()})`,
        Object.values(row),
      );
      const together = [held, other] as BatchOfVisits[];
      const failed = await Promise.allSettled(together.map((batch) => writer.write(batch)));
      for (const outcome of failed)
        expect(outcome).toMatchObject({ reason: expect.any(BatchHeldError) });
      expect(isInfrastructureError((failed[0] as PromiseRejectedResult).reason)).toBe(true);
      const apart = new TestVisitWriter(database.pool);
      expect(await apart.write(other as BatchOfVisits)).toEqual({ kind: 'stored', visits: 1 });
      await client.query('ROLLBACK');
      client.release();
      const left = [held, ...more] as BatchOfVisits[];
      const outcomes = await Promise.all(left.map((batch) => writer.write(batch)));
      expect(outcomes).toEqual(left.map(() => ({ kind: 'stored', visits: 1 })));
    });

    it('does not join batches whose visits are too far apart in time', async () => {
      const writer = new TestVisitWriter(database.pool, { mostDays: 2 });
      const at = (days: number) =>
        aBatch([aVisit({ websiteId: 75, time: noon - days * 86_400_000 })]);
      const near = [at(0), at(1), at(2)];
      const far = [at(0), at(3)];
      await Promise.all(near.map((batch) => writer.write(batch)));
      await Promise.all(far.map((batch) => writer.write(batch)));
      expect(await transactions(near)).toBe(1);
      expect(await transactions(far)).toBe(2);
    });
  });

  it('leaves nothing of a batch that fails', async () => {
    const writer = new TestVisitWriter(database.pool);
    const batch = aBatch([aVisit({ websiteId: 4 }), aVisit({ websiteId: 4, statusCode: 99_999 })]);
    await expect(writer.write(batch)).rejects.toMatchObject({ code: '22003' });
    const ledger = await database.pool.query('SELECT FROM log_batches WHERE id = $1', [batch.id]);
    expect(ledger.rowCount).toBe(0);
  });

  it('keeps roll-ups equal to the visits under parallel writers of the same buckets', async () => {
    const writer = new TestVisitWriter(database.pool);
    await database.pool.query(
      "INSERT INTO bots VALUES (999, 'test-bot', 'TestBot', 'Test', 'ai_search', NULL, 1)",
    );
    const batches = Array.from({ length: 20 }, (_, batch) =>
      aBatch(
        Array.from({ length: 50 }, (_, i) =>
          aVisit({
            websiteId: 5,
            botId: (i + batch) % 2 ? 999 : 0,
            time: noon - ((i * 7 + batch) % 30) * 3_600_000,
            pageId: ((i * 31 + batch) % 13) + 1,
            statusCode: i % 5 ? 200 : 404,
          }),
        ),
      ),
    );
    await Promise.all(batches.map((batch) => writer.write(batch)));
    for (const relation of [
      'traffic_hourly',
      'traffic_daily',
      'traffic_weekly',
      'traffic_monthly',
      'pages_daily',
    ]) {
      const { rows } = await database.pool.query(
        `SELECT sum(visits)::int AS visits, sum(error_visits)::int AS errors,
           sum(visits) FILTER (WHERE bot_id = 999)::int AS bots FROM ${relation} WHERE website_id = 5`,
      );
      expect({ relation, ...rows[0] }).toEqual({ relation, visits: 1000, errors: 200, bots: 500 });
    }
    const { rows } = await database.pool.query(
      `SELECT (SELECT array_agg((r.bucket, r.bot_id, r.visits, r.first_seen, r.last_seen) ORDER BY r.bucket, r.bot_id)
           FROM (SELECT bucket, bot_id, sum(visits)::bigint AS visits,
             min(first_seen) AS first_seen, max(last_seen) AS last_seen
             FROM traffic_hourly WHERE website_id = 5 GROUP BY 1, 2) r)
         IS NOT DISTINCT FROM
         (SELECT array_agg((v.bucket, v.bot_id, v.visits, v.first_seen, v.last_seen) ORDER BY v.bucket, v.bot_id)
           FROM (SELECT date_trunc('hour', time, 'UTC') AS bucket, bot_id, count(*) AS visits,
             min(time) AS first_seen, max(time) AS last_seen
             FROM visit_entries WHERE website_id = 5 GROUP BY 1, 2) v) AS equal`,
    );
    expect(rows[0].equal).toBe(true);
  });
});

describe('a newer schema', () => {
  const NEXT = latestVersion() + 1;
  const write = (batch: BatchOfVisits) => new TestVisitWriter(database.pool).write(batch);
  const batch = aBatch([aVisit({ websiteId: 6 })]);
  const refusal = {
    code: 'ZR001',
    message: `the database has schema version ${NEXT}, and this release knows ${latestVersion()}: stop this worker and start one of the newer release`,
  };
  const note = `INSERT INTO schema_migrations VALUES (${NEXT}, 'next', 'plain', 'x')`;
  afterEach(async () => {
    await database.pool.query(`DELETE FROM schema_migrations WHERE version = ${NEXT}`);
    expect(await write(batch)).toEqual({ kind: 'stored', visits: 1 });
    await database.pool.query('DELETE FROM log_batches WHERE id = $1', [batch.id]);
  });

  it('gets no visits from a writer of this release', async () => {
    await database.pool.query(note);
    await expect(write(batch)).rejects.toMatchObject(refusal);
  });

  it('gets none from a writer that waited for the migration', async () => {
    const migration = await database.pool.connect();
    try {
      await migration.query(`BEGIN; ${note}; LOCK TABLE visits IN SHARE ROW EXCLUSIVE MODE`);
      const written = write(batch).catch((error: unknown) => error);
      await eventually(async () => {
        const waiting = `SELECT count(*) FROM pg_locks WHERE relation = 'visits'::regclass AND NOT granted`;
        expect(await countOnNodes(database.pool, waiting)).toBeGreaterThan(0);
      });
      await migration.query('COMMIT');
      expect(await written).toMatchObject(refusal);
    } finally {
      migration.release(true);
    }
  });
});

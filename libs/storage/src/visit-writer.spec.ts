import { aVisit, createTestDatabase, type TestDatabase } from '@app/testing';
import { randomUUID } from 'node:crypto';
import { TrafficReader } from './traffic-reader.js';
import { type Visit, VisitWriter } from './visit-writer.js';

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
    const visit = aVisit({
      websiteId: 2,
      time: noon + 123,
      ip: '2001:db8::',
      pageId: 7,
      path: '/ä"\\{},\n',
      userAgent: 'NULL',
      browser: 'Chrome',
      os: 'Windows',
      device: 'desktop',
      referer: 'https://a.example/',
    });
    await new VisitWriter(database.pool).write(aBatch([visit]));
    const { rows } = await database.pool.query(
      'SELECT *, extract(epoch FROM time) * 1000 AS ms FROM visits WHERE website_id = 2',
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
        verification: 0,
        status_code: 200,
        page_id: '7',
      }),
    ]);
    expect(Number(rows[0].ms)).toBe(noon + 123);
  });

  it('writes a batch once, however often and however parallel it is delivered', async () => {
    const writer = new VisitWriter(database.pool);
    const batch = aBatch([aVisit({ websiteId: 3 }), aVisit({ websiteId: 3, botId: 0 })]);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => writer.write(batch)));
    expect(outcomes.filter((outcome) => outcome.kind === 'stored')).toEqual([
      { kind: 'stored', visits: 2 },
    ]);
    expect(await writer.write(batch)).toEqual({ kind: 'duplicate' });
    const summary = await new TrafficReader(database.pool).totals(3, range);
    expect(Number(summary.total_visits)).toBe(2);
  });

  it('leaves nothing of a batch that fails', async () => {
    const writer = new VisitWriter(database.pool);
    const batch = aBatch([aVisit({ websiteId: 4 }), aVisit({ websiteId: 4, ip: 'no address' })]);
    await expect(writer.write(batch)).rejects.toMatchObject({ code: '22P02' });
    const ledger = await database.pool.query('SELECT FROM log_batches WHERE id = $1', [batch.id]);
    expect(ledger.rowCount).toBe(0);
  });

  it('keeps roll-ups equal to the visits under parallel writers of the same buckets', async () => {
    const writer = new VisitWriter(database.pool);
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
           FROM traffic_hourly r WHERE website_id = 5)
         IS NOT DISTINCT FROM
         (SELECT array_agg((v.bucket, v.bot_id, v.visits, v.first_seen, v.last_seen) ORDER BY v.bucket, v.bot_id)
           FROM (SELECT date_trunc('hour', time, 'UTC') AS bucket, bot_id, count(*) AS visits,
             min(time) AS first_seen, max(time) AS last_seen
             FROM visits WHERE website_id = 5 GROUP BY 1, 2) v) AS equal`,
    );
    expect(rows[0].equal).toBe(true);
  });
});

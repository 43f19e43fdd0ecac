import { createLogger } from '@app/observability';
import {
  aVisit,
  createTestDatabase,
  runUpkeepRound,
  type TestDatabase,
  TestVisitWriter,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '../database/pool.js';
import { HoursReader } from '../reports/hours-reader.js';
import { LandingReader } from '../reports/landing-reader.js';
import { countMergeTask } from './count-merger.js';
import { pageDigestsTask } from './page-digests.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const WEBSITE = 1;
const FIRST = Date.parse('2026-06-29T00:00:00Z');
const DAYS = 70;
const SOURCES = ['ChatGPT', 'Perplexity', null];

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const logger = createLogger('test', 'silent');
  pool = createPool({
    url: database.url,
    max: 4,
    name: 'test',
    statementTimeoutMs: 20_000,
    logger,
  });
  await pool.query(
    `INSERT INTO bots (id, slug, name, provider, category, registry_version) VALUES
       (900001, 'a', 'A', 'P', 'ai_search', 1), (900002, 'b', 'B', 'Q', 'ai_assistant', 1), (900003, 'c', 'C', 'Q', 'seo', 1);
     INSERT INTO pages (website_id, id, path) SELECT ${WEBSITE}, i, '/' || i FROM generate_series(1, 20) i`,
  );
  const visits = Array.from({ length: 2_000 }, (_, i) => {
    const botId = [0, 900_001, 900_002, 900_003][(i * 7) % 4] as number;
    return aVisit({
      websiteId: WEBSITE,
      time: FIRST + Math.floor(((i * DAYS) / 2_000) * DAY),
      botId,
      verification: botId && i % 3 === 0 ? 'spoofed' : 'not_checked',
      pageId: 1 + ((i * 11) % 20),
      referer: botId ? null : `https://${i % 3}.test/`,
      referralSource: botId ? null : (SOURCES[i % 3] ?? null),
    });
  });
  const batch = { id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits };
  await new TestVisitWriter(pool).write(batch);
  await runUpkeepRound(pool, countMergeTask());
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Days of a zone that is nine hours before UTC. */
const buckets = Array.from({ length: DAYS }, (_, day) => new Date(FIRST + day * DAY + 15 * HOUR));
const range = { from: buckets[0] as Date, to: new Date(FIRST + DAYS * DAY) };
const whole = { from: new Date(FIRST), to: new Date(FIRST + DAYS * DAY) };

const series = (filter: object) =>
  new HoursReader(pool).series(WEBSITE, { range, buckets, filter });
const landings = (question: object) =>
  new LandingReader(pool).landings(
    WEBSITE,
    whole,
    { limit: 100, ...question },
    { column: 'answered_visits', reversed: false },
  );

const everything = async () => ({
  series: [
    await series({}),
    await series({ visitors: 'ai_bots' }),
    await series({ bot: 'C' }),
    await series({ verification: 'spoofed' }),
  ],
  landings: [
    await landings({}),
    await landings({ sources: ['Perplexity'] }),
    await landings({ provider: 'Q', path: '/1' }),
    await landings({ only: 'content', exact_path: '/7' }),
  ],
});

describe('What digests have as bytes', () => {
  it('is what hours and landing pages count, and is read instead of them', async () => {
    const before = await everything();
    expect(before.series[0]).toHaveLength(DAYS);
    expect(before.landings[1]?.rows[0]).toMatchObject({ crawled_visits: expect.any(Number) });
    const task = pageDigestsTask({ leastVisits: 1 });
    await runUpkeepRound(pool, task);
    await runUpkeepRound(pool, task);
    expect(await everything()).toEqual(before);

    // Neither 29 June nor its hours are in the range from 15:00 on, which no digest covers.
    const since = new Date(FIRST + DAY).toISOString();
    await pool.query(
      'UPDATE late_traffic_hourly SET visits = 9 * visits WHERE website_id = $1 AND bucket >= $2',
      [WEBSITE, since],
    );
    await pool.query('UPDATE landings_daily SET visits = 9 * visits WHERE website_id = $1', [
      WEBSITE,
    ]);
    const now = await everything();
    expect(now.series.slice(0, 3)).toEqual(before.series.slice(0, 3));
    // What has one verification only is read from hours.
    expect(now.series[3]).toEqual(before.series[3]);
    expect(now.landings).toEqual(before.landings);

    // Of a digest that was made from other visits, nothing is read.
    await pool.query('UPDATE page_digests SET visits = visits + 1 WHERE website_id = $1', [
      WEBSITE,
    ]);
    const others = await everything();
    const sum = (points: { total_visits: number }[] = []) =>
      points.reduce((total, { total_visits }) => total + total_visits, 0);
    expect(sum(others.series[0])).toBeGreaterThan(8 * sum(before.series[0]));
    expect(others.landings[0]?.rows[0]?.sent_visits).toBe(
      9 * (before.landings[0]?.rows[0]?.sent_visits ?? 0),
    );
  });
});

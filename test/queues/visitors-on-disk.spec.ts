import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { unpackEvidence } from '@app/people';
import { evidenceExpiryTask, peopleJudgeTask, type Pool } from '@app/storage';
import { aLogEntryInput, eventually, runUpkeepRound } from '@app/testing';
import pg from 'pg';
import { expectProcessed, ingest } from '../support/http.js';
import { type PostgresServer, startPostgresServer } from '../support/servers/postgres.js';
import { type RedisServer, startRedisServer } from '../support/servers/redis.js';
import { Service } from '../support/service.js';
import { settingsOf } from '../support/stores.js';
import { type QueueName, startSystemOn } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

/** Addresses that stand nowhere else. */
const ADDRESSES = {
  truncated: ['203.0.113.197', '203.0.113.213', '2001:db8:7:17::e5'],
  none: ['192.0.2.179', '198.51.100.231', '2001:db8:a:17::b3'],
};

/** Returns what is in the files of a folder, as text. */
function readAll(folder: string, isRead: (path: string) => boolean = () => true): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isRead)
    .map((file) => readFileSync(file).toString('latin1'))
    .join('\n');
}

const isOfLog = (path: string) => path.includes(`${sep}pg_wal${sep}`);

/** A page with its files, as a reader loads it. */
function pageView(ip: string) {
  const timestamp = new Date().toISOString();
  const referer = 'https://example.com/';
  return [
    aLogEntryInput({ ip, timestamp, path: '/' }),
    aLogEntryInput({ ip, timestamp, path: '/style.css', referer }),
    aLogEntryInput({ ip, timestamp, path: '/logo.png', referer }),
  ];
}

/** A pseudonym as it is packed. */
function bytesOf(pseudonym: number): string {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntLE(pseudonym, 0, 6);
  return bytes.toString('latin1');
}

function forgetsVisitors(queue: QueueName): void {
  let database: PostgresServer;
  let redis: RedisServer | undefined;
  let pool: Pool;
  let keys: Buffer[];
  let pseudonyms: number[];
  let before: { all: string; log: string };
  let after: { tables: string; counted: unknown[] };
  beforeAll(async () => {
    database = await startPostgresServer({ database: 'botgauge' });
    redis = queue === 'redis' ? await startRedisServer() : undefined;
    const env = settingsOf(database, redis);
    const { botKey } = await new Service(env).prepare();
    for (const IP_STORAGE of ['truncated', 'none'] as const) {
      const system = await startSystemOn(queue, {
        env: { ...env, IP_STORAGE, BEHAVIOUR: 'visitor' },
      });
      const entries = ADDRESSES[IP_STORAGE].flatMap(pageView);
      const stored = await countVisits();
      expectProcessed(await ingest(system.base, botKey, entries), entries.length);
      await eventually(async () => expect(await countVisits()).toBe(stored + entries.length));
      await system.stop();
    }
    pool = new pg.Pool({ connectionString: database.url });
    // Its connections may still be closing when the server stops.
    pool.on('error', () => undefined);
    await runUpkeepRound(pool, peopleJudgeTask({ pool }));
    keys = (await database.query<{ key: Buffer }>('SELECT key FROM visitor_keys')).map(
      ({ key }) => key,
    );
    pseudonyms = (
      await database.query<{ evidence: Buffer }>('SELECT evidence FROM visitor_evidence')
    ).flatMap(({ evidence }) => {
      const { visitors, addresses } = unpackEvidence(evidence);
      return [...visitors, ...addresses];
    });
    await database.query('CHECKPOINT');
    const log = readAll(database.folder, isOfLog) + (redis ? readAll(redis.folder) : '');
    before = { all: readAll(database.folder) + log, log };
    await letTimePass();
  });
  afterAll(async () => {
    await pool.end();
    await redis?.stop();
    await database.remove();
  });

  async function countVisits(): Promise<number> {
    const rows = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM visits');
    return rows[0]?.n ?? 0;
  }

  /** Two days later, a worker has forgotten what it must. */
  async function letTimePass(): Promise<void> {
    await database.query(
      `CREATE OR REPLACE FUNCTION utc_today() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
       AS $$ SELECT ((now() + INTERVAL '2 days') AT TIME ZONE 'UTC')::date $$`,
    );
    await runUpkeepRound(pool, evidenceExpiryTask());
    // A worker of the database does it within minutes.
    await database.query('VACUUM visitor_keys');
    await database.query('CHECKPOINT');
    after = {
      tables: readAll(database.folder, (path) => !isOfLog(path)),
      counted: await database.query(
        'SELECT people_visits::int FROM people_daily WHERE bot_id = 0 ORDER BY bucket',
      ),
    };
  }

  it('has judged the visitors by all of their addresses', () => {
    expect(keys).toHaveLength(1);
    expect(new Set(pseudonyms).size).toBe(2 * 6);
  });

  it('never writes a full address', () => {
    for (const address of [...ADDRESSES.truncated, ...ADDRESSES.none])
      expect(before.all.includes(address)).toBe(false);
  });

  it('has pseudonyms in tables and in the log, and no key in the log', () => {
    for (const pseudonym of pseudonyms) expect(before.all.includes(bytesOf(pseudonym))).toBe(true);
    for (const key of keys)
      for (const form of ['latin1', 'hex', 'base64'] as const)
        expect(before.log.includes(key.toString(form))).toBe(false);
  });

  it('has neither keys nor pseudonyms in any table two days later, and the verdicts still', () => {
    for (const key of keys) expect(after.tables.includes(key.toString('latin1'))).toBe(false);
    for (const pseudonym of pseudonyms)
      expect(after.tables.includes(bytesOf(pseudonym))).toBe(false);
    expect(after.counted).toEqual([{ people_visits: 18 }]);
  });
}

describeOnQueue('visitors in the files of the stores', forgetsVisitors);

import { randomUUID } from 'node:crypto';
import { chooseBackend } from '@app/queue';
import { loadConfig } from '@app/config';
import { DeadEntries } from '@app/storage';
import {
  aLogEntry,
  createTestDatabase,
  createTestRedis,
  describeOnRedis,
  type TestDatabase,
  type TestRedis,
} from '@app/testing';
import { anOperator, ISO_DATE } from '../../test/operator.js';

interface Listed {
  id: string;
}

let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = anOperator(database.url);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('TRUNCATE dead_entries; DELETE FROM bullmq.job');
});

/** Buries an entry that died this many days ago. */
async function bury(path: string, days = 0): Promise<string> {
  const id = randomUUID();
  await new DeadEntries(database.pool).buryEntry({
    id,
    ledgerId: randomUUID(),
    halfOf: [],
    countedFor: 2,
    batchId: randomUUID(),
    position: 7,
    accountId: 1,
    websiteId: 2,
    receivedAt: Date.UTC(2026, 10, 20),
    fault: { sqlstate: '22003', reason: 'value out of range' },
    payload: JSON.stringify(aLogEntry({ path, ip: '192.0.2.0' })),
  });
  await database.pool.query(
    'UPDATE dead_entries SET failed_at = now() - make_interval(days => $2) WHERE id = $1',
    [id, days],
  );
  return id;
}

async function buryJob(data: unknown): Promise<string> {
  const id = randomUUID();
  await new DeadEntries(database.pool).buryJob({
    id,
    jobId: randomUUID(),
    accountId: null,
    websiteId: null,
    receivedAt: null,
    reason: 'the job does not have the fields of version 1',
    payload: JSON.stringify(data),
  });
  return id;
}

const ids = async () => (await operator.json<Listed[]>('dead', 'list')).map(({ id }) => id);
const jobs = async () =>
  (
    await database.pool.query<{ id: string; data: Record<string, unknown> }>(
      'SELECT id, data FROM bullmq.job ORDER BY seq',
    )
  ).rows;

describe('dead list', () => {
  it('lists the newest first, without their contents', async () => {
    const old = await bury('/old', 3);
    const job = await buryJob({ v: 1 });
    const listed = await operator.json<Listed[]>('dead', 'list');
    expect(listed.map(({ id }) => id)).toEqual([job, old]);
    expect(listed[1]).toEqual({
      id: old,
      kind: 'entry',
      account_id: null,
      website_id: null,
      batch_id: expect.any(String),
      position: 7,
      received_at: '2026-11-20T00:00:00.000Z',
      failed_at: ISO_DATE,
      sqlstate: '22003',
      reason: 'value out of range',
    });
    const { stdout } = await operator.text('dead', 'list');
    expect(stdout).toContain(old);
    expect(stdout).toContain('the job does not have the fields');
    expect(stdout).not.toContain('/old');
  });

  it('lists up to the limit, and tells that there are more', async () => {
    for (const path of ['/1', '/2', '/3']) await bury(path);
    expect(await operator.json('dead', 'list', '--limit', '2')).toHaveLength(2);
    expect((await operator.text('dead', 'list', '--limit', '2')).stdout).toContain('1 more');
    expect((await operator.text('dead', 'list')).stdout).not.toContain('more');
    expect(await operator.failure(2, 'dead', 'list', '--limit', '0')).toContain('integer from 1');
  });

  it('tells that nothing is dead', async () => {
    expect((await operator.text('dead', 'list')).stdout).toContain('Nothing is dead');
    expect(await operator.json('dead', 'list')).toEqual([]);
  });
});

describe('dead show', () => {
  it('shows the whole entry and its reason', async () => {
    const id = await bury('/poison');
    const payload = aLogEntry({ path: '/poison', ip: '192.0.2.0' });
    expect(await operator.json('dead', 'show', id)).toMatchObject({
      id,
      sqlstate: '22003',
      payload,
    });
    const { stdout } = await operator.text('dead', 'show', id);
    for (const part of [id, 'value out of range', '"/poison"']) expect(stdout).toContain(part);
  });

  it('tells that there is none with this id', async () => {
    expect(await operator.failure(1, 'dead', 'show', randomUUID())).toContain(
      'npm run --silent botgauge -- dead list',
    );
    expect(await operator.failure(2, 'dead', 'show', 'x')).toContain('must be a UUID');
  });
});

describe('dead replay', () => {
  it('puts an entry back under its own id, and removes it from the list', async () => {
    const [one, other] = [await bury('/one'), await bury('/other')];
    expect(await operator.json('dead', 'replay', one)).toEqual({ replayed: [one] });
    expect(await ids()).toEqual([other]);
    expect(await jobs()).toMatchObject([
      {
        id: one,
        data: {
          v: 1,
          batches: [
            { id: one, accountId: 1, websiteId: 2, count: 1, receivedAt: Date.UTC(2026, 10, 20) },
          ],
        },
      },
    ]);
  });

  it('puts all back, page by page', async () => {
    const all = [];
    for (let i = 0; i < 120; i++) all.push(await bury(`/${i}`));
    const { replayed } = await operator.json<{ replayed: string[] }>('dead', 'replay', '--all');
    expect([...replayed].sort()).toEqual([...all].sort());
    expect(await ids()).toEqual([]);
    expect((await jobs()).map(({ id }) => id).sort()).toEqual([...all].sort());
    expect((await operator.text('dead', 'replay', '--all')).stdout).toContain('Nothing is dead');
  });

  it('puts a whole job back unchanged', async () => {
    const data = { v: 1, strange: ['x'] };
    const id = await buryJob(data);
    await operator.json('dead', 'replay', id);
    expect(await jobs()).toEqual([{ id, data }]);
  });

  it('makes the same batch again when it was interrupted before the row was deleted', async () => {
    const id = await bury('/one');
    const { rows } = await database.pool.query('SELECT * FROM dead_entries');
    await operator.json('dead', 'replay', id);
    const [before] = await jobs();
    const { kind, batch_id, position, account_id, website_id, received_at, reason, payload } =
      rows[0] as Record<string, unknown>;
    await database.pool.query(
      `INSERT INTO dead_entries (id, kind, batch_id, position, account_id, website_id, received_at, reason, payload)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, kind, batch_id, position, account_id, website_id, received_at, reason, payload],
    );
    await operator.json('dead', 'replay', id);
    expect(await jobs()).toEqual([before]);
    expect(await ids()).toEqual([]);
  });

  it('keeps an entry that the queue does not accept', async () => {
    const id = await bury('/one');
    // Only adding a job fails, and nothing that the command looks at before.
    await database.pool.query(
      'ALTER TABLE bullmq.job ADD CONSTRAINT accepts_nothing CHECK (false) NOT VALID',
    );
    try {
      expect(await operator.failure(1, 'dead', 'replay', id)).toContain('accepts_nothing');
    } finally {
      await database.pool.query('ALTER TABLE bullmq.job DROP CONSTRAINT accepts_nothing');
    }
    expect(await ids()).toEqual([id]);
  });

  it('requires one id or --all', async () => {
    for (const argv of [[], [randomUUID(), '--all']])
      expect(await operator.failure(2, 'dead', 'replay', ...argv)).toContain('or --all');
    expect(await operator.failure(1, 'dead', 'replay', randomUUID())).toContain('Nothing dead');
  });
});

describe('dead purge', () => {
  it('deletes old ones, but only with --yes', async () => {
    const [old, young] = [await bury('/old', 91), await bury('/young', 89)];
    const purge = ['dead', 'purge', '--older-than', '90'];
    expect(await operator.json(...purge)).toEqual({ purged: 0, would_purge: 1 });
    expect((await operator.text(...purge)).stdout).toContain('add --yes');
    expect(await ids()).toEqual([young, old]);
    expect(await operator.json(...purge, '--yes')).toEqual({ purged: 1 });
    expect(await ids()).toEqual([young]);
    expect(await operator.failure(2, 'dead', 'purge')).toContain('--older-than');
  });
});

describeOnRedis('dead replay with the queue in Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await createTestRedis();
  });
  afterAll(() => redis.drop());

  it('puts an entry back there, and reports when Redis is away', async () => {
    const { runCommand } = await import('../../test/run-command.js');
    const { openLogQueue } = await import('@app/queue');
    const id = await bury('/one');
    const run = (url: string) =>
      runCommand(['dead', 'replay', id], { databaseUrl: database.url, env: { REDIS_URL: url } });
    const away = await run('redis://127.0.0.1:1');
    expect(away).toMatchObject({ status: 1, stdout: '' });
    expect(away.stderr).toContain('Redis');
    expect(await ids()).toEqual([id]);
    expect(await run(redis.url)).toMatchObject({ status: 0, stderr: '' });
    expect(await ids()).toEqual([]);
    const backend = chooseBackend(loadConfig({ DATABASE_URL: database.url, REDIS_URL: redis.url }));
    const { createLogger } = await import('@app/observability');
    const { queue, close } = await openLogQueue(backend, createLogger('test', 'silent'));
    expect(await queue.waiting()).toBe(1);
    await close();
  });
});

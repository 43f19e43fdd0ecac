import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@app/testing';
import pg from 'pg';
import { isAlive } from '../../libs/local-postgres/src/process-identity.js';
import { type LocalPostgres, startLocalPostgres } from '@app/local-postgres';

let base: string;
const helpers: ChildProcess[] = [];

beforeAll(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'local-postgres '));
});

afterAll(() => {
  for (const helper of helpers) helper.kill('SIGKILL');
  fs.rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const start = (dir: string) => startLocalPostgres({ dir: path.join(base, dir), database: 'app' });

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.map((row) =>
      Object.values(row).join(),
    );
  } finally {
    await client.end();
  }
}

/**
 * Starts PostgreSQL on a folder from another process, run from `dist`, and returns what that
 * process reports.
 */
async function startElsewhere(
  dir: string,
  kind = '',
): Promise<{ helper: ChildProcess; got: Pick<LocalPostgres, 'url' | 'pid' | 'adopted'> }> {
  const program = path.join(__dirname, '../../libs/local-postgres/test/start-elsewhere.mjs');
  const helper = fork(program, [path.join(base, dir), kind], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  helpers.push(helper);
  const [got] = (await once(helper, 'message')) as [Pick<LocalPostgres, 'url' | 'pid' | 'adopted'>];
  return { helper, got };
}

describe('startLocalPostgres', () => {
  it('keeps data across restarts, in a folder with a space in its name', async () => {
    const first = await start('kept');
    await query(first.url, 'create table t as select 42 as answer');
    expect(await query(first.url, 'show max_connections')).toEqual(['60']);
    await first.stop();
    await first.exited;
    expect(isAlive(first.pid)).toBe(false);

    const second = await start('kept');
    expect(await query(second.url, 'select answer from t')).toEqual(['42']);
    expect(fs.statSync(path.join(base, 'kept/password')).mode & 0o777).toBe(0o600);
    await second.stop();
  });

  it('starts after an interrupted initdb, and with a stale or recycled postmaster.pid', async () => {
    const half = path.join(base, 'kept/data.init-1');
    fs.mkdirSync(half);
    const pidFile = path.join(base, 'kept/data/postmaster.pid');
    for (const pid of [process.pid, 2 ** 22 - 1]) {
      fs.writeFileSync(pidFile, `${pid}\n/nowhere\n1\n1\n\n\n\n`, { mode: 0o600 });
      const server = await start('kept');
      expect(server.adopted).toBe(false);
      await server.stop();
    }
    expect(fs.existsSync(half)).toBe(false);
  });

  it('waits for the busy sessions of a server whose first process was killed', async () => {
    const killed = await start('kept');
    const client = new pg.Client({ connectionString: killed.url });
    client.on('error', () => undefined);
    await client.connect();
    const begun = once(client, 'notice');
    const busy = client.query(`DO $$ DECLARE ends timestamptz := clock_timestamp() + '3 s';
      BEGIN RAISE NOTICE 'begun'; WHILE clock_timestamp() < ends LOOP END LOOP; END $$`);
    const gone = busy.catch(() => undefined);
    await begun;
    process.kill(killed.pid, 'SIGKILL');
    await killed.exited;

    const next = await start('kept');
    expect(await query(next.url, 'select answer from t')).toEqual(['42']);
    await Promise.all([gone, client.end().catch(() => undefined), next.stop()]);
  });

  it('takes over the lock of a process that is gone', async () => {
    const lock = path.join(base, 'kept/start.lock');
    fs.mkdirSync(lock);
    fs.writeFileSync(path.join(lock, 'owner'), `{"pid":${process.pid},"started":"long ago"}`);
    const server = await start('kept');
    await server.stop();
    expect(fs.existsSync(lock)).toBe(false);
  });

  it('runs one server after two simultaneous starts on an empty folder', async () => {
    const [one, two] = await Promise.all([start('both'), start('both')]);
    expect([one.adopted, two.adopted].sort()).toEqual([false, true]);
    expect(two.url).toBe(one.url);
    await Promise.all([one.stop(), two.stop()]);
    await Promise.all([one.exited, two.exited]);
    expect(isAlive(one.pid)).toBe(false);
  });

  it('gives up with what PostgreSQL said', async () => {
    const broken = startLocalPostgres({
      dir: path.join(base, 'both'),
      database: 'app',
      settings: { shared_buffers: 'much' },
    });
    await expect(broken).rejects.toThrow(/shared_buffers.*DATABASE_URL/s);
  });

  it('removes a temporary folder when it is killed, and leaves no process', async () => {
    const { helper, got } = await startElsewhere('thrown-away', 'ephemeral');
    helper.kill('SIGKILL');
    await eventually(() => {
      expect(isAlive(got.pid)).toBe(false);
      expect(fs.readdirSync(base)).not.toContain('thrown-away');
    });
  });
});

describe('two processes', () => {
  it('share one server; it ends when the process that started it is killed, and the next start runs a new one', async () => {
    const [one, two] = await Promise.all([startElsewhere('both'), startElsewhere('both')]);
    expect(two.got.pid).toBe(one.got.pid);
    expect([one.got.adopted, two.got.adopted].sort()).toEqual([false, true]);
    const [starter, other] = one.got.adopted ? [two, one] : [one, two];
    starter.helper.kill('SIGKILL');
    await once(starter.helper, 'exit');

    const next = await start('both');
    expect(next.adopted).toBe(false);
    expect(next.pid).not.toBe(one.got.pid);
    expect(isAlive(one.got.pid)).toBe(false);
    await next.stop();
    other.helper.kill('SIGKILL');
  });
});

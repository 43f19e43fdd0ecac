import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  aLogEntryInput,
  createEmptyDatabase,
  eventually,
  GPTBOT,
  TEST_FLAVOUR,
  undoneAtEnd,
} from '@app/testing';
import { startCli } from '../support/cli.js';
import { ingest } from '../support/http.js';
import { readBots, readPages, readSeries, readSummary } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const DAY = 86_400_000;
const ENTRIES = 20;

let system: System;
let tenant: Tenant;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  system = await startSystem();
  tenant = await system.createTenant();
});
afterEach(() => system.stop());

/** Returns a body whose entries have paths that no other entry has. */
const bodyOf = (number: number) =>
  JSON.stringify(
    Array.from({ length: ENTRIES }, (_, i) =>
      aLogEntryInput({
        timestamp: Date.now() - (i % 3) * 20 * DAY,
        path: `/${number}/${i}`,
        ...(i % 2 ? { user_agent: GPTBOT } : {}),
      }),
    ),
  );

async function send(base: string, number: number, body: string): Promise<void> {
  const headers = { 'idempotency-key': `batch ${number}` };
  const { status } = await ingest(base, tenant.botKey, body, headers);
  expect(status).toBe(200);
}

async function emptyDatabase() {
  const database = await createEmptyDatabase(TEST_FLAVOUR);
  if (TEST_FLAVOUR === 'timescale')
    await database.pool.query('CREATE EXTENSION IF NOT EXISTS timescaledb');
  return database;
}

async function succeed(args: string[], env: Record<string, string>): Promise<string> {
  const { status, stdout, stderr } = await startCli(args, env).ended;
  expect({ args, status, stderr: status ? stderr : '' }).toEqual({ args, status: 0, stderr: '' });
  return stdout;
}

it('can be restored elsewhere, with the same reports', async () => {
  for (let number = 0; number < 10; number++) await send(system.base, number, bodyOf(number));
  await system.untilVisits(tenant.website, 10 * ENTRIES);
  const file = join(folder, 'same.gz');
  await succeed(['backup', file], system.env);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = gunzipSync(readFileSync(file)).toString();
  for (const secret of [tenant.apiKey, tenant.botKey]) expect(text).not.toContain(secret);

  const target = await emptyDatabase();
  const env = { DATABASE_URL: target.url };
  expect(await succeed(['restore', file], env)).toMatch(/200 visits, 1 account\./);
  expect(await succeed(['verify'], env)).toBe(
    '200 visits compared with every roll-up: no differences.\n',
  );
  const restored = await startSystem({ env });
  const reportsOf = async (base: string) => {
    const reading = { base, apiKey: tenant.apiKey, id: tenant.website.public_id };
    const all = 'start_date=2026-01-01';
    return {
      summary: await readSummary(reading, all),
      bots: await readBots(reading, all),
      pages: await readPages(reading, `${all}&limit=1000`),
      weeks: await readSeries(reading, `${all}&interval=week`),
    };
  };
  expect(await reportsOf(restored.base)).toEqual(await reportsOf(system.base));
  await restored.stop();
  await target.drop();
});

it('is restored into a new embedded database where DATABASE_URL names none', async () => {
  const env = { DATA_DIR: join(folder, 'data') };
  const file = join(folder, 'same.gz');
  expect(await succeed(['restore', file], env)).toMatch(/200 visits, 1 account\./);
  // The second one finds what the first one left.
  const again = await startCli(['restore', file], env).ended;
  expect(again.status).toBe(1);
  expect(again.stderr).toContain('move its folder .botgauge/postgres away');
});

it('has every entry once that was acknowledged before, while more come than are stored', async () => {
  const bodies: string[] = [];
  const sendNext = async () => {
    const body = bodyOf(bodies.length);
    await send(system.base, bodies.length, body);
    bodies.push(body);
  };
  const writes = await heldWrites();
  while (bodies.length < 30) await sendNext();
  const before = bodies.length;
  const file = join(folder, 'load.gz');
  const backup = startBackup(file, system.env);
  await eventually(() => expect(backup.isOver() || backup.isWaiting()).toBe(true));
  for (let longest = before; !backup.isOver(); longest++) {
    await writes.letSomeThrough(backup.isOver);
    const stored = await writes.stored();
    while (bodies.length - stored <= longest) await sendNext();
  }
  await writes.release();
  expect((await backup.ended).status).toBe(0);
  const contained = Number(/"visits":(\d+),/.exec(gunzipSync(readFileSync(file)).toString())?.[1]);

  const target = await emptyDatabase();
  const env = { DATABASE_URL: target.url };
  await succeed(['restore', file], env);
  await succeed(['verify'], env);
  const count = async () =>
    (
      await target.pool.query<{ visits: number; paths: number; early: number }>(
        `SELECT count(*)::int AS visits, count(DISTINCT path)::int AS paths,
           count(*) FILTER (WHERE split_part(path, '/', 2)::int < ${before})::int AS early FROM visit_entries`,
      )
    ).rows[0]!;
  expect(await count()).toEqual({ visits: contained, paths: contained, early: before * ENTRIES });
  const restored = await startSystem({ env });
  const reading = { base: restored.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const summary = await readSummary(reading, 'start_date=2026-01-01');
  expect(summary.total_visits).toBe(contained);

  // A sender that repeats what it sent since the backup, and before, completes it.
  for (const [number, body] of bodies.entries()) await send(restored.base, number, body);
  const all = bodies.length * ENTRIES;
  expect(all).toBeGreaterThan(contained);
  await eventually(async () => expect(await count()).toMatchObject({ visits: all, paths: all }));
  await restored.stop();
  expect(await count()).toMatchObject({ visits: all, paths: all });
  await succeed(['verify'], env);
  await target.drop();
});

function startBackup(file: string, env: Record<string, string>) {
  const { ended, child } = startCli(['backup', file], env);
  let said = '';
  child.stderr?.on('data', (text: string) => (said += text));
  return {
    ended,
    isOver: () => child.exitCode !== null,
    isWaiting: () => /Waiting for \d+ jobs? of the queue to be stored/.test(said),
  };
}

/** Makes workers wait with what they have to store, as if the database were slow. */
async function heldWrites() {
  const holder = await system.database.pool.connect();
  const hold = () => holder.query('BEGIN; LOCK TABLE visits IN SHARE ROW EXCLUSIVE MODE');
  /** Returns how many batches are stored. */
  const stored = async () => {
    const { rows } = await holder.query<{ visits: number }>(
      'SELECT count(*)::int AS visits FROM visit_entries',
    );
    return (rows[0]?.visits ?? 0) / ENTRIES;
  };
  await hold();
  return {
    stored,
    /** Lets workers store some batches, unless it is too late for that. */
    letSomeThrough: async (isTooLate: () => boolean) => {
      const before = await stored();
      await holder.query('COMMIT');
      const check = async () => expect(isTooLate() || (await stored()) > before).toBe(true);
      await eventually(check, 120_000, 5);
      await hold();
    },
    release: undoneAtEnd(async () => {
      await holder.query('COMMIT');
      holder.release();
    }),
  };
}

it('waits until workers have stored what was acknowledged before', async () => {
  const idle = await startSystem({ worker: false });
  tenant = await idle.createTenant();
  await send(idle.base, 1, bodyOf(1));
  const file = join(folder, 'waited.gz');
  const { ended, isWaiting } = startBackup(file, idle.env);
  await eventually(() => expect(isWaiting()).toBe(true));
  await idle.startWorker();
  expect((await ended).status).toBe(0);
  expect(gunzipSync(readFileSync(file)).toString()).toContain(`"visits":${ENTRIES},`);
  await idle.stop();
});

it('says why it cannot be made or restored', async () => {
  const file = join(folder, 'same.gz');
  const again = await startCli(['backup', file], system.env).ended;
  expect(again).toMatchObject({ status: 1, stdout: '' });
  expect(again.stderr).toBe(`${file} is already there: name another file.\n`);
  const full = await startCli(['restore', file], system.env).ended;
  expect(full.status).toBe(1);
  expect(full.stderr).toContain('The database is not empty: it has 1 account.');
  const none = await startCli(['restore', join(folder, 'none.gz')], system.env).ended;
  expect(none.stderr).toContain('none.gz cannot be read (ENOENT)');
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ApiClient } from '@app/api-client';
import type { VisitEntry } from '@app/contracts';
import { aLogEntryInput, CHROME, eventually } from '@app/testing';
import { writeDayFile } from '../../apps/cli/src/export/day-file.js';
import { startCli } from '../support/cli.js';
import { expectProcessed, get, ingest } from '../support/http.js';
import { startSystem, type System, type Tenant } from '../support/system.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const MANY = 6_000;
const DAYS = ['--start-date', '2026-10-05', '--end-date', '2026-10-07'];
const NAMES = ['2026-10-05', '2026-10-06', '2026-10-07'];

let system: System;
let tenant: Tenant;
let proxy: TcpProxy;
let folder: string;
beforeAll(async () => {
  system = await startSystem();
  tenant = await system.createTenant({ domain: 'shop.example' });
  const agent = `${CHROME} ${'x'.repeat(800)}`;
  const entries = Array.from({ length: MANY }, (_, n) =>
    aLogEntryInput({ path: `/${n}`, user_agent: agent, timestamp: '2026-10-05T12:00:00Z' }),
  );
  entries.push(aLogEntryInput({ timestamp: '2026-10-07T23:59:59.999Z' }));
  for (let from = 0; from < entries.length; from += 1_000) {
    const some = entries.slice(from, from + 1_000);
    expectProcessed(await ingest(system.base, tenant.botKey, some), some.length);
  }
  await system.untilVisits(tenant.website, entries.length);
  proxy = await startTcpProxy(system.base);
});
afterAll(() => system.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botgauge-export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = (...options: string[]) =>
  startCli(['export', '--website', tenant.website.public_id, '--to', folder, ...options], {
    BOTGAUGE_URL: proxy.url.replace(/\/$/, ''),
    BOTGAUGE_API_KEY: tenant.apiKey,
  });
const run = (...options: string[]) => start(...options).ended;
const textOf = (name: string) => gunzipSync(readFileSync(join(folder, name))).toString();
const linesOf = (name: string) => textOf(name).split('\n').slice(0, -1);

it('writes a file for each day, also for one without visits', async () => {
  const { status, stdout, stderr } = await run(...DAYS);
  expect([status, stderr.split('\n')]).toEqual([
    0,
    [...NAMES.map((day) => `Writing ${folder}/shop.example_${day}.ndjson.gz…`), ''],
  ]);
  expect(stdout).toMatch(/^FILE +VISITS +BYTES\n.*_2026-10-05\.ndjson\.gz +6,000 +[\d,]+\n/);
  expect(readdirSync(folder).sort()).toEqual(NAMES.map((day) => `shop.example_${day}.ndjson.gz`));
  const visits = linesOf('shop.example_2026-10-05.ndjson.gz').map(
    (line) => JSON.parse(line) as VisitEntry,
  );
  expect(new Set(visits.map(({ path }) => path)).size).toBe(MANY);
  expect(textOf('shop.example_2026-10-06.ndjson.gz')).toBe('');
  const days = 'start_date=2026-10-07&end_date=2026-10-07';
  const path = `/websites/${tenant.website.public_id}/visits?${days}`;
  const { body } = await get(system.base, path, tenant.apiKey);
  const last = linesOf('shop.example_2026-10-07.ndjson.gz').map(
    (line) => JSON.parse(line) as object,
  );
  expect(last).toEqual(body.data.visits);
});

it('writes CSV with one line of names, and says so as JSON', async () => {
  const { status, stdout } = await run(...DAYS, '--format', 'csv', '--json');
  expect(status).toBe(0);
  const { files } = JSON.parse(stdout) as { files: { day: string; visits: number }[] };
  expect(files.map(({ day, visits }) => [day, visits])).toEqual([
    ['2026-10-05', MANY],
    ['2026-10-06', 0],
    ['2026-10-07', 1],
  ]);
  expect(linesOf('shop.example_2026-10-05.csv.gz')).toHaveLength(MANY + 1);
  expect(textOf('shop.example_2026-10-06.csv.gz')).toMatch(/^timestamp,method,.*\r\n$/);
});

it.each(['csv', 'ndjson'] as const)('joins the parts of a long day as %s', async (format) => {
  const website = tenant.website.public_id;
  const day = { website, day: '2026-10-05', format, overwrite: false };
  const keys = { api: tenant.apiKey };
  const api = new ApiClient({ url: system.base, keys, patienceMs: 0, onWait: () => undefined });
  const files = [join(folder, 'parts'), join(folder, 'whole')] as const;
  const parts = await writeDayFile(api, { ...day, file: files[0], part: 1_100 });
  const whole = await writeDayFile(api, { ...day, file: files[1] });
  expect([parts.visits, whole.visits]).toEqual([MANY, MANY]);
  expect(textOf('parts')).toBe(textOf('whole'));
  expect(parts.bytes).toBe(readFileSync(files[0]).length);
});

it('leaves files that are there, unless it shall replace them', async () => {
  const name = 'shop.example_2026-10-07.ndjson.gz';
  writeFileSync(join(folder, name), 'kept');
  const { status, stderr } = await run(...DAYS);
  expect([status, stderr]).toEqual([
    1,
    `${join(folder, name)} is already there: name another folder with --to, or replace it with --overwrite.\n`,
  ]);
  expect(readdirSync(folder)).toEqual([name]);
  expect(readFileSync(join(folder, name), 'utf8')).toBe('kept');
  expect((await run(...DAYS, '--overwrite')).status).toBe(0);
  expect(linesOf(name)).toHaveLength(1);
});

it('asks again for what was broken off, and writes it once', async () => {
  const { ended } = start(...DAYS, '--format', 'csv');
  await eventually(() =>
    expect(readdirSync(folder).join()).toMatch(/05\.csv\.gz\.\d+\.unfinished/),
  );
  await proxy.cut();
  await proxy.mend();
  const { status, stderr } = await ended;
  expect([status, stderr]).toEqual([0, expect.stringContaining('Waiting for the API: ')]);
  expect(linesOf('shop.example_2026-10-05.csv.gz')).toHaveLength(MANY + 1);
  expect(readdirSync(folder)).toHaveLength(3);
});

it('leaves no file that looks whole when it is killed', async () => {
  const { child, ended } = start(...DAYS);
  await eventually(() => expect(readdirSync(folder)).not.toEqual([]));
  child.kill('SIGKILL');
  await ended;
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.unfinished$/)]);
});

it.each([
  [['--start-date', '2999-01-01'], 2, /^2999-01-01 is not over yet \(UTC\)/],
  [['--format', 'xml'], 2, /Allowed choices are ndjson, csv/],
  [
    ['--to', '/dev/null/x'],
    1,
    /^The folder \/dev\/null\/x cannot be made \(ENOTDIR\): name another/,
  ],
])('explains %j', async (options, exitStatus, message) => {
  const { status, stderr } = await run(...options);
  expect(stderr).toMatch(message);
  expect(status).toBe(exitStatus);
});

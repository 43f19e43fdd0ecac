import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually, removedAtEnd, undoneAtEnd } from '@app/testing';
import pg from 'pg';

// `npm run dev` in a copy of the repository, whose sources change while it runs.

const ROOT = path.join(import.meta.dirname, '../..');
const HEALTH = 'apps/api/src/health/health.controller.ts';
/** Nearly all the time of a test: on a busy machine a start takes minutes. */
const PATIENCE_MS = 280_000;

let copy: string;
let dev: Dev;

beforeAll(() => {
  copy = removedAtEnd(fs.mkdtempSync(path.join(os.tmpdir(), 'dev ')));
  const folders = ['apps', 'libs', 'docs/feeds', 'scripts', 'dist'];
  for (const name of [...folders, 'package.json', 'package-lock.json', 'tsconfig.json'])
    fs.cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  dev = new Dev();
});

/** A run of `npm run dev -- --inspect=0`, and what it has said since it was last asked. */
class Dev {
  private output = '';
  private readonly child: ChildProcess;
  /** Ends when no process holds the output any more. */
  private readonly closed: Promise<number | null>;

  constructor() {
    this.child = spawn(process.execPath, ['scripts/run.mjs', 'dev', '--inspect=0'], {
      cwd: copy,
      env: { PATH: process.env['PATH'], HOME: copy, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.closed = once(this.child, 'close').then(([code]) => code as number | null);
    undoneAtEnd(() => this.stop());
  }

  /** Waits until it says this, and returns everything that it has said since the last time. */
  says(text: string): Promise<string> {
    return eventually(() => {
      expect(this.output).toContain(text);
      const said = this.output;
      this.output = '';
      return said;
    }, PATIENCE_MS);
  }

  /** Stops it as Ctrl-C does, and returns its exit status. */
  stop(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.closed;
  }
}

const valueIn = (said: string, name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(said)![1]!;

function change(file: string, text: string, other: string): void {
  const place = path.join(copy, file);
  const before = fs.readFileSync(place, 'utf8');
  expect(before).toContain(text);
  fs.writeFileSync(place, before.replaceAll(text, other));
}

async function get(address: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(address, { headers });
  return response.text();
}

let baseUrl: string;
let page: string;
let key: string;
const health = () => get(`${baseUrl}/healthz`);

it('prints addresses and a key with which they answer', async () => {
  const said = await dev.says('Press Ctrl-C');
  [baseUrl, page, key] = [valueIn(said, 'API'), valueIn(said, 'Page'), valueIn(said, 'API key')];
  const websites = await get(`${page}api/v1/websites`, { 'x-api-key': key });
  expect(websites).toContain(valueIn(said, 'Website'));
  expect(said).toContain(`${page}#sign-in=`);
  expect(await health()).toContain('"alive"');
});

it('lets a debugger attach to both programs, with the way to their sources', async () => {
  await dev.stop();
  dev = new Dev();
  const said = await dev.says('Press Ctrl-C');
  const ports = [...said.matchAll(/Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)/g)];
  const lists = await Promise.all(ports.map(([, port]) => get(`http://127.0.0.1:${port}/json`)));
  expect(lists.join()).toContain(path.join(copy, 'dist/apps/api/src/main.js'));
  expect(lists.join()).toContain(path.join(copy, 'dist/apps/worker/src/main.js'));
  const map = path.join(copy, 'dist', `${HEALTH.replace(/ts$/, 'js')}.map`);
  const { sources } = JSON.parse(fs.readFileSync(map, 'utf8')) as { sources: string[] };
  expect(sources.map((file) => path.resolve(path.dirname(map), file))).toEqual([
    path.join(copy, HEALTH),
  ]);
  // It has the account of the first start, and still shows its key.
  expect(valueIn(said, 'API key')).toBe(key);
  [baseUrl, page] = [valueIn(said, 'API'), valueIn(said, 'Page')];
});

it('answers as the source says, as soon as it says so', async () => {
  change(HEALTH, "'alive'", "'awake'");
  expect(await dev.says(`s: ${HEALTH}`)).toMatch(/^Reloaded API in \d+\.\d s: /m);
  expect(await health()).toContain('"awake"');
});

it('tells what does not compile, goes on as before, and recovers', async () => {
  change(HEALTH, "'awake'", "'a'wake'");
  expect(await dev.says('Not reloaded.')).toContain(`${HEALTH}: `);
  expect(await health()).toContain('"awake"');
  change(HEALTH, "'a'wake'", "'well'");
  await dev.says('Reloaded API in ');
  expect(await health()).toContain('"well"');
});

it('tells what does not start, and starts it when that is mended', async () => {
  const fault = "throw new Error('not yet');\n";
  fs.appendFileSync(path.join(copy, HEALTH), fault);
  expect(await dev.says('It is started again at the next change.')).toContain('not yet');
  change(HEALTH, fault, '');
  await dev.says('Reloaded API in ');
  expect(await health()).toContain('"well"');
});

it('starts again what uses a library, also when a file of it is new or gone', async () => {
  const file = 'libs/config/src/more/new.ts';
  fs.mkdirSync(path.join(copy, path.dirname(file)));
  fs.writeFileSync(path.join(copy, file), 'export const more: number = 1;\n');
  expect(await dev.says(`s: ${file}`)).toContain('Reloaded API and worker');
  const built = path.join(copy, 'dist/libs/config/src/more/new.js');
  expect(fs.readFileSync(built, 'utf8')).toContain('more = 1;');
  change(file, '= 1', '= 2');
  await dev.says(`s: ${file}`);
  expect(fs.readFileSync(built, 'utf8')).toContain('more = 2;');
  fs.rmSync(path.join(copy, path.dirname(file)), { recursive: true });
  await dev.says(`s: ${file}`);
  expect(fs.existsSync(built)).toBe(false);
});

it('applies a new migration before it starts the programs', async () => {
  const migrations = 'libs/storage/sql/migrations';
  const numbers = fs.readdirSync(path.join(copy, migrations)).map((name) => parseInt(name, 10));
  const name = `${String(Math.max(...numbers) + 1).padStart(4, '0')}_tried.sql`;
  fs.writeFileSync(path.join(copy, migrations, name), 'CREATE TABLE tried (one integer);\n');
  expect(await dev.says(name)).toContain('Reloaded API and worker');
  const server = path.join(copy, '.botgauge/dev/server.json');
  const { url } = JSON.parse(fs.readFileSync(server, 'utf8')) as { url: string };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  expect((await client.query('SELECT * FROM tried')).rows).toEqual([]);
  await client.end();
});

it('serves the page from its sources', async () => {
  expect(await get(page)).toContain('/@vite/client');
  const file = 'apps/dashboard/src/words/numbers.ts';
  expect(await get(`${page}src/words/numbers.ts`)).toContain('Intl.NumberFormat');
  fs.appendFileSync(path.join(copy, file), 'export const seenAtOnce = 1;\n');
  await eventually(async () =>
    expect(await get(`${page}src/words/numbers.ts`)).toContain('seenAtOnce'),
  );
});

it('leaves nothing behind but its own data', async () => {
  const server = path.join(copy, '.botgauge/dev/server.json');
  const { pid } = JSON.parse(fs.readFileSync(server, 'utf8')) as { pid: number };
  expect(await dev.stop()).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(fs.existsSync(server)).toBe(false);
  expect(fs.readdirSync(path.join(copy, '.botgauge'))).toEqual(['dev']);
});

it('says what it can do, and what it cannot', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/run.mjs', 'dev', ...args], {
      cwd: ROOT,
      encoding: 'utf8',
    });
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--inspect') });
  for (const wrong of ['--inspect=65535', '--inspekt', 'api'])
    expect(run(wrong)).toMatchObject({ status: 2, stderr: expect.stringContaining(wrong) });
});

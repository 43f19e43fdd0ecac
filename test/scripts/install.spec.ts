import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@app/testing';

// `scripts/run.mjs` in a clone with only two packages in its lock file, and with a replacement for
// npm. There is nothing to build, so every run ends with the message about the compiler.

const ROOT = path.join(import.meta.dirname, '../..');
const NOTHING_TO_BUILD = '@swc/core cannot be loaded';
const LOCK = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/jest': { version: '1.0.0', dev: true },
  },
};

let clone: string;
let npm: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  clone = fs.mkdtempSync(path.join(os.tmpdir(), 'clone '));
  npm = path.join(clone, 'npm/npm-cli.js');
  fs.cpSync(path.join(ROOT, 'scripts'), path.join(clone, 'scripts'), { recursive: true });
  for (const folder of ['apps/dashboard', 'libs', 'docs/feeds', 'npm'])
    fs.mkdirSync(path.join(clone, folder), { recursive: true });
  fs.writeFileSync(path.join(clone, 'package.json'), '{ "type": "module" }');
  fs.writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify(LOCK));
  fs.copyFileSync(path.join(import.meta.dirname, 'stand-in-npm.mjs'), npm);
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  fs.rmSync(clone, { recursive: true, force: true, maxRetries: 5 });
});

const npmDoes = (behave: string) => fs.writeFileSync(path.join(clone, 'npm/behave'), behave);
const said = (file: string) => fs.readFileSync(path.join(clone, 'npm', file), 'utf8');
const calls = () => said('calls').trim().split('\n');

interface Run {
  child: ChildProcess;
  output: () => string;
  status: Promise<number | null>;
}

function run(command: string[], env: Record<string, string> = {}): Run {
  const [file, ...args] = command as [string, ...string[]];
  const child = spawn(file, args, {
    cwd: clone,
    env: { PATH: process.env['PATH'], npm_execpath: npm, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  // Closed pipes show that no process is left that holds them.
  const status = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => output, status };
}

const target = (name: string) => run([process.execPath, 'scripts/run.mjs', name]);

/** The file may be there before anything is in it. */
async function installingPids(): Promise<number[]> {
  return eventually(() => {
    const pids = said('pids').split(' ').map(Number);
    expect(pids).not.toContain(0);
    return pids;
  });
}

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('stops at once on Ctrl-C while npm installs, and the next run starts from the beginning', async () => {
  npmDoes('hang');
  const { child, output, status } = target('start');
  const pids = await installingPids();
  await eventually(() => expect(output()).toMatch(/^ {2}\d+ s: 0 of 1 packages$/m));
  child.kill('SIGINT');
  expect(await status).toBe(130);
  expect(output()).toContain('Run the same command again');
  await eventually(() => expect(pids.filter(runs)).toEqual([]));

  npmDoes('install');
  const again = target('start');
  expect(await again.status).toBe(1);
  expect(again.output()).toContain(NOTHING_TO_BUILD);
  expect(fs.existsSync(path.join(clone, 'node_modules/a'))).toBe(true);
});

it('stops when npm and its shell are gone', async () => {
  npmDoes('hang');
  const script = `"${process.execPath}" scripts/run.mjs start; exit`;
  const { child, status } = run(['sh', '-c', script], { npm_lifecycle_event: 'start' });
  const pids = await installingPids();
  child.kill('SIGKILL');
  // The pipe closes when `scripts/run.mjs` has ended, too.
  await status;
  await eventually(() => expect(pids.filter(runs)).toEqual([]));
});

it('installs what the service needs, everything for tests, and removes nothing', async () => {
  npmDoes('install');
  for (const name of ['start', 'start', 'test', 'start']) {
    const { output, status } = target(name);
    await status;
    expect(output()).toContain(NOTHING_TO_BUILD);
  }
  expect(calls()).toEqual([
    expect.stringContaining('--omit=dev --include=optional --ignore-scripts'),
    expect.stringContaining('--include=dev --include=optional --ignore-scripts'),
  ]);

  fs.writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify({ ...LOCK, new: 1 }));
  await target('start').status;
  expect(calls()[2]).toContain('--include=dev');
});

it('accepts what a plain `npm ci` installed, without packages of other platforms', async () => {
  const optional = { version: '1.0.0', optional: true };
  const installed = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/tool': optional };
  const packages = {
    ...installed,
    '': { optionalDependencies: { tool: '1.0.0' } },
    'node_modules/tool-for-wasm': { ...optional, cpu: ['wasm32'] },
    'node_modules/needed-by-wasm': optional,
  };
  fs.writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify({ packages }));
  const record = path.join(clone, 'node_modules/.package-lock.json');
  fs.mkdirSync(path.dirname(record));
  fs.writeFileSync(record, JSON.stringify({ packages: installed }));
  await target('start').status;
  expect(fs.existsSync(path.join(clone, 'npm/calls'))).toBe(false);

  npmDoes('install');
  const without = { packages: { 'node_modules/a': installed['node_modules/a'] } };
  fs.writeFileSync(record, JSON.stringify(without));
  await target('start').status;
  expect(calls()).toHaveLength(1);
});

it('asks the registry when the cache of npm is too old', async () => {
  npmDoes('stale');
  await target('start').status;
  expect(calls().map((call) => call.includes('--prefer-offline'))).toEqual([true, false]);
});

it("shows npm's output when it fails", async () => {
  npmDoes('fail');
  const { output, status } = target('start');
  expect(await status).toBe(1);
  expect(output()).toMatch(/something of its own\n[^]*Check the connection to the npm registry/);
  expect(calls()).toHaveLength(1);
});

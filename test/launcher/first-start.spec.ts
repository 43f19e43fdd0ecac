import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { childEnvironment } from '@app/config';
import { eventually } from '@app/testing';
import { LaunchSite } from '../../apps/launcher/test/launched.js';

// Real launches from `dist` as an ordinary user, who may not use every port. The API is the real
// one where its port matters.
let site: LaunchSite;
let taken: Server;
beforeAll(async () => {
  site = new LaunchSite();
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(async () => {
  taken.close();
  await site.close();
});

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** A clone in a folder of root's own cannot be run by anybody else. */
const canBeNobody = isRoot && runAsNobody(`fs.accessSync(${JSON.stringify(__filename)})`);

function runAsNobody(script: string): boolean {
  return spawnSync(process.execPath, ['-e', script], { uid: NOBODY, gid: NOBODY }).status === 0;
}

const start = (env: Record<string, string>) => {
  if (canBeNobody) fs.chownSync(site.folder, NOBODY, NOBODY);
  return site.launch(['start'], { env, standIns: true, ...(canBeNobody ? { uid: NOBODY } : {}) });
};
const REAL_API = 'yes';

/** If this user may listen on port 80, this cannot be tested. */
const FIRST_FREE_PORT = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const guarded =
  (canBeNobody || !isRoot) &&
  fs.existsSync(FIRST_FREE_PORT) &&
  Number(fs.readFileSync(FIRST_FREE_PORT)) > 80;

/** Runs the command line as npm does, in another shell while the service is running. */
function botgauge(args: string[], env: Record<string, string>) {
  const script = path.join(import.meta.dirname, '../../scripts/run.mjs');
  return spawnSync(process.execPath, [script, 'botgauge', ...args], {
    encoding: 'utf8',
    env: childEnvironment({ DATA_DIR: path.join(site.folder, 'data'), ...env }),
  });
}

const KEYS = /API key: +(api_\w+)/;

it('shows the keys at the first start that succeeds, and never again', async () => {
  if (guarded) {
    const forbidden = start({ REAL_API, PORT: '80' });
    expect(await forbidden.ended).toBe(1);
    expect(forbidden.output).toContain('This user may not listen on port 80: set PORT to 1024');
    expect(forbidden.output).not.toMatch(/\n +at |api_/);
  }
  const { port } = taken.address() as AddressInfo;
  const inUse = start({ REAL_API, PORT: `${port}` });
  expect(await inUse.ended).toBe(1);
  expect(inUse.output).toContain(`Port ${port} on 127.0.0.1 is in use`);
  expect(inUse.output).not.toMatch(/\n +at |api_/);

  const first = start({});
  await first.says('Press Ctrl-C');
  expect(first.output).toMatch(KEYS);
  // The file goes after what it holds has been printed.
  await eventually(() =>
    expect(fs.readdirSync(path.join(site.folder, 'data'))).not.toContain('first-keys.json'),
  );
  expect(await first.stop()).toBe(0);
  const secretKey = path.join(site.folder, 'data', 'secret-key');
  expect(fs.statSync(secretKey).mode & 0o777).toBe(0o600);
  const made = fs.readFileSync(secretKey, 'utf8');
  expect(first.output).not.toContain(made.trim());

  const later = start({});
  await later.says('Press Ctrl-C');
  expect(later.output).toContain('The keys were shown once');
  expect(later.output).not.toContain('secret');
  await later.stop();
  expect(fs.readFileSync(secretKey, 'utf8')).toBe(made);
});

it('lets the command line find its API', async () => {
  const running = start({});
  await running.says('Press Ctrl-C');
  const env = { BOTGAUGE_API_KEY: 'api_secret', PORT: '2' };
  const found = botgauge(['report', '--website', 'ws_1'], env);
  expect(found.stderr).toContain('has no website ws_1. It has: none.');
  await running.stop();
  const gone = botgauge(['report', '--website', 'ws_1'], env);
  expect(gone.stderr).toContain('The API at http://127.0.0.1:2 has not answered for 5 s');
});

it('leaves keys that could not be shown to the next start', async () => {
  const env = { DATA_DIR: path.join(site.folder, 'other') };
  const file = site.write('file', '');
  const failed = site.launch(['start'], {
    env: { ...env, BOOTSTRAP_FILE: path.join(file, 'keys.json') },
    standIns: true,
  });
  expect(await failed.ended).toBe(1);
  expect(failed.output).toContain('correct BOOTSTRAP_FILE, then start again.');
  expect(failed.output).not.toContain('secret');
  const next = site.launch(['start'], { env, standIns: true });
  await next.says('Press Ctrl-C');
  expect(next.output).toMatch(KEYS);
  await next.stop();
});

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { childEnvironment } from '@app/config';
import { LaunchSite } from '../../test/launched.js';

// Real launches from `dist` as an ordinary user, who may not use every port.
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
const start = (PORT: string) => {
  if (isRoot) fs.chownSync(site.folder, NOBODY, NOBODY);
  return site.launch(['start'], { env: { PORT }, ...(isRoot ? { uid: NOBODY } : {}) });
};

/** If Linux lets everybody listen on port 80, this cannot be tested. */
const FIRST_FREE_PORT = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const guarded = fs.existsSync(FIRST_FREE_PORT) && Number(fs.readFileSync(FIRST_FREE_PORT)) > 80;

/** Runs the command line as npm does, in another shell while the service is running. */
function botgauge(args: string[], env: Record<string, string>) {
  const script = path.join(import.meta.dirname, '../../../../scripts/run.mjs');
  return spawnSync(process.execPath, [script, 'botgauge', ...args], {
    encoding: 'utf8',
    env: childEnvironment({ DATA_DIR: path.join(site.folder, 'data'), ...env }),
  });
}

const KEYS = /API key: +(api_\w+)/;

it('shows the keys at the first start that succeeds, and never again', async () => {
  if (guarded) {
    const forbidden = start('80');
    expect(await forbidden.ended).toBe(1);
    expect(forbidden.output).toContain('This user may not listen on port 80: set PORT to 1024');
    expect(forbidden.output).not.toMatch(/\n +at |api_/);
  }
  const { port } = taken.address() as AddressInfo;
  const inUse = start(`${port}`);
  expect(await inUse.ended).toBe(1);
  expect(inUse.output).toContain(`Port ${port} on 127.0.0.1 is in use`);
  expect(inUse.output).not.toMatch(/\n +at |api_/);

  const first = start('0');
  await first.says('Press Ctrl-C');
  const [, apiKey = ''] = KEYS.exec(first.output) ?? [];
  const [, base = ''] = /Botgauge is ready: +(\S+)/.exec(first.output) ?? [];
  const answer = await fetch(`${base}/api/v1/websites`, { headers: { 'x-api-key': apiKey } });
  expect(answer.status).toBe(200);
  const found = botgauge(['report', '--website', 'ws_nobody'], { BOTGAUGE_API_KEY: apiKey });
  expect(found.stderr).toMatch(/has no website ws_nobody\. It has: ws_\w+ \(example\.com\)/);
  expect(await first.stop()).toBe(0);
  const gone = botgauge(['report', '--website', 'ws_1'], { BOTGAUGE_API_KEY: apiKey, PORT: '2' });
  expect(gone.stderr).toContain('The API at http://127.0.0.1:2 has not answered for 5 s');
  expect(fs.readdirSync(path.join(site.folder, 'data'))).not.toContain('first-keys.json');

  const later = start('0');
  await later.says('Press Ctrl-C');
  expect(later.output).toContain('The keys were shown once');
  expect(later.output).not.toMatch(/(?:api|bot)_\w{9}/);
  await later.stop();
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

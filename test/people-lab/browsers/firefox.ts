import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, killedAtEnd, removedAtEnd } from '@app/testing';
import type { LabBrowser, Profile, ProfileOptions, Tab } from './browser.js';
import { Marionette } from './marionette.js';

const NAMES = ['firefox-esr', 'firefox'];
const START_MS = 60_000;
const OPENS_TAB = `arguments[0].setAttribute('target', '_blank')`;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Each of its profiles is a process of its own, because a process has one proxy. */
export function findFirefox(): LabBrowser {
  const program = NAMES.find((name) => !spawnSync(name, ['--version']).error);
  if (!program) throw new Error('Firefox is not in PATH (apt install firefox-esr)');
  return {
    name: 'firefox',
    open: (options) => openProfile(program, options),
  };
}

async function openProfile(program: string, options: ProfileOptions): Promise<Profile> {
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-firefox-')));
  writeFileSync(join(folder, 'user.js'), preferences(options));
  const args = ['--headless', '--marionette', '--no-remote', '--profile', folder];
  const process = killedAtEnd(spawn(program, args, { stdio: 'ignore' }));
  const driver = await Marionette.connect(await portOf(folder));
  await driver.call('NewSession', { acceptInsecureCerts: true });
  return {
    tab: tabOf(driver),
    close: async () => {
      driver.close();
      await end(process);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function end(process: ChildProcess): Promise<void> {
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
}

/** Firefox writes into its profile on which port it listens. */
async function portOf(folder: string): Promise<number> {
  let port = 0;
  await eventually(() => {
    port = Number(readFileSync(join(folder, 'MarionetteActivePort'), 'utf8'));
    if (!port) throw new Error('Firefox did not start');
  }, START_MS);
  return port;
}

/** All that it asks for goes through the door, also for the loopback address. */
function preferences({ door, agent }: ProfileOptions): string {
  const values: Record<string, string | number | boolean> = {
    'marionette.port': 0,
    'network.proxy.type': 1,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': door,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': door,
    'network.proxy.no_proxies_on': '',
    ...(agent === undefined ? {} : { 'general.useragent.override': agent }),
  };
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

function tabOf(driver: Marionette): Tab {
  const find = async (selector: string) => {
    const { value } = await driver.call<{ value: Record<string, string> }>('FindElement', {
      ...{ using: 'css selector', value: selector },
    });
    return value;
  };
  const click = async (element: Record<string, string>) =>
    void (await driver.call('ElementClick', { id: element[ELEMENT] }));
  return {
    visit: async (url) => void (await driver.call('Navigate', { url })),
    click: async (selector) => click(await find(selector)),
    clickForNewTab: async (selector) => {
      const link = await find(selector);
      await driver.call('ExecuteScript', { script: OPENS_TAB, args: [link] });
      await click(link);
    },
    back: async () => void (await driver.call('Back')),
    reload: async () => void (await driver.call('Refresh')),
  };
}

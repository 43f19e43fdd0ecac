import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@app/config';
import { addressNumbers } from '@app/contracts';
import { createLogger } from '@app/observability';
import { eventually, removedAtEnd } from '@app/testing';
import { createHosters, HostersInUse } from './hosters-in-use.js';

let folder: string;
let running: HostersInUse[];
let told: object[];
let warnings: object[];
beforeEach(() => {
  folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-hosters-')));
  [running, told, warnings] = [[], [], []];
});
afterEach(() => Promise.all(running.map((hosters) => hosters.stop())));

/** Puts a file at its place at once, as a careful download does. */
function put(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
  return path;
}

/** The part of a worker that has the lists. */
async function aWorker(path: string) {
  const logger = createLogger('test', 'silent');
  logger.info = (details: object) => void told.push(details);
  logger.warn = (details: object) => void warnings.push(details);
  const hosters = new HostersInUse({ path, logger, lookMs: 10 });
  running.push(hosters);
  await hosters.start();
  const has = (address: string) => hosters.current().has(addressNumbers(address)!);
  return { hosters, has };
}

it('knows the addresses of all lists from its start on, and says how many', async () => {
  const files = [put('a.txt', '192.0.2.0/25\n'), put('b.txt', '2001:db8:5::/48\n203.0.113.9\n')];
  const { has } = await aWorker(folder);
  const found = ['192.0.2.127', '192.0.2.128', '2001:db8:5:1::1', '2001:db8:6::1', '203.0.113.9'];
  expect(found.map(has)).toEqual([true, false, true, false, true]);
  expect([told, warnings]).toEqual([[{ files, networks: 3 }], []]);
});

it('knows what a file has after a change, and makes nothing new without one', async () => {
  put('a.txt', '192.0.2.0/24');
  const { hosters, has } = await aWorker(folder);
  put('a.txt', '203.0.113.0/24');
  await eventually(() => expect([has('192.0.2.1'), has('203.0.113.1')]).toEqual([false, true]));
  const { length } = told;
  const before = hosters.current();
  put('b.md', 'nothing');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect([hosters.current() === before, told.length, length]).toEqual([true, 2, 2]);
});

it('says once what is wrong with a file, and keeps what it had', async () => {
  const file = put('a.txt', '192.0.2.0/24\n');
  const { has } = await aWorker(folder);
  put('a.txt', '192.0.2.0/24\n<html>\n');
  const reason = 'Line 2 is no address and no CIDR: "<html>"';
  await eventually(() => expect(warnings).toEqual([{ file, reason }]));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(warnings).toHaveLength(1);
  expect(has('192.0.2.1')).toBe(true);
  put('a.txt', '203.0.113.0/24\n');
  await eventually(() => expect(has('203.0.113.1')).toBe(true));
  put('a.txt', 'nobody');
  await eventually(() => expect(warnings).toHaveLength(2));
});

it('starts without the file, and reads it when it comes', async () => {
  const file = join(folder, 'ranges.txt');
  const { has } = await aWorker(file);
  expect(warnings).toEqual([{ file, reason: 'It cannot be read (ENOENT).' }]);
  expect([has('192.0.2.1'), told]).toEqual([false, []]);
  put('ranges.txt', '192.0.2.0/24');
  await eventually(() => expect(has('192.0.2.1')).toBe(true));
});

it('is there only where a list is named and visitors are judged', () => {
  const logger = createLogger('test', 'silent');
  const isThere = (env: Record<string, string>) => !!createHosters(loadConfig(env), logger);
  expect(isThere({})).toBe(false);
  expect(isThere({ HOSTER_LISTS: folder })).toBe(true);
  expect(isThere({ HOSTER_LISTS: folder, BEHAVIOUR: 'entry' })).toBe(false);
  expect(isThere({ HOSTER_LISTS: folder, IP_STORAGE: 'none' })).toBe(false);
});

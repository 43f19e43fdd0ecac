import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogRecord } from '@app/log-delivery';
import { defaultFolder, RecordFiles } from './records.js';

const TARGET = { url: 'http://127.0.0.1:1', website: 'ws_1' };
const RECORD: LogRecord = {
  version: 1,
  target: TARGET,
  name: 'access.log',
  head: { bytes: 3, sha256: 'abc' },
  format: 'combined',
  done: undefined,
  cutAt: 4_711,
  entries: 12,
  rejected: 0,
  updatedAt: '2026-11-20T12:00:00.000Z',
  complete: true,
};

let folder: string;
let store: RecordFiles;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'records-'));
  store = await RecordFiles.open(folder, TARGET);
  path = store.newPath('access.log');
  await store.save({ path, record: RECORD });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives back a record as it was', async () => {
  const [found] = await store.all();
  expect(found).toEqual({ path, record: JSON.parse(JSON.stringify(RECORD)) as LogRecord });
});

it('refuses a record that is damaged, wherever, because its log would be sent again', async () => {
  const whole = readFileSync(path);
  const end = whole.length - 1;
  const damages = Array.from({ length: end }, (_, at) => {
    const other = Buffer.from(whole);
    other[at] = (whole[at] as number) ^ 1;
    return other;
  });
  // An octet of the name of the checksum: what it is about is right all the same.
  const isOfName = (at: number) => at >= whole.indexOf('"sha256":"', end - 80) && at < end - 66;
  const cut = Array.from({ length: end }, (_, length) => whole.subarray(0, length));
  for (const [at, damage] of [...damages.entries()].filter(([place]) => !isOfName(place))) {
    writeFileSync(path, damage);
    expect([at, await store.all().catch(String)]).toEqual([
      at,
      expect.stringMatching(/is damaged.*move it away/),
    ]);
  }
  for (const damage of [...cut, Buffer.concat([whole, whole]), Buffer.from('null')]) {
    writeFileSync(path, damage);
    await expect(store.all()).rejects.toThrow(/is damaged.*move it away/);
  }
});

it('reads a record of a release that wrote no checksum', async () => {
  writeFileSync(path, JSON.stringify(RECORD));
  expect(await store.all()).toHaveLength(1);
});

it('says that nothing can be kept when the folder is gone', async () => {
  rmSync(folder, { recursive: true });
  const said = /cannot be kept in .*ENOENT.*IMPORT_STATE_DIR/;
  await expect(store.save({ path, record: RECORD })).rejects.toThrow(said);
  await expect(store.all()).rejects.toThrow(said);
});

it('has a folder where the system keeps such data', () => {
  expect(defaultFolder('linux', '/home/me', undefined)).toBe(
    '/home/me/.local/state/botgauge/imports',
  );
  const local = 'D:\\Users\\me\\AppData\\Local';
  expect(defaultFolder('win32', 'C:\\Users\\me', local)).toBe(`${local}\\botgauge\\imports`);
  expect(defaultFolder('win32', 'C:\\Users\\me', undefined)).toBe(
    'C:\\Users\\me\\AppData\\Local\\botgauge\\imports',
  );
});

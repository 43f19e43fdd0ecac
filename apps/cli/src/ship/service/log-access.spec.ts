import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { logAccessFor } from './log-access.js';

/** A group of Debian. */
const STAFF = 50;
const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;
const reason = isRoot ? '' : ' (skipped: only root may give files to another group)';

let folder: string;
beforeEach(() => {
  folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-access-')));
  chmodSync(folder, 0o755);
});

function aLog(name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, 'a line\n');
  chmodSync(path, mode);
  return path;
}

it('is that of the usual group for logs that do not exist yet', async () => {
  const path = join(folder, 'access.log*');
  expect(await logAccessFor([path], [])).toEqual({
    ...{ groups: ['adm'], readsAll: false, belowHome: false },
  });
});

it('has the usual group also where everybody may read now, because a rotation may change that', async () => {
  aLog('access.log', 0o644);
  const access = await logAccessFor([join(folder, '*.log')], [process.execPath]);
  expect(access).toMatchObject({ groups: ['adm'], readsAll: false });
});

asRoot(`is that of the groups that may read logs or open their folders${reason}`, async () => {
  chownSync(aLog('access.log', 0o640), 0, STAFF);
  expect(await logAccessFor([join(folder, '*.log')], [])).toMatchObject({
    ...{ groups: ['adm', 'staff'], readsAll: false },
  });
  mkdirSync(join(folder, 'closed'));
  chownSync(join(folder, 'closed'), 0, STAFF);
  chmodSync(join(folder, 'closed'), 0o750);
  aLog('closed/access.log', 0o644);
  const access = await logAccessFor([join(folder, 'closed/*')], []);
  expect(access).toMatchObject({ groups: ['adm', 'staff'] });
});

asRoot(`is that of root where no group may read${reason}`, async () => {
  aLog('access.log', 0o600);
  const logs = [join(folder, '*.log')];
  expect(await logAccessFor(logs, [])).toMatchObject({ readsAll: true });
  const program = aLog('main.js', 0o600);
  aLog('access.log', 0o644);
  expect(await logAccessFor(logs, [program])).toMatchObject({ readsAll: true });
});

it('tells whether something is below the folder of a user', async () => {
  const of = async (path: string) => (await logAccessFor([path], [])).belowHome;
  expect(await of('/home/shop.example/logs/access.log')).toBe(true);
  expect(await of('/homework/access.log')).toBe(false);
});

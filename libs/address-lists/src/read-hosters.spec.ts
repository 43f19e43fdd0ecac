import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { type HosterFile, readHosters } from './read-hosters.js';

let folder: string;
beforeEach(() => {
  folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-hosters-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (name: string) => join(folder, name);
const put = (name: string, text: string) => writeFileSync(pathOf(name), text);
const prefixesOf = (files: readonly HosterFile[]) => files.map(({ prefixes }) => prefixes);

it('reads a file, whatever its name is', async () => {
  put('ranges', '# Hosters\n192.0.2.0/24\n2001:db8::/32\n');
  const { files, faults } = await readHosters(pathOf('ranges'), []);
  expect(faults).toEqual([]);
  expect(files).toMatchObject([
    { file: pathOf('ranges'), prefixes: ['192.0.2.0/24', '2001:db8::/32'] },
  ]);
});

it('reads the files of a folder whose names end with .txt, in their order', async () => {
  put('b.txt', '203.0.113.0/24');
  put('a.txt', '192.0.2.0/24');
  put('README.md', 'Where these came from.');
  put('.hidden.txt', '198.51.100.0/24');
  const { files, faults } = await readHosters(folder, []);
  expect(faults).toEqual([]);
  expect(prefixesOf(files)).toEqual([['192.0.2.0/24'], ['203.0.113.0/24']]);
});

it('does not use a wrong file at first, and uses the others', async () => {
  put('a.txt', '192.0.2.0/24');
  put('b.txt', '203.0.113.0/24\nnobody\n');
  const { files, faults } = await readHosters(folder, []);
  expect(prefixesOf(files)).toEqual([['192.0.2.0/24'], []]);
  expect(faults).toEqual([
    { file: pathOf('b.txt'), fault: 'Line 2 is no address and no CIDR: "nobody"' },
  ]);
});

it('keeps what a file had while it is wrong, and says so each time', async () => {
  put('a.txt', '192.0.2.0/24');
  const first = await readHosters(folder, []);
  put('a.txt', '');
  const wrong = await readHosters(folder, first.files);
  expect(prefixesOf(wrong.files)).toEqual([['192.0.2.0/24']]);
  expect(wrong.faults).toEqual([{ file: pathOf('a.txt'), fault: 'It has no addresses.' }]);
  expect(await readHosters(folder, wrong.files)).toEqual(wrong);
  put('a.txt', '203.0.113.0/24');
  const right = await readHosters(folder, wrong.files);
  expect([prefixesOf(right.files), right.faults]).toEqual([[['203.0.113.0/24']], []]);
});

it('reads only files that have changed, also those that kept date and length', async () => {
  put('a.txt', '192.0.2.0/24');
  put('b.txt', '203.0.113.0/24');
  const first = await readHosters(folder, []);
  const { atime, mtime } = statSync(pathOf('a.txt'));
  put('new', '192.0.3.0/24');
  utimesSync(pathOf('new'), atime, mtime);
  renameSync(pathOf('new'), pathOf('a.txt'));
  const second = await readHosters(folder, first.files);
  expect(prefixesOf(second.files)).toEqual([['192.0.3.0/24'], ['203.0.113.0/24']]);
  expect(second.files[1]).toBe(first.files[1]);
});

it('forgets a file that is removed, and keeps all while the folder is away or has none', async () => {
  put('a.txt', '192.0.2.0/24');
  put('b.txt', '203.0.113.0/24');
  const first = await readHosters(folder, []);
  rmSync(pathOf('b.txt'));
  const second = await readHosters(folder, first.files);
  expect(prefixesOf(second.files)).toEqual([['192.0.2.0/24']]);
  rmSync(pathOf('a.txt'));
  const empty = await readHosters(folder, second.files);
  expect(empty).toEqual({
    files: second.files,
    faults: [{ file: folder, fault: 'It has no file whose name ends with .txt.' }],
  });
  rmSync(folder, { recursive: true });
  expect(await readHosters(folder, second.files)).toEqual({
    files: second.files,
    faults: [{ file: folder, fault: 'It cannot be read (ENOENT).' }],
  });
});

it('reads no file that is too long, no folder for a file, and no more than 32', async () => {
  put('long.txt', '#'.repeat(2 * 2 ** 20 + 1));
  mkdirSync(pathOf('folder.txt'));
  const { faults } = await readHosters(folder, []);
  expect(faults).toEqual([
    { file: pathOf('folder.txt'), fault: 'It is no file.' },
    { file: pathOf('long.txt'), fault: 'It is longer than 2 MiB.' },
  ]);
  for (let at = 0; at < 33; at++) put(`a${String(at).padStart(2, '0')}.txt`, `192.0.2.${at}`);
  const many = await readHosters(folder, []);
  expect(prefixesOf(many.files).flat()).toHaveLength(32);
  expect(many.files.at(-1)?.prefixes).toEqual(['192.0.2.31/32']);
  expect(many.faults).toEqual([
    { file: folder, fault: 'It has more than 32 lists: put them together.' },
  ]);
});

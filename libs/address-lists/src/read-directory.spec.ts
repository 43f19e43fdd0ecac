import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { aList, BUNDLED, published, TEN } from '../test/example-lists.js';
import { loadLists } from './load-lists.js';

const lists = [aList(), aList({ id: 'edge', role: 'edge', format: 'text' })];
const NEW = [...TEN, '21.0.0.0/24'];
const TODAY = new Date();

let directory: string;
beforeEach(() => {
  directory = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-lists-')));
});
afterEach(() => rmSync(directory, { recursive: true }));

const put = (name: string, text: string, changedAt = TODAY) => {
  writeFileSync(join(directory, name), text);
  utimesSync(join(directory, name), changedAt, changedAt);
};
const load = () => loadLists({ from: { directory }, lists, bundled: BUNDLED, rows: [] });

it('reads the files that are named by a list, and dates them by their last change', async () => {
  put('example.json', published(NEW), new Date('2026-11-20T10:00:00Z'));
  put('edge.txt', '# Edges\n20.9.0.0/24\n20.9.0.0/25\n');
  put('README.md', 'Who put these files here.');
  mkdirSync(join(directory, '..data.json'));
  expect(await load()).toEqual({
    lists: [
      { id: 'example', origin: 'file', prefixes: NEW, fetchedAt: '2026-11-20T10:00:00.000Z' },
      { id: 'edge', origin: 'file', prefixes: ['20.9.0.0/24'], fetchedAt: TODAY.toISOString() },
    ],
    faults: [],
  });
});

it('reads a list of lines in the place of JSON, and JSON in the place of lines', async () => {
  put('example.txt', NEW.join('\n'));
  put('edge.json', JSON.stringify(['20.9.0.0/24']));
  const { lists, faults } = await load();
  expect(faults).toEqual([]);
  expect(lists.map(({ prefixes }) => prefixes)).toEqual([NEW, ['20.9.0.0/24']]);
});

it('keeps what is newer: the release, or the file', async () => {
  put('example.json', published(NEW), new Date('2026-05-04T00:00:00Z'));
  expect((await load()).lists).toEqual([{ ...BUNDLED[0], origin: 'bundled' }]);
});

it.each([
  ['example.json', '<html>', /no JSON/],
  ['example.json', published(TEN.slice(0, 4)), /shrinks by more than half/],
  ['example.json', published([...TEN, '::/0']), /::\/0 is wider than/],
  ['example.json', ' '.repeat(2 ** 20 + 1), /longer than 1 MiB/],
  ['edge.txt', '20.9.0.0/24\nnobody\n', /Line 2 is no address/],
  ['gptbot2.json', published(TEN), /There is no list "gptbot2"/],
])('does not use a wrong %s, and says why: case %#', async (name, text, reason) => {
  put(name, text);
  const { lists, faults } = await load();
  expect(lists).toEqual([{ ...BUNDLED[0], origin: 'bundled' }]);
  expect(faults).toMatchObject([
    { file: join(directory, name), fault: expect.stringMatching(reason) as string },
  ]);
});

it('does not use a file of the future, a folder, or a folder that is away', async () => {
  put('example.json', published(NEW), new Date(Date.now() + 48 * 3_600_000));
  mkdirSync(join(directory, 'edge.txt'));
  expect((await load()).faults.map(({ fault }) => fault)).toEqual([
    'It is no file.',
    'Its date is in the future: set it with `touch`.',
  ]);
  rmSync(directory, { recursive: true });
  const away = await load();
  mkdirSync(directory);
  expect(away).toEqual({
    lists: [{ ...BUNDLED[0], origin: 'bundled' }],
    faults: [{ file: directory, fault: 'It cannot be read (ENOENT).' }],
  });
});

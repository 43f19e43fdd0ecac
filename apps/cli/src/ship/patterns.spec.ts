import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { expandPattern, fileAt, patternFits, siblingsOf } from './patterns.js';

const NAMES = ['a/access.log', 'a/access.log.1', 'a/error.log', 'b/access.log', 'b/.access.log'];
let folder: string;
beforeAll(() => {
  folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-patterns-')));
  for (const name of ['a', 'b']) mkdirSync(join(folder, name));
  for (const name of NAMES) writeFileSync(join(folder, name), name);
});

it.each([
  ['a/access.log', ['a/access.log']],
  ['a/*', ['a/access.log', 'a/access.log.1', 'a/error.log']],
  ['*/access.log*', ['a/access.log', 'a/access.log.1', 'b/access.log']],
  ['a/access?log', ['a/access.log']],
  ['b/.*', ['b/.access.log']],
  ['c/*.log', []],
  ['a/access.log/*', []],
])('%s names %j', async (pattern, names) => {
  const paths = await expandPattern(join(folder, pattern));
  expect(paths).toEqual(names.map((name) => join(folder, name)));
  for (const path of paths) expect(patternFits(join(folder, pattern), path)).toBe(true);
});

it('tells what a pattern does not fit', () => {
  expect(patternFits('/var/log/*.log', '/var/log/nginx/access.log')).toBe(false);
  expect(patternFits('/var/log/*.log', '/var/log/access.log.1')).toBe(false);
  expect(patternFits('/var/log/a+b(1).log', '/var/log/a+b(1).log')).toBe(true);
});

it.each([
  ['C:\\logs\\W3SVC1\\*.log', 'C:\\logs\\W3SVC1\\u_ex261130.log', true],
  ['c:/LOGS/w3svc?/U_EX*.LOG', 'C:\\logs\\W3SVC1\\u_ex261130.log', true],
  ['\\\\?\\C:\\logs\\*.log', '\\\\?\\C:\\logs\\u_ex261130.log', true],
  ['\\\\server\\logs\\*.log', '\\\\server\\logs\\u_ex261130.log', true],
  ['C:\\logs\\*.log', 'C:\\logs\\W3SVC1\\u_ex261130.log', false],
  ['C:\\logs\\*.log', 'D:\\logs\\u_ex261130.log', false],
])('on Windows, whether %s fits %s: %j', (pattern, path, fits) => {
  expect(patternFits(pattern, path, win32)).toBe(fits);
});

it('finds the files that may be a log under another name', async () => {
  const found = await siblingsOf(join(folder, 'a', 'access.log'));
  expect(found).toEqual(['a/access.log', 'a/access.log.1'].map((name) => join(folder, name)));
  expect(await siblingsOf('/nowhere/access.log')).toEqual([]);
});

it('finds only files with content', async () => {
  expect(await fileAt(join(folder, 'a', 'access.log'))).toMatchObject({ size: 12 });
  expect(await fileAt(join(folder, 'nothing'))).toBeUndefined();
  expect(await fileAt(folder)).toBeUndefined();
  writeFileSync(join(folder, 'empty'), '');
  expect(await fileAt(join(folder, 'empty'))).toBeUndefined();
});

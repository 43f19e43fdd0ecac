// What the command line of both builds prints and writes.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { removedAtEnd } from '@app/testing';
import { startCli } from '../../support/cli.js';
import { dayBefore } from '../account/contents.js';
import type { RunningBuild } from '../builds/running-build.js';
import { readCsv } from './csv.js';
import { type Difference, differencesOf } from './differences.js';
import { maskFields, replaceIds } from './masked-fields.js';
import { sorted, sortTies } from './order.js';

/** The commands; `{id}` stands for the first website, and `{folder}` for a folder for files. */
export function commandsOf(instant: number): string[][] {
  const report = ['report', '--website', '{id}'];
  const files = ['export', '--website', '{id}', '--to', '{folder}', '--start-date'];
  const days = [dayBefore(instant, 40), '--end-date', dayBefore(instant, 36)];
  return [
    ...['today', 'last_7_days', 'last_30_days', 'last_month'].map((period) => [
      ...report,
      '--period',
      period,
    ]),
    [...report, '--start-date', dayBefore(instant, 400), '--end-date', dayBefore(instant, 2)],
    [...report, '--json'],
    [...files, ...days, '--json'],
    [...files, ...days, '--format', 'csv', '--json'],
    ['verify'],
    ['dead', 'list', '--json'],
    ['feeds', '--website', '{id}', '--json'],
    ['websites', 'list', '--json'],
    ['accounts', 'list', '--json'],
  ];
}

/** Runs a command of both builds, and compares what it printed and the files that it wrote. */
export async function compareCommand(
  before: RunningBuild,
  after: RunningBuild,
  command: readonly string[],
): Promise<Difference[]> {
  const [one, other] = await Promise.all([run(before, command), run(after, command)]);
  return differencesOf(one, other);
}

async function run(build: RunningBuild, command: readonly string[]): Promise<unknown> {
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-same-')));
  const values: Record<string, string> = {
    '{id}': build.account.ids.get('website 1') ?? '',
    '{folder}': folder,
  };
  const args = command.map((word) => values[word] ?? word);
  const { status, stdout, stderr } = await startCli(args, build.commandLine, build.service.dist)
    .ended;
  const printed = replaceIds(stdout, build.names)
    .replaceAll(folder, '{folder}')
    .replaceAll(build.base, '{url}');
  const isJson = command.includes('--json') && status === 0;
  return {
    status,
    ...(status === 0 ? {} : { failed: stderr.replaceAll(folder, '{folder}') }),
    printed: isJson ? documentOf(printed, command) : paragraphsOf(printed),
    files: Object.fromEntries(
      readdirSync(folder)
        .sort()
        .map((name) => [name, visitsIn(join(folder, name))]),
    ),
  };
}

/**
 * Returns the lines of each paragraph by its first line, so that one that only AFTER has does not
 * make all lines below it different.
 */
export function paragraphsOf(text: string): Record<string, string[]> {
  const paragraphs: Record<string, string[]> = {};
  for (const paragraph of text.split(/\n{2,}/)) {
    const [first = '', ...others] = paragraph.split('\n');
    (paragraphs[first] ??= []).push(...others);
  }
  return paragraphs;
}

/** Feeds are shown as their route shows them. */
const ROUTES: Readonly<Record<string, string>> = { feeds: 'listFeeds' };

function documentOf(text: string, [name = '']: readonly string[]): unknown {
  const document = maskFields(JSON.parse(text), ROUTES[name] ?? `command ${name}`);
  // Each build has an order of its own for entries that could not be stored.
  return name === 'dead' && Array.isArray(document) ? sorted(document) : document;
}

function visitsIn(file: string): unknown[] {
  const text = gunzipSync(readFileSync(file)).toString();
  const visits = file.endsWith('.csv.gz')
    ? readCsv(text)
    : text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as unknown);
  return sortTies(visits, 'timestamp', false);
}

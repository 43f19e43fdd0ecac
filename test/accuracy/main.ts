// npm run accuracy [-- FOLDER… [--figures]]: measures how often the verdict of the built product is
// right.
//
// It always uses the fixtures beside this file, then the folder that BOTGAUGE_TEST_DATA names, then
// each FOLDER. CONTRIBUTING.md tells what a folder may contain. With --figures it prints no list of
// what was judged wrong, so that collections on which no rule shall be tuned can be measured.
import { existsSync } from 'node:fs';
import { BOT_REGISTRY } from '@app/classification';
import {
  BOT_COLUMNS,
  botFigures,
  CATEGORY_COLUMNS,
  categoryFigures,
  LOG_COLUMNS,
  logFigures,
  nameOf,
  PEOPLE_COLUMNS,
  peopleFigures,
} from './figures.js';
import { sameName } from './same.js';
import { readFixtures, readLogs, readSets, type Sample } from './samples.js';
import { percent, printTable, type Table } from './tables.js';

function fixtureTables(): Table[] {
  const groups = new Map<string, { all: number; right: number }>();
  const wrong: string[][] = [];
  for (const { group, expected, userAgent } of readFixtures()) {
    const found = nameOf(userAgent);
    const right = expected === 'bot' ? found !== 'human' : found === expected;
    const counts = groups.get(group) ?? { all: 0, right: 0 };
    groups.set(group, { all: counts.all + 1, right: counts.right + Number(right) });
    if (!right) wrong.push([expected, found, userAgent]);
  }
  const rows = [...groups].map(([group, { all, right }]) => [group, all, percent(right, all)]);
  return [
    { title: 'Fixtures of our own', head: ['group', 'user agents', 'right'], rows },
    ...missTables('Fixtures that are judged wrong', wrong),
  ];
}

/** The figures of a folder, without the user agents behind them. */
export function figuresOf(folder: string): Table[] {
  const sets = [...readSets(folder)];
  const of = (samples: Sample[], wanted: string) => samples.filter(({ label }) => label === wanted);
  const bots = sets.map(([set, samples]) => botFigures(set, of(samples, 'bot')));
  const people = sets.flatMap(([set, samples]) => peopleFigures(set, of(samples, 'human')));
  const categories = sets.flatMap(([set, samples]) => categoryFigures(set, of(samples, 'bot')));
  const labels = new Map(sets.flatMap(([, all]) => all.map(({ ua, label }) => [ua, label])));
  const logs = readLogs(folder).flatMap((log) => logFigures(log, labels));
  const tables: Table[] = [
    { title: 'Bots', head: BOT_COLUMNS, rows: bots.filter(([, all]) => all !== 0) },
    { title: 'People', head: PEOPLE_COLUMNS, rows: people },
    { title: 'Real logs', head: LOG_COLUMNS, rows: logs },
    { title: 'Bots of another category', head: CATEGORY_COLUMNS, rows: categories },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

function missesOf(folder: string): Table[] {
  const sets = [...readSets(folder)];
  const samples = sets.flatMap(([, all]) => all).map((sample) => ({ ...sample, is: sample.label }));
  const wrong = samples
    .map(({ is, ua }) => [is, nameOf(ua), ua])
    .filter(([is, found]) => (is === 'bot') === (found === 'human'));
  const aiNames = (sets.find(([set]) => set === 'ai-bots.tsv')?.[1] ?? [])
    .map(({ name = '', ua }) => [name, nameOf(ua), ua])
    .filter(([name = '', found = '']) => !sameName(name, found));
  return [
    ...missTables('Samples that are judged wrong', wrong),
    ...missTables('AI agents under another name, or known to be none', aiNames),
  ];
}

function missTables(title: string, rows: string[][]): Table[] {
  const head = ['is', 'judged', 'user agent'];
  return rows.length > 0 ? [{ title: `${title}: ${rows.length}`, head, rows }] : [];
}

/** Prints every table and returns the exit status. */
export function main(args: readonly string[]): number {
  const figuresOnly = args.includes('--figures');
  const further = args.filter((argument) => !argument.startsWith('-'));
  const missing = further.filter((folder) => !existsSync(folder));
  const unknown = args.filter((argument) => argument.startsWith('-') && argument !== '--figures');
  if (missing.length + unknown.length > 0) {
    console.error(`There is no folder or option ${[...missing, ...unknown].join(', ')}.`);
    console.error('Usage: npm run accuracy -- [--figures] [FOLDER…]');
    return 2;
  }
  console.log(`${BOT_REGISTRY.length} rows in the registry`);
  fixtureTables().forEach(printTable);
  const own = process.env.BOTGAUGE_TEST_DATA;
  const folders = own === undefined ? further : [own, ...further];
  if (folders.length === 0) {
    console.log('\nNo folder with collections was named: only the fixtures were judged.');
  }
  for (const folder of folders) {
    console.log(`\n# ${folder}`);
    figuresOf(folder).forEach(printTable);
    if (!figuresOnly) missesOf(folder).forEach(printTable);
  }
  return 0;
}

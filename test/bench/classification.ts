// Measures how long a verdict takes, compared with other libraries, on the same user agents in the
// same run.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { classify, createClassifier } from '@app/classification';
import patterns from 'crawler-user-agents';
import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { readFixtures, readLogs, readSamples } from '../accuracy/samples.js';
import { compareInMixes } from './classification-mix.js';
import { type Cell, percentile, printTable } from './figures.js';

type Judge = (userAgent: string) => unknown;

const LONGEST = 1024;
const ROUNDS = 3;

/** Returns user agents of the maximum length that repeat text which is difficult for patterns. */
function hostileAgents(): string[] {
  const starts = ['', 'Mozilla/5.0 (', 'Mozilla/5.0 (Linux; Android ', 'A/1 (', 'Opera/9.8 ('];
  const pieces = [
    '(',
    'a ',
    '1.',
    'x/',
    'http://a',
    'a@a.',
    'android',
    'bot',
    '; ',
    '(KHTML, like ',
  ]
    .concat([
      'Mozilla/5.0 (',
      'CFNetwork/1 ',
      'compatible; ',
      'Safari/1 ',
      'pod',
      'Linux; Android ',
      '-',
    ])
    .concat(['_', '%20', 'Version/1 ', 'galaxy ', 'Build/', 'wv) ', 'player', 'www.']);
  return starts.flatMap((start) =>
    pieces.flatMap((one) =>
      pieces.map((two) => (start + (one + two).repeat(LONGEST)).slice(0, LONGEST)),
    ),
  );
}

/** Returns a new string, as one that comes from a socket, so that its hash is not yet known. */
const fresh = (text: string) => Buffer.from(text).toString();

/** Returns the microseconds of each user agent, from the shortest to the longest. */
function time(judge: Judge, userAgents: string[]): number[] {
  for (const userAgent of userAgents.slice(0, 2000)) judge(fresh(userAgent));
  const microseconds = new Float64Array(userAgents.length).fill(Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    userAgents.forEach((userAgent, index) => {
      const text = fresh(userAgent);
      const start = process.hrtime.bigint();
      judge(text);
      const spent = Number(process.hrtime.bigint() - start) / 1000;
      // The best of the rounds counts, so that a pause of the garbage collector does not count as
      // work.
      microseconds[index] = Math.min(microseconds[index] ?? Infinity, spent);
    });
  }
  return [...microseconds].sort((a, b) => a - b);
}

const at = (sorted: number[], share: number) => percentile(sorted, share).toFixed(1);

/** Returns the mean, because a single look-up is shorter than the clock can measure. */
function timeCached(judge: Judge, userAgents: string[]): number {
  const texts = userAgents.slice(0, 5000).map(fresh);
  for (const text of texts) judge(text);
  const start = process.hrtime.bigint();
  for (let round = 0; round < 20; round++) for (const text of texts) judge(text);
  return Number(process.hrtime.bigint() - start) / 1000 / (20 * texts.length);
}

function peers(): Record<string, Judge> {
  const expressions = patterns.map(({ pattern }) => new RegExp(pattern));
  return {
    isbot: (ua) => isbot(ua),
    'crawler-user-agents': (ua) => expressions.some((expression) => expression.test(ua)),
    'ua-parser-js (browser, os, device)': (ua) => {
      const parser = new UAParser(ua);
      return [parser.getBrowser(), parser.getOS(), parser.getDevice()];
    },
  };
}

function inputs(): Map<string, string[]> {
  const folder = process.env.BOTGAUGE_TEST_DATA;
  const sets = new Map([['fixtures', readFixtures().map(({ userAgent }) => userAgent)]]);
  if (folder !== undefined && existsSync(join(folder, 'ua'))) {
    const samples = readSamples(folder);
    const of = (label: string) =>
      samples.filter((sample) => sample.label === label).map(({ ua }) => ua);
    sets.set('bots', of('bot'));
    sets.set('people', of('human'));
  }
  if (folder !== undefined && existsSync(join(folder, 'logs'))) {
    const distinct = readLogs(folder).flatMap(({ agents }) => [...agents.keys()]);
    sets.set('distinct of a log', [...new Set(distinct)]);
  }
  sets.set(`hostile, ${LONGEST} characters`, hostileAgents());
  return sets;
}

export function classification(): void {
  const folder = process.env.BOTGAUGE_TEST_DATA;
  if (folder !== undefined) compareInMixes(folder);
  const classifiers: Record<string, Judge> = { Botgauge: classify, ...peers() };
  const head = ['user agents', 'library', 'number', 'median', '99 %', 'longest'];
  const rows: Cell[][] = [];
  for (const [set, userAgents] of inputs()) {
    for (const [library, judge] of Object.entries(classifiers)) {
      const sorted = time(judge, userAgents);
      const figures = [at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1)];
      rows.push([set, library, String(userAgents.length), ...figures]);
    }
  }
  printTable('Microseconds a user agent that was never seen', head, rows);

  const cached = createClassifier({ cacheSize: 50_000 });
  const known = [...inputs().values()].flat().filter((userAgent) => userAgent.length < LONGEST);
  const mean = timeCached((ua) => cached.classify(ua), known);
  printTable(
    'Microseconds a user agent that is remembered',
    ['library', 'mean'],
    [['Botgauge', mean.toFixed(3)]],
  );
}

// npm run accuracy: measures how often the verdict of the built product is right.
//
// It always uses the fixtures beside this file. With BOTGAUGE_TEST_DATA, it also uses the
// collections in that folder that exist: ua/*.ndjson (one {"ua", "label": "bot"|"human", "source"}
// per line), ai-bots.tsv (token, operator, example_user_agent), logs/*.ndjson (log entries).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BOT_REGISTRY, classify, type ReasonedVerdict } from '@app/classification';
import { isbot } from 'isbot';
import { readAiBots, readFixtures, readLogs, readSamples } from './samples.js';
import { percent, printTable } from './tables.js';

/** Rows with smaller ids name no bot; a rule recognises them. */
const FIRST_NAMED_ID = 10;

interface Group {
  kind: string;
  all: number;
  bots: number;
  named: number;
  /** What isbot judges to be bots. */
  isbot: number;
}

const isNamed = (verdict: ReasonedVerdict) =>
  verdict.kind !== 'human' && verdict.bot.id >= FIRST_NAMED_ID;

function nameOf(userAgent: string): string {
  const verdict = classify(userAgent);
  return verdict.kind === 'human' ? 'human' : verdict.bot.name;
}

function reportFixtures(): void {
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
  printTable('Fixtures of our own', ['group', 'user agents', 'right'], rows);
  printMisses('Fixtures that are judged wrong', wrong);
}

function reportSamples(folder: string): void {
  const groups = new Map<string, Group>();
  const misses: string[][] = [];
  for (const sample of readSamples(folder)) {
    const { ua, label } = sample;
    const kind = label === 'bot' ? 'bots' : /^(?:Mozilla|Opera)\//.test(ua) ? 'browsers' : 'apps';
    const key = `${kind}, ${sample.source ?? 'no source'}`;
    const counts: Group = groups.get(key) ?? { kind, all: 0, bots: 0, named: 0, isbot: 0 };
    const verdict = classify(ua);
    const isBot = verdict.kind !== 'human';
    counts.all += 1;
    counts.bots += Number(isBot);
    counts.named += Number(isNamed(verdict));
    counts.isbot += Number(isbot(ua));
    groups.set(key, counts);
    if (isBot !== (label === 'bot')) misses.push([label, nameOf(ua), ua]);
  }
  const rows = [...groups].map(([key, { kind, all, bots, named, isbot: peer }]) => [
    key,
    all,
    percent(bots, all),
    kind === 'bots' ? percent(named, bots) : '',
    percent(peer, all),
  ]);
  printTable(
    'Taken for bots: recall on bots, false positives on browsers and apps',
    ['source', 'user agents', 'Botgauge', 'of them with a name', 'isbot'],
    rows,
  );
  printMisses('Samples that are judged wrong', misses);
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function reportAiBots(folder: string): void {
  const wrong: string[][] = [];
  const agents = readAiBots(folder);
  let found = 0;
  let named = 0;
  for (const { token, example } of agents) {
    const verdict = classify(example);
    const name = nameOf(example);
    found += Number(verdict.kind === 'ai_bot');
    if (plain(name) === plain(token)) named += 1;
    else wrong.push([token, name, example]);
  }
  printTable(
    'AI agents with a user agent of their own',
    ['agents', 'AI bots', 'name as listed'],
    [[agents.length, percent(found, agents.length), percent(named, agents.length)]],
  );
  printMisses('AI agents under another name, or known to be none', wrong);
}

function reportLogs(folder: string): void {
  const rows: (string | number)[][] = [];
  for (const { file, userAgents } of readLogs(folder)) {
    const bots = userAgents.map((ua) => classify(ua)).filter((verdict) => verdict.kind !== 'human');
    const declared = bots.filter(({ bot }) => bot.category !== 'disguised' && bot.id !== 2);
    const named = bots.filter(isNamed);
    rows.push([file, userAgents.length, bots.length, percent(named.length, declared.length)]);
  }
  printTable(
    'Real logs (declared: a user agent that is there and no malformed browser)',
    ['log', 'requests', 'by bots', 'declared bots with a name'],
    rows,
  );
}

function printMisses(title: string, rows: string[][]): void {
  if (rows.length > 0) printTable(`${title}: ${rows.length}`, ['is', 'judged', 'user agent'], rows);
}

/** Prints every table and returns the exit status. */
export function main(): number {
  console.log(`${BOT_REGISTRY.length} rows in the registry`);
  reportFixtures();
  const folder = process.env.BOTGAUGE_TEST_DATA;
  if (folder === undefined) {
    console.log('\nBOTGAUGE_TEST_DATA names no folder: only the fixtures were judged.');
    return 0;
  }
  if (existsSync(join(folder, 'ua'))) reportSamples(folder);
  if (existsSync(join(folder, 'ai-bots.tsv'))) reportAiBots(folder);
  if (existsSync(join(folder, 'logs'))) reportLogs(folder);
  return 0;
}

import type { Outcome } from './judge.js';

/** The result of one mutation. */
export interface Row {
  name: string;
  outcome: Outcome;
  seconds: number;
}

/** What the table calls an outcome: in capitals what somebody has to do something about. */
const WORDS: Record<Outcome['kind'], string> = {
  caught: 'caught',
  survived: 'SURVIVED',
  'no longer applies': 'NO LONGER APPLIES',
  'not tested': 'NOT TESTED',
  'timed out': 'TIMED OUT',
};
const WIDTH = Math.max(...Object.values(WORDS).map((word) => word.length));
const SECONDS_WIDTH = 5;
const INDENT = ' '.repeat(WIDTH + SECONDS_WIDTH + 4);

/**
 * Renders the result of a mutation: a line, and below it the first test that failed, or what is
 * wrong.
 */
export function renderRow({ name, outcome, seconds }: Row): string {
  const time = `${seconds.toFixed(0)} s`.padStart(SECONDS_WIDTH);
  const line = `${WORDS[outcome.kind].padEnd(WIDTH)}  ${time}  ${name}`;
  return [line, ...detailsOf(outcome).map((detail) => INDENT + detail)].join('\n');
}

/** Renders how many of the mutations had which outcome. */
export function renderSum(rows: Row[]): string {
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const counts = (Object.keys(WORDS) as Outcome['kind'][])
    .map((kind) => ({ kind, count: rows.filter(({ outcome }) => outcome.kind === kind).length }))
    .filter(({ kind, count }) => count > 0 || kind === 'caught')
    .map(({ kind, count }) => `${count} ${WORDS[kind]}`);
  return `${rows.length} mutations in ${seconds.toFixed(0)} s: ${counts.join(', ')}.`;
}

function detailsOf(outcome: Outcome): string[] {
  switch (outcome.kind) {
    case 'caught': {
      const [first, ...others] = outcome.tests;
      if (!first) return [];
      const more = others.length > 0 ? ` (and ${others.length} more)` : '';
      return [`${first.suite}: ${first.test}${more}`];
    }
    case 'survived':
      return ['No test of its suites fails: write the one that is missing.'];
    case 'timed out':
      return [`Its suites did not end within ${outcome.seconds} s.`];
    case 'no longer applies':
    case 'not tested':
      return outcome.reason.split('\n');
  }
}

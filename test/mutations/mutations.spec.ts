import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, whyNoGit } from '../support/copy-checkout.js';
import { whyNotApplicable } from './copy-of-sources.js';
import { faultsOfBaseline, judge, type SuiteResult, type TestResult } from './judge.js';
import { parseHeader, readMutations } from './mutation.js';
import { choose, parseOptions } from './options.js';
import { renderRow, renderSum, type Row } from './table.js';

const DIFFERENCE = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';

const test = (fullName: string, ...failureMessages: string[]): TestResult => ({
  fullName,
  status: failureMessages.length > 0 ? 'failed' : 'passed',
  failureMessages,
});
const suite = (name: string, ...assertionResults: TestResult[]): SuiteResult => ({
  name,
  status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  message: '',
  assertionResults,
});
const broken = (name: string, message: string): SuiteResult => ({
  ...suite(name),
  status: 'failed',
  message,
});

describe('the mutations in the folder', () => {
  const mutations = readMutations();

  it('are thirty or more', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(30);
  });

  it.each(mutations.map(({ name, suites }) => [name, suites] as const))(
    'name suites that exist: %s',
    (_, suites) => {
      expect(suites.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );

  const missing = whyNoGit();
  if (missing) console.warn(`Skipped, because ${missing}: whether mutations apply`);
  (missing ? it.skip : it).each(mutations.map(({ name, patch }) => [name, patch] as const))(
    'apply to these sources: %s',
    (_, patch) => {
      expect(whyNotApplicable(patch)).toBeUndefined();
    },
  );
});

describe('the header of a patch', () => {
  it('names the fault and the suites', () => {
    const text = `Fault: Visits are lost.\nSuite: a.spec.ts\nSuite: b.spec.ts\n\n${DIFFERENCE}`;
    expect(parseHeader(text)).toEqual({
      fault: 'Visits are lost.',
      suites: ['a.spec.ts', 'b.spec.ts'],
    });
  });

  it('ends where the output of git diff begins', () => {
    const text = `Fault: Visits are lost.\nSuite: a.spec.ts\ndiff --git a/x b/x\n${DIFFERENCE}`;
    expect(parseHeader(text)).toEqual({ fault: 'Visits are lost.', suites: ['a.spec.ts'] });
  });

  it.each([
    ['Fault: Visits are lost.\nSuite: a.spec.ts\n', 'it has no difference'],
    [`Suite: a.spec.ts\n${DIFFERENCE}`, 'it needs one line Fault'],
    [`Fault: A.\nFault: B.\nSuite: a.spec.ts\n${DIFFERENCE}`, 'it needs one line Fault'],
    [`Fault: visits lost\nSuite: a.spec.ts\n${DIFFERENCE}`, 'its fault is no sentence'],
    [`Fault: Visits are lost.\n${DIFFERENCE}`, 'it needs a line Suite'],
    [`Fault: A.\nSuites: a.spec.ts\n${DIFFERENCE}`, '"Suites: a.spec.ts" is none of'],
  ])('is refused when it is %j', (text, message) => {
    expect(() => parseHeader(text)).toThrow(message);
  });
});

describe('a mutation', () => {
  it('is caught by the tests that fail', () => {
    const results = [
      suite('a.spec.ts', test('counts'), test('adds', 'not 1 but 2')),
      suite('b.spec.ts', test('one')),
    ];
    expect(judge({ testResults: results })).toEqual({
      kind: 'caught',
      tests: [{ suite: 'a.spec.ts', test: 'adds' }],
    });
  });

  it('is caught by the only test of a suite', () => {
    const results = [suite('a.spec.ts', test('adds', 'not 1 but 2'))];
    expect(judge({ testResults: results }).kind).toBe('caught');
  });

  it('survives when no test fails', () => {
    expect(judge({ testResults: [suite('a.spec.ts', test('counts'))] }).kind).toBe('survived');
  });

  it.each([
    ['does not compile', broken('b.spec.ts', '  ● Test suite failed to run\n\n    no module x')],
    [
      'cannot be set up',
      suite('b.spec.ts', test('one', 'no module x'), test('two', 'no module x')),
    ],
  ])('is not tested when a suite %s, whatever fails in others', (_, other) => {
    const results = [suite('a.spec.ts', test('adds', 'not 1 but 2')), other];
    expect(judge({ testResults: results })).toEqual({
      kind: 'not tested',
      reason: 'b.spec.ts: no module x',
    });
  });
});

it('suites must be green and run a test before any mutation is tried', () => {
  const results = [
    suite('green.spec.ts', test('one')),
    suite('red.spec.ts', test('one', 'no'), test('two')),
    suite('skipped.spec.ts', { ...test('one'), status: 'pending' }),
    broken('broken.spec.ts', 'no module x'),
  ];
  const suites = [...results.map(({ name }) => name), 'absent.spec.ts'];
  expect(faultsOfBaseline({ testResults: results }, suites)).toEqual([
    'red.spec.ts fails: one',
    'skipped.spec.ts runs no test on this machine',
    'broken.spec.ts fails: no module x',
    'absent.spec.ts was not run',
  ]);
});

describe('the arguments', () => {
  it('choose mutations in the order in which they are named', () => {
    const all = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    expect(choose(all, [])).toBe(all);
    expect(choose(all, ['c', 'a'])).toEqual([{ name: 'c' }, { name: 'a' }]);
    expect(() => choose(all, ['d'])).toThrow('There is no mutation d');
  });

  it('may ask for the list or for help', () => {
    expect(parseOptions(['a', 'b'])).toEqual({ names: ['a', 'b'], list: false });
    expect(parseOptions(['--list'])).toEqual({ names: [], list: true });
    expect(parseOptions(['--help'])).toBe('help');
    expect(() => parseOptions(['--all'])).toThrow('--all');
  });
});

it('the table names the test that failed, or says what is wrong', () => {
  const tests = [
    { suite: 'a.spec.ts', test: 'adds' },
    { suite: 'a.spec.ts', test: 'counts' },
  ];
  const rows: Row[] = [
    { name: 'one', outcome: { kind: 'caught', tests }, seconds: 21.4 },
    { name: 'two', outcome: { kind: 'survived' }, seconds: 9 },
    { name: 'three', outcome: { kind: 'no longer applies', reason: 'why\nindeed' }, seconds: 0 },
    { name: 'four', outcome: { kind: 'timed out', seconds: 240 }, seconds: 240 },
  ];
  expect(rows.map(renderRow).join('\n').replace(/ +/g, ' ').split('\n')).toEqual([
    'caught 21 s one',
    ' a.spec.ts: adds (and 1 more)',
    'SURVIVED 9 s two',
    ' No test of its suites fails: write the one that is missing.',
    'NO LONGER APPLIES 0 s three',
    ' why',
    ' indeed',
    'TIMED OUT 240 s four',
    ' Its suites did not end within 240 s.',
  ]);
  expect(renderSum(rows)).toBe(
    '4 mutations in 270 s: 1 caught, 1 SURVIVED, 1 NO LONGER APPLIES, 1 TIMED OUT.',
  );
});

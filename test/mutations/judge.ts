/** What Jest writes with `--json`, as far as it is read here. */
export interface JestResults {
  testResults: SuiteResult[];
}

export interface SuiteResult {
  /** The path of the suite from the root of the repository. */
  name: string;
  status: string;
  /** Why the suite could not be run, or what its tests say. */
  message: string;
  assertionResults: TestResult[];
}

export interface TestResult {
  /** The names of the blocks and the name of the test. */
  fullName: string;
  status: string;
  failureMessages: string[];
}

export interface FailedTest {
  suite: string;
  test: string;
}

/** What became of a mutation. Only the first of them is as it should be. */
export type Outcome =
  | { kind: 'caught'; tests: FailedTest[] }
  | { kind: 'survived' }
  | { kind: 'no longer applies'; reason: string }
  /** A suite failed, but none of its tests: it does not compile, or it could not be set up. */
  | { kind: 'not tested'; reason: string }
  | { kind: 'timed out'; seconds: number };

const isFailed = ({ status }: { status: string }) => status === 'failed';
const isPassed = ({ status }: { status: string }) => status === 'passed';
const firstLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('●')) ?? 'Jest says nothing about it';

/** Judges a run of suites on sources with a fault, after they were green without it. */
export function judge({ testResults }: JestResults): Outcome {
  for (const suite of testResults) {
    const reason = whyNotTested(suite);
    if (reason !== undefined) return { kind: 'not tested', reason: `${suite.name}: ${reason}` };
  }
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(isFailed).map(({ fullName }) => ({ suite: name, test: fullName })),
  );
  return tests.length > 0 ? { kind: 'caught', tests } : { kind: 'survived' };
}

/**
 * Returns what is wrong with a run of suites on sources without a fault, a line for each suite. A
 * suite that runs no test here could notice nothing.
 */
export function faultsOfBaseline({ testResults }: JestResults, suites: string[]): string[] {
  return suites.flatMap((suite) => {
    const found = testResults.find(({ name }) => name === suite);
    if (!found) return [`${suite} was not run`];
    const failed = found.assertionResults.filter(isFailed);
    if (failed.length > 0) return failed.map(({ fullName }) => `${suite} fails: ${fullName}`);
    if (isFailed(found)) return [`${suite} fails: ${firstLine(found.message)}`];
    const hasRun = found.assertionResults.some(isPassed);
    return hasRun ? [] : [`${suite} runs no test on this machine`];
  });
}

/** A hook that fails before the tests lets all of them fail, with its own words. */
function whyNotTested(suite: SuiteResult): string | undefined {
  if (!isFailed(suite)) return undefined;
  const failed = suite.assertionResults.filter(isFailed);
  if (failed.length === 0) return firstLine(suite.message);
  const [words, ...others] = new Set(failed.map((test) => test.failureMessages.join('\n')));
  const isOfSetup =
    failed.length > 1 && others.length === 0 && !suite.assertionResults.some(isPassed);
  return isOfSetup ? firstLine(words ?? '') : undefined;
}

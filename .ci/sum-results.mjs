// node .ci/sum-results.mjs STATUS FILE…: adds up what runs of Jest wrote. Prints the suites that took
// longest, the tests that failed, and at last `N passed, N failed, N skipped`. A run that wrote no
// results counts as failed, and so does anything else that ended with a STATUS other than 0. Exits
// with 1 when something failed.
import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';

const SLOWEST = 20;

const [status, ...files] = process.argv.slice(2);
const runs = files.map(read);

const suites = runs.flatMap(({ suites }) => suites).sort((one, other) => other.ms - one.ms);
if (suites.length > 0) console.log('The suites that took longest:');
for (const { run, name, ms } of suites.slice(0, SLOWEST))
  console.log(`${(ms / 1_000).toFixed(1).padStart(8)} s  ${name} (${run})`);
for (const { name, failures } of suites)
  for (const failure of failures) console.log(`Failed: ${name}: ${failure}`);

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const { passed, failed, skipped } of runs) {
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped += skipped;
}
if (status !== '0') sum.failed ||= 1;
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed > 0 ? 1 : 0;

function read(file) {
  try {
    const run = JSON.parse(readFileSync(file, 'utf8'));
    // A suite that could not be loaded has no tests, and Jest counts it separately.
    const failed = run.numFailedTests + run.numRuntimeErrorTestSuites;
    return {
      passed: run.numPassedTests,
      failed: run.success ? failed : Math.max(failed, 1),
      skipped: run.numPendingTests,
      suites: run.testResults.map((suite) => suiteOf(suite, basename(file, '.json'))),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, suites: [] };
  }
}

function suiteOf({ name, startTime, endTime, status, assertionResults }, run) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const failures = failed.map(({ fullName }) => fullName);
  if (status === 'failed' && failures.length === 0) failures.push('it did not run to its end');
  return { run, name: relative('.', name), ms: endTime - startTime, failures };
}

// node .ci/sum-results.mjs STATUS FILE…: adds up what runs of Jest wrote, and prints
// `N passed, N failed, N skipped`. A run that wrote no results counts as failed, and so does
// anything else that ended with a STATUS other than 0. Exits with 1 when something failed.
import { readFileSync } from 'node:fs';

const [status, ...files] = process.argv.slice(2);
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const { passed, failed, skipped } of files.map(read)) {
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
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

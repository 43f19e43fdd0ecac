// Node's environment for suites. When all tests of a suite have run, it undoes what they have left:
// libs/testing/src/cleanup.ts
import { TestEnvironment } from 'jest-environment-node';

export default class extends TestEnvironment {
  // Not in `teardown`: then modules can no longer be loaded, and to undo something may need one.
  async handleTestEvent({ name }) {
    if (name === 'run_finish') await this.global[Symbol.for('botgauge.undoAll')]?.();
  }
}

// Node's environment for suites. At the end of each suite it undoes what the suite has left:
// libs/testing/src/cleanup.ts
import { TestEnvironment } from 'jest-environment-node';

export default class extends TestEnvironment {
  async teardown() {
    await this.global[Symbol.for('botgauge.undoAll')]?.();
    await super.teardown();
  }
}

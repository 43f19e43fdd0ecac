// Node's environment for suites, which undoes at the end of each what the suite has left: libs/testing/src/cleanup.ts
import { TestEnvironment } from 'jest-environment-node';

export default class extends TestEnvironment {
  async teardown() {
    await this.global[Symbol.for('botgauge.undoAll')]?.();
    await super.teardown();
  }
}

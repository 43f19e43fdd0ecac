// The environment of suites. They run in the context of Node itself; runtime.mjs says why. When a
// suite ends, its environment undoes what it has left: in this process, and outside by
// libs/testing/src/cleanup.ts.
import { join, sep } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { Modules } from './modules.mjs';

const CLEANUP = 'libs/testing/src/cleanup.ts';

// Jest no longer listens when it wants a process to end, and waits half a second. To exit would free
// a large heap first, which takes longer while cores are busy; the system frees it at once. What
// suites shared is lost then; its databases are removed with their server, or by
// test/support/servers/stores.ts.
process.on('removeListener', (event) => {
  if (event === 'message' && process.listenerCount(event) === 0)
    process.kill(process.pid, 'SIGKILL');
});

export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { projectConfig } = config;
    this.isOfSystem = context.testPath.startsWith(join(projectConfig.rootDir, 'test', sep));
    this.restore = rememberProcess();
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({
      config: projectConfig,
      global: globalThis,
    });
  }

  getVmContext() {
    return globalThis;
  }

  // A system that suites share has timers of its own, which a suite of a decision with a fake clock
  // would find among its own, and stop. The suites of systems come first.
  async setup() {
    await super.setup();
    if (!this.isOfSystem) await Modules.loaded(CLEANUP)?.undoKept();
  }

  // Not in `teardown`: then modules can no longer be loaded, and to undo something may need one.
  async handleTestEvent({ name }) {
    if (name === 'run_finish') await Modules.loaded(CLEANUP)?.undoAll();
  }

  async teardown() {
    await super.teardown();
    this.restore();
  }
}

/** Returns a function that restores what this process shares between suites. */
function rememberProcess() {
  const env = { ...process.env };
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  const { exit } = process;
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    for (const key of Reflect.ownKeys(globalThis))
      if (!(key in globals)) Reflect.deleteProperty(globalThis, key);
    Object.defineProperties(globalThis, globals);
    process.exit = exit;
  };
}

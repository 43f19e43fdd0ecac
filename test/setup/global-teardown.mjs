import { Modules } from './modules.mjs';

const PATIENCE_MS = 20_000;

export default async function globalTeardown() {
  // In a run without processes of its own, suites have shared it in this one.
  await Modules.loaded('libs/testing/src/cleanup.ts')?.undoKept();
  await globalThis.__botgaugeStopStores?.();
  // What a suite that failed half-way has left open in this process must not keep it alive for
  // ever.
  setTimeout(() => process.exit(), PATIENCE_MS).unref();
}

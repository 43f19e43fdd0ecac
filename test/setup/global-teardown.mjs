const PATIENCE_MS = 20_000;

export default async function globalTeardown() {
  await globalThis.__botgaugeStopServers?.();
  // What a suite that failed half-way has left open in this process must not keep it alive for
  // ever.
  setTimeout(() => process.exit(), PATIENCE_MS).unref();
}

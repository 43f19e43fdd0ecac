import type { Logger } from '@app/observability';

/** Runs the main function of a process. A failure becomes one line in the log and exit status 1. */
export async function runMain(logger: Logger, main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.fatal(isForeseen(error) ? {} : { err: error }, reason);
    // process.exit now could lose log lines that are still being written. The timer ends the
    // process even if a handle is still open.
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 1_000).unref();
  }
}

/**
 * Our own errors are sentences that say what to do. For errors of the engine or a driver, the stack
 * helps.
 */
function isForeseen(error: unknown): boolean {
  const engine = [TypeError, ReferenceError, RangeError, SyntaxError];
  return (
    error instanceof Error && !('code' in error) && !engine.some((kind) => error instanceof kind)
  );
}

import type { Logger } from '@app/observability';

/** Runs a process's main function; a failure is one line in the log and exit status 1. */
export async function runMain(logger: Logger, main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.fatal(isForeseen(error) ? {} : { err: error }, reason);
    // Not process.exit: the log may still be on its way out. What is half open must not keep us alive.
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 1_000).unref();
  }
}

/** Our own sentences say what to do; of an engine's or a driver's error the stack helps. */
function isForeseen(error: unknown): boolean {
  const engine = [TypeError, ReferenceError, RangeError, SyntaxError];
  return (
    error instanceof Error && !('code' in error) && !engine.some((kind) => error instanceof kind)
  );
}

import type { Logger } from '@app/observability';

/** Runs a process's main function; a failure is one line in the log and exit status 1. */
export async function runMain(logger: Logger, main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    logger.fatal({ err: error }, error instanceof Error ? error.message : 'did not start');
    // Not process.exit: the log may still be on its way out. What is half open must not keep us alive.
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 1_000).unref();
  }
}

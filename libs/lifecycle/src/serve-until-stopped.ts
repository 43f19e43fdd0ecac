import type { Logger } from '@app/observability';

export interface Service {
  logger: Logger;
  /** Told to the parent process, if it listens: the service takes work from now on. */
  announcement: Record<string, unknown>;
  /** Finishes what is under way and closes everything. */
  stop: () => Promise<void>;
}

/**
 * Runs a service until SIGTERM or SIGINT, or until the parent process that started it is gone.
 * A second signal ends the process at once.
 */
export function serveUntilStopped({ logger, announcement, stop }: Service): void {
  let stopping = false;
  const onStop = (reason: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ reason }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => onStop('SIGTERM'));
  process.on('SIGINT', () => onStop('SIGINT'));
  process.once('disconnect', () => stopping || onStop('the parent process is gone'));
  process.send?.({ ready: true, ...announcement });
}

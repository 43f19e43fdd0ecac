import type { Logger } from '@app/observability';

export interface Service {
  logger: Logger;
  /** The message to the parent process, if there is one, that the service now accepts work. */
  announcement: Record<string, unknown>;
  /** Finishes the work under way and closes everything. */
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
        logger.error({ err: error }, 'the service did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => onStop('SIGTERM'));
  process.on('SIGINT', () => onStop('SIGINT'));
  process.once('disconnect', () => stopping || onStop('the parent process is gone'));
  process.send?.({ ready: true, ...announcement });
}

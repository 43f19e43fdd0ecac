import type { Logger } from '@app/observability';

export interface Service {
  logger: Logger;
  /** The message to the parent process, if there is one, that the service now accepts work. */
  announcement: Record<string, unknown>;
  /** Finishes the work under way and closes everything. */
  stop: () => Promise<void>;
}

/**
 * The terminal sends Ctrl-C to every process, and npm passes it on, so one request to stop arrives
 * several times.
 */
const SAME_REQUEST_MS = 1_000;

/**
 * Runs a service until SIGTERM or SIGINT, or until the parent process that started it is gone. A
 * second signal that comes a second or more after the first ends the process at once.
 */
export function serveUntilStopped({ logger, announcement, stop }: Service): void {
  let askedAt: number | undefined;
  const onStop = (reason: string) => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt >= SAME_REQUEST_MS) process.exit(1);
      return;
    }
    askedAt = performance.now();
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
  process.once('disconnect', () => askedAt !== undefined || onStop('the parent process is gone'));
  process.send?.({ ready: true, ...announcement });
}

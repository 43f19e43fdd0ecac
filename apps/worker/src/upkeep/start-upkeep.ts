import type { Logger } from '@app/observability';
import { deleteExpired, type Pool } from '@app/storage';

const EVERY_MS = 10 * 60_000;

/** Forgets what is past its time, now and every ten minutes; any number of workers may. Returns how to end it. */
export function startUpkeep(pool: Pool, logger: Logger): () => void {
  const run = () => {
    deleteExpired(pool).catch((error: Error) => {
      logger.warn({ reason: error.message }, 'upkeep put off');
    });
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  return () => clearInterval(timer);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import type { RollUpRefresher } from '@app/storage';

/** Reports are right whatever this is: what is not materialised yet is read from the raw visits. */
const PAUSE_MS = 2_000;

/** Runs rounds of refreshing, one after the other. Returns how to end it. */
export function startRollUpRefresh(
  refresher: RollUpRefresher,
  logger: Logger,
): () => Promise<void> {
  const stop = new AbortController();
  const rounds = (async () => {
    while (!stop.signal.aborted) {
      await refresher.run().catch((error: Error) => {
        logger.warn({ reason: error.message }, 'refresh of the aggregates put off');
      });
      await sleep(PAUSE_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stop.abort();
    await rounds;
    await refresher.close();
  };
}

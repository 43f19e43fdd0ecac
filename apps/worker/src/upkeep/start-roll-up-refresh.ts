import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import type { RollUpRefresher } from '@app/storage';

/** Late visits show within 10 s: twice this pause and the round itself. */
const PAUSE_MS = 2_000;
/** Behind an import of years the rounds follow each other, with room for the others' work. */
const BUSY_PAUSE_MS = 200;

/** Runs rounds of refreshing, one after the other. Returns how to end it. */
export function startRollUpRefresh(
  refresher: RollUpRefresher,
  logger: Logger,
): () => Promise<void> {
  const stop = new AbortController();
  const rounds = (async () => {
    while (!stop.signal.aborted) {
      const round = await refresher.run().catch((error: Error) => {
        logger.warn({ reason: error.message }, 'refresh of the aggregates put off');
        return undefined;
      });
      await sleep(round?.busy ? BUSY_PAUSE_MS : PAUSE_MS, undefined, { signal: stop.signal }).catch(
        () => undefined,
      );
    }
  })();
  return async () => {
    stop.abort();
    await rounds;
    await refresher.close();
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import type { PageDigests } from '@app/storage';

/** A bucket is digested at the second look, so half a minute at most after it settled. */
const PAUSE_MS = 15_000;
/** Looking takes no more than a hundredth of the time, however many websites there are. */
const PAUSE_BY_LOOK = 100;

/** Makes digests of pages, round by round. Returns how to end it. */
export function startPageDigests(digests: PageDigests, logger: Logger): () => Promise<void> {
  const stop = new AbortController();
  const rounds = (async () => {
    while (!stop.signal.aborted) {
      const round = await digests.run(stop.signal).catch((error: Error) => {
        logger.warn({ reason: error.message }, 'digests of pages put off');
        return undefined;
      });
      if (round?.made) logger.debug({ digests: round.made }, 'digests of pages made');
      const pause = Math.max(PAUSE_MS, PAUSE_BY_LOOK * (round?.lookedForMs ?? 0));
      await sleep(pause, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stop.abort();
    await rounds;
    await digests.close();
  };
}

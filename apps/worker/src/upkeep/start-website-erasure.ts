import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import type { WebsiteEraser } from '@app/storage';

const PAUSE_MS = 15_000;

/** Erases deleted websites, round by round. Returns how to end it. */
export function startWebsiteErasure(eraser: WebsiteEraser, logger: Logger): () => Promise<void> {
  const stop = new AbortController();
  const rounds = (async () => {
    while (!stop.signal.aborted) {
      const round = await eraser.run(stop.signal).catch((error: Error) => {
        logger.warn({ reason: error.message }, 'erasure of deleted websites put off');
        return undefined;
      });
      if (round?.rows) logger.info({ rows: round.rows }, 'rows of deleted websites erased');
      for (const website of round?.finished ?? [])
        logger.info({ website }, 'deleted website erased');
      await sleep(PAUSE_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stop.abort();
    await rounds;
    await eraser.close();
  };
}

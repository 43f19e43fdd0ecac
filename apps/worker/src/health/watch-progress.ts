import type { Logger } from '@app/observability';
import type { LogQueue } from '@app/queue';

/** Remembers when this worker last did something for a job. */
export class Progress {
  private last = performance.now();

  made(): void {
    this.last = performance.now();
  }

  /** Returns the milliseconds since then. */
  pauseMs(): number {
    return performance.now() - this.last;
  }
}

export interface WatchedWorker {
  queue: Pick<LogQueue, 'waiting' | 'isPaused'>;
  progress: Progress;
  stuckAfterMs: number;
  logger: Logger;
  onStuck?: () => void;
}

const LOOKS = 12;

/**
 * Calls `onStuck` once when jobs wait and this worker has done nothing for `stuckAfterMs`. Paused
 * queues and postponed jobs do not count as waiting. A queue that does not answer does not count
 * either, because a new process could not reach it. Returns a function that ends the watch.
 */
export function watchProgress(worker: WatchedWorker): () => void {
  const { queue, progress, stuckAfterMs, logger, onStuck } = worker;
  let waitingSince: number | undefined;
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => (looking = false));
  }, stuckAfterMs / LOOKS);
  return () => clearInterval(timer);

  async function look(): Promise<void> {
    const waiting = await countWaiting();
    if (waiting === 0) {
      waitingSince = undefined;
      return;
    }
    waitingSince ??= performance.now();
    const stuckMs = Math.min(performance.now() - waitingSince, progress.pauseMs());
    if (stuckMs < stuckAfterMs) return;
    clearInterval(timer);
    const seconds = Math.round(stuckMs / 1_000);
    logger.fatal(
      { waiting, seconds },
      'jobs are waiting and this worker takes none: it ends, so that its supervisor starts a new one',
    );
    onStuck?.();
  }

  /** Returns 0 also when the jobs are not meant to be taken, and when the queue does not answer. */
  async function countWaiting(): Promise<number> {
    try {
      return (await queue.isPaused()) ? 0 : await queue.waiting();
    } catch {
      return 0;
    }
  }
}

import type { Logger } from '@app/observability';
import type { LogQueue } from '@app/queue';

/** Stands for all shards: a job that is taken alone keeps the worker from taking any other one. */
export const ALL_SHARDS = Symbol('all shards');

/** The name of the queue of a shard, or all shards. */
type Whose = string | typeof ALL_SHARDS;

/** Remembers when this worker last did something, and for which shard of the queue. */
export class Progress {
  private last: number;
  private readonly begun: number;
  private readonly held = new Map<Whose, number>();
  private readonly lastOf = new Map<Whose, number>();

  /** @param now milliseconds of a clock; by default the one of this process */
  constructor(readonly now: () => number = () => performance.now()) {
    this.begun = now();
    this.last = this.begun;
  }

  made(): void {
    this.last = this.now();
  }

  /** Does the work of a job of a shard, or of one that is taken alone. */
  async during<T>(shard: Whose, work: () => Promise<T>): Promise<T> {
    this.count(shard, 1);
    try {
      return await work();
    } finally {
      this.count(shard, -1);
    }
  }

  /**
   * Returns for how many milliseconds this worker has done nothing for a shard: taken no job of it,
   * and, while it holds some, made no progress at all.
   */
  pauseMs(shard: string): number {
    const keys: Whose[] = [shard, ALL_SHARDS];
    const holds = keys.some((key) => (this.held.get(key) ?? 0) > 0);
    const lasts = keys.map((key) => this.lastOf.get(key) ?? this.begun);
    return this.now() - Math.max(...lasts, holds ? this.last : 0);
  }

  private count(shard: Whose, change: number): void {
    this.held.set(shard, (this.held.get(shard) ?? 0) + change);
    this.lastOf.set(shard, this.now());
    this.made();
  }
}

export interface WatchedWorker {
  queue: Pick<LogQueue, 'toBeTaken'>;
  progress: Progress;
  stuckAfterMs: number;
  logger: Logger;
  onStuck?: () => void;
}

const LOOKS = 12;

/**
 * Calls `onStuck` once when jobs wait in a shard and this worker has done nothing for it for
 * `stuckAfterMs`. Paused shards and postponed jobs do not count as waiting. A shard that does not
 * answer does not count either, because a new process could not reach it. Returns a function that
 * ends the watch.
 */
export function watchProgress(worker: WatchedWorker): () => void {
  const { queue, progress, stuckAfterMs, logger, onStuck } = worker;
  const waitingSince = new Map<string, number>();
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => (looking = false));
  }, stuckAfterMs / LOOKS);
  return () => clearInterval(timer);

  async function look(): Promise<void> {
    const waiting = await queue.toBeTaken().catch(() => new Map<string, number>());
    for (const shard of waitingSince.keys()) if (!waiting.get(shard)) waitingSince.delete(shard);
    for (const [shard, jobs] of waiting) if (jobs > 0 && isStuck(shard, jobs)) return;
  }

  function isStuck(shard: string, waiting: number): boolean {
    const now = progress.now();
    const since = waitingSince.get(shard) ?? now;
    waitingSince.set(shard, since);
    const stuckMs = Math.min(now - since, progress.pauseMs(shard));
    if (stuckMs < stuckAfterMs) return false;
    clearInterval(timer);
    const seconds = Math.round(stuckMs / 1_000);
    logger.fatal(
      { queue: shard, waiting, seconds },
      'jobs are waiting and this worker takes none: it ends, so that its supervisor starts a new one',
    );
    onStuck?.();
    return true;
  }
}

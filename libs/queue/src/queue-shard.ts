import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import type { Queue } from 'bullmq';
import type { QueueBackend } from './backend.js';
import { PRIORITY, type Turn } from './log-job.js';
import { isRedisAway } from './redis-error.js';
import type { Shard } from './shards.js';

export const LOG_JOB = 'log-job';

/**
 * Data errors are tried again this often before the job rests in the failed set. Infrastructure
 * errors do not count.
 */
const ATTEMPTS = 5;
/** A shard that is away is asked again after this time. Meanwhile nobody else has to wait for it. */
const PROBE_MS = 1_000;

/** One shard of the queue, and whether it is away. */
export class QueueShard {
  /**
   * Whether its server did not answer when it was asked last. It is never true where all shards
   * have the same server, because then there is no other one to turn to.
   */
  isAway = false;
  private isProbed = false;

  constructor(
    readonly shard: Shard,
    readonly queue: Queue,
    private readonly backend: Pick<QueueBackend, 'shardsFailAlone'>,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the shard holds the job durably. */
  async add(jobId: string, data: unknown, turn: Turn): Promise<void> {
    await this.ask((queue) =>
      queue.add(LOG_JOB, data, {
        jobId,
        priority: PRIORITY[turn],
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
        // Nothing of a visitor is kept in the queue longer than it is needed there.
        removeOnComplete: true,
        removeOnFail: false,
      }),
    );
  }

  /** Asks BullMQ's queue, and notes whether its server is away. */
  async ask<T>(question: (queue: Queue) => Promise<T>): Promise<T> {
    try {
      const answer = await question(this.queue);
      if (this.isAway) this.comeBack();
      return answer;
    } catch (error) {
      if (this.backend.shardsFailAlone && !this.isAway && isRedisAway(error)) this.goAway(error);
      throw error;
    }
  }

  private goAway(error: unknown): void {
    this.isAway = true;
    const { number } = this.shard;
    const reason = (error as Error).message;
    this.logger.warn(
      { shard: number, reason },
      'a shard of the queue is away: its batches go to others',
    );
    if (!this.isProbed) void this.probe();
  }

  private comeBack(): void {
    this.isAway = false;
    this.logger.info({ shard: this.shard.number }, 'a shard of the queue is back');
  }

  /** Asks again and again until the shard is back, or the queue closes. */
  private async probe(): Promise<void> {
    this.isProbed = true;
    while (this.isAway && !this.queue.closing) {
      await sleep(PROBE_MS, undefined, { ref: false });
      await this.ask((queue) => queue.getJobCounts('waiting')).catch(() => undefined);
    }
    this.isProbed = false;
  }
}

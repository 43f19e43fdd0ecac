import { randomUUID } from 'node:crypto';
import { groupCalls } from '@app/group-calls';
import type { Logger } from '@app/observability';
import { Queue } from 'bullmq';
import type { QueueBackend } from './backend.js';
import { type AcceptedBatch, PRIORITY, toJob, type Turn } from './log-job.js';

/** The queue of the jobs that the API makes of accepted batches, and the name of each of them. */
export const LOG_QUEUE = 'log-jobs';
export const LOG_JOB = 'log-job';

/**
 * Data errors are tried again this often before the job rests in the failed set. Infrastructure
 * errors do not count.
 */
const ATTEMPTS = 5;

/**
 * A job costs its store and the worker about as much as this number of entries. Larger batches gain
 * nothing from a group.
 */
const SMALL_BATCH = 250;
/** As many entries as the largest request has, so that a group needs no more memory in a worker. */
const GROUP_ENTRIES = 1_000;

export class LogQueue {
  private readonly enqueueGrouped = groupCalls(
    async (batches: AcceptedBatch[]) => {
      await this.add(batches);
      return batches.map(() => undefined);
    },
    {
      most: GROUP_ENTRIES,
      weigh: ({ entries }) => entries.count,
      fits: ([first], { turn }) => first?.turn === turn,
    },
  );

  constructor(
    private readonly queue: Queue,
    private readonly backend: Pick<QueueBackend, 'oldestWaiting' | 'finished'>,
  ) {}

  /**
   * Makes the queue from a queue object of BullMQ that was made for this backend. It resolves when
   * the object is connected, because before that a command would wait instead of failing.
   */
  static async open(queue: Queue, backend: QueueBackend, logger: Logger): Promise<LogQueue> {
    queue.on('error', (error) => logger.warn({ reason: error.message }, 'queue connection'));
    await queue.waitUntilReady();
    return new LogQueue(queue, backend);
  }

  /**
   * Resolves when the queue holds the batch durably. Small batches that come together become one
   * job. Adding a batch twice is harmless, because the ledger counts it once.
   */
  async enqueue(batch: AcceptedBatch): Promise<void> {
    if (batch.entries.count >= SMALL_BATCH) await this.add([batch]);
    else await this.enqueueGrouped(batch);
  }

  private async add(batches: AcceptedBatch[]): Promise<void> {
    const job = toJob(batches);
    await this.enqueueRaw('id' in job ? job.id : randomUUID(), job, batches[0]?.turn);
  }

  /** Puts a job's data into the queue unchanged, even if no worker of this release can read it. */
  async enqueueRaw(jobId: string, data: unknown, turn: Turn = 'first'): Promise<void> {
    await this.queue.add(LOG_JOB, data, {
      jobId,
      priority: PRIORITY[turn],
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
      // Nothing of a visitor is kept in the queue longer than it is needed there.
      removeOnComplete: true,
      removeOnFail: false,
    });
  }

  /** Tells whether an operator has paused the queue. Its jobs then wait until it is resumed. */
  isPaused(): Promise<boolean> {
    return this.queue.isPaused();
  }

  /** Returns the number of jobs by state. A job waits, whatever its turn is. */
  async counts(): Promise<Record<string, number>> {
    const {
      waiting = 0,
      prioritized = 0,
      ...others
    } = await this.queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed');
    return { waiting: waiting + prioritized, ...others };
  }

  /**
   * Returns the number of jobs that no worker has taken yet, without those postponed to a later
   * time.
   */
  async waiting(): Promise<number> {
    const { waiting = 0 } = await this.counts();
    return waiting;
  }

  /** Returns the number of jobs by turn, and of those that are postponed. */
  async lines(): Promise<Record<Turn | 'postponed', number>> {
    const counts = await this.queue.getJobCounts('waiting', 'prioritized', 'delayed');
    const { waiting: first = 0, prioritized: later = 0, delayed: postponed = 0 } = counts;
    return { first, later, postponed };
  }

  /**
   * Returns the ids of all jobs that are not finished. On PostgreSQL each state is one statement,
   * so the states are read in the order in which a job goes through them, and once more for a job
   * that went back in the meantime.
   */
  async unfinished(): Promise<string[]> {
    const look = () => this.queue.getRanges(['delayed', 'prioritized', 'waiting', 'active'], 0, -1);
    return [...new Set([...(await look()), ...(await look())])];
  }

  /** Returns the milliseconds since the oldest waiting job was added, or 0 when none waits. */
  async oldestWaitingMs(): Promise<number> {
    const added = await this.backend.oldestWaiting(this.queue);
    return added === undefined ? 0 : Math.max(0, Date.now() - added);
  }

  /** Returns how many jobs have left the queue for good, counted from some moment of the past. */
  finished(): Promise<number> {
    return this.backend.finished(this.queue);
  }
}

/** Opens the queue for a command, which ends and needs no Nest. The store must be there. */
export async function openLogQueue(
  backend: QueueBackend,
  logger: Logger,
): Promise<{ queue: LogQueue; close: () => Promise<void> }> {
  const queue = new Queue(LOG_QUEUE, backend.prepareBullMq());
  const close = async () => {
    await queue.close();
    await backend.close();
  };
  return { queue: await LogQueue.open(queue, backend, logger), close };
}

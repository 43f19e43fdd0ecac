import { LOG_BATCH_VERSION, type LogBatch, type LogEntry } from '@app/contracts';
import type { Queue } from 'bullmq';
import { encodeEntries } from './log-batch-codec.js';
import type { ReadOldestWaiting } from './oldest-waiting.js';
import { LOG_BATCH_JOB } from './queue-names.js';

/** An accepted batch on its way into the queue. */
export interface AcceptedBatch {
  /** UUID; the job's id and the ledger's key. */
  id: string;
  accountId: number;
  websiteId: number;
  /** Epoch milliseconds UTC. */
  receivedAt: number;
  entries: LogEntry[];
}

/** Data errors may be tried again before the job rests in the failed set; infrastructure errors use up none. */
const ATTEMPTS = 5;

export class LogQueue {
  constructor(
    private readonly queue: Queue,
    private readonly readOldestWaiting: ReadOldestWaiting,
  ) {}

  /** Resolves when the queue holds the batch durably. Adding a batch again that still waits changes nothing. */
  async enqueue(batch: AcceptedBatch): Promise<void> {
    const { id, accountId, websiteId, receivedAt, entries } = batch;
    const job: LogBatch = {
      v: LOG_BATCH_VERSION,
      id,
      accountId,
      websiteId,
      receivedAt,
      count: entries.length,
      payload: await encodeEntries(entries),
    };
    await this.enqueueRaw(id, job);
  }

  /** Puts a job's data into the queue as it is, also when no worker of this release can read it. */
  async enqueueRaw(jobId: string, data: unknown): Promise<void> {
    await this.queue.add(LOG_BATCH_JOB, data, {
      jobId,
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
      // Visitors' full addresses live no longer than their batch is in flight.
      removeOnComplete: true,
      removeOnFail: false,
    });
  }

  /** Whether an operator has stopped the queue: its batches wait until it is resumed. */
  isPaused(): Promise<boolean> {
    return this.queue.isPaused();
  }

  /** Jobs by state. */
  counts(): Promise<Record<string, number>> {
    return this.queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  }

  /** Batches that no worker has taken yet; those postponed to a later time are not among them. */
  async waiting(): Promise<number> {
    const { waiting = 0 } = await this.queue.getJobCounts('waiting');
    return waiting;
  }

  /** Milliseconds since the oldest waiting batch was received; 0 when none waits. */
  async oldestWaitingMs(): Promise<number> {
    const added = await this.readOldestWaiting(this.queue);
    return added === undefined ? 0 : Math.max(0, Date.now() - added);
  }
}

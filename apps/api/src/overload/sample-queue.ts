import type { FinishedJobs, LogQueue } from '@app/queue';
import type { QueueSample } from './queue-pressure.js';

/**
 * Postponed jobs count too: while the database is away workers postpone one after the other, and
 * none would seem to wait. One after the other: a sample takes one connection.
 */
export async function sampleQueue(
  queue: Pick<LogQueue, 'counts' | 'oldestWaitingMs'>,
  finishedJobs: Pick<FinishedJobs, 'count'>,
): Promise<QueueSample> {
  const { waiting = 0, delayed = 0 } = await queue.counts();
  const finished = await finishedJobs.count();
  const oldestMs = await queue.oldestWaitingMs();
  return { waiting: waiting + delayed, ready: waiting, oldestMs, finished };
}

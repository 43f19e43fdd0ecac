import { Queue } from 'bullmq';
import type { Logger } from '@app/observability';
import type { QueueBackend } from './backend.js';
import { LogQueue } from './log-queue.js';
import { LOG_QUEUE } from './queue-names.js';

/** Opens the queue for a command that ends soon, without Nest. The store must be there. */
export async function openLogQueue(
  backend: QueueBackend,
  logger: Logger,
): Promise<{ queue: LogQueue; close: () => Promise<void> }> {
  const queue = new Queue(LOG_QUEUE, backend.prepareBullMq() as never);
  queue.on('error', (error) => logger.warn({ reason: error.message }, 'queue connection'));
  await queue.waitUntilReady();
  return { queue: new LogQueue(queue, backend.readOldestWaiting), close: () => queue.close() };
}

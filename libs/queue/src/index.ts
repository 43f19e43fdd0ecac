export { migrateQueue, waitForQueue } from './backend.js';
export type { QueueSettings } from './backend.js';
export { decodeEntries, encodeEntries } from './log-batch-codec.js';
export { LogQueue } from './log-queue.js';
export type { AcceptedBatch } from './log-queue.js';
export { LOG_BATCH_JOB, LOG_BATCH_QUEUE } from './queue-names.js';
export { QueueModule } from './queue.module.js';

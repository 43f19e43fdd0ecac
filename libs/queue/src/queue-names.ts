export const LOG_BATCH_QUEUE = 'log-batches';
export const LOG_BATCH_JOB = 'log-batch';

/** The name of the queue, and the name of its jobs, which the API makes from accepted batches. */
export const LOG_QUEUE = 'log-jobs';
export const LOG_JOB = 'log-job';

/** The queue of the jobs that the API makes of accepted batches, and the name of each of them. */
export const LOG_QUEUE = 'log-jobs';
export const LOG_JOB = 'log-job';

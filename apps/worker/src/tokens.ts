/** Names of what Nest cannot find by class. */
export const PROCESS_LOG_JOB = Symbol('ProcessLogJob');
export const METRICS = Symbol('Metrics');
export const LOGGER = Symbol('Logger');
export const PROGRESS = Symbol('Progress');

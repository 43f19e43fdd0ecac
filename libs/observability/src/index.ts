export { createApiMetrics } from './api-metrics.js';
export type { ApiMetrics, RefusalReason } from './api-metrics.js';
export { createLogger } from './logger.js';
export type { Logger } from './logger.js';
export { createMetrics } from './metrics.js';
export type { Metrics } from './metrics.js';
export { NestLogger } from './nest-logger.js';
export { createWorkerMetrics } from './worker-metrics.js';
export type { CacheCounts, ListAge, WorkerMetrics } from './worker-metrics.js';

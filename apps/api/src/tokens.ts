/** Names of what Nest cannot find by class. */
export const ACCEPT_LOGS = Symbol('AcceptLogs');
export const CLOCK = Symbol('Clock');
export const INGEST_POOL = Symbol('pool of keys, limits and idempotency');
export const REPORT_POOL = Symbol('pool of reports');
export const READINESS = Symbol('Readiness');
export const RENDER_METRICS = Symbol('RenderMetrics');

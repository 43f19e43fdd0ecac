/** Names of what Nest cannot find by class. */
export const ACCEPT_LOGS = Symbol('AcceptLogs');
export const CLOCK = Symbol('Clock');
export const READINESS = Symbol('Readiness');
export const RENDER_METRICS = Symbol('RenderMetrics');

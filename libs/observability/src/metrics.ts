import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/**
 * Creates the metrics of every process. Names follow one rule: `botgauge_<what>_<unit>`, counters
 * end in `_total`, and durations are seconds. Labels are closed sets: a key, an address or a path
 * is never a label.
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'botgauge_' });
  return {
    registry,
    queuedJobs: new Gauge({
      name: 'botgauge_queue_jobs',
      help: 'Jobs in the queue by state: waiting, active, delayed, failed.',
      labelNames: ['state'],
      registers: [registry],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

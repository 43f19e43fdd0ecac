import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Names follow one rule: `botgauge_<what>_<unit>`, counters end in `_total`, durations are seconds.
 * Labels are closed sets; a key, an address or a path is never a label.
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'botgauge_' });
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  return {
    registry,
    requests: new Counter({
      name: 'botgauge_http_requests_total',
      help: 'Answered requests by route and status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'botgauge_http_request_seconds',
      help: 'Time from the first byte of a request to its answer, by route.',
      labelNames: ['method', 'route'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    entriesAccepted: counter('botgauge_entries_accepted_total', 'Log entries answered with 200.'),
    fieldsSanitised: new Counter({
      name: 'botgauge_fields_sanitised_total',
      help: "Visitors' fields changed on the way in, by field and reason.",
      labelNames: ['field', 'reason'],
      registers,
    }),
    batches: new Counter({
      name: 'botgauge_batches_total',
      help: 'Batches by outcome: stored, duplicate, postponed, dead, failed.',
      labelNames: ['outcome'],
      registers,
    }),
    visitsStored: counter('botgauge_visits_stored_total', 'Visits written to the database.'),
    visitsWithoutPage: counter(
      'botgauge_visits_without_page_total',
      'Visits beyond the bound on distinct paths: counted in totals, not in pages.',
    ),
    entriesDropped: counter(
      'botgauge_entries_dropped_total',
      'Entries not stored because their website was deleted while they were queued.',
    ),
    writeSeconds: new Histogram({
      name: 'botgauge_batch_write_seconds',
      help: 'Time of the transaction that writes a batch or a part of one.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    queuedJobs: new Gauge({
      name: 'botgauge_queue_jobs',
      help: 'Batches in the queue by state.',
      labelNames: ['state'],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

import { Counter, Gauge } from 'prom-client';
import { createMetrics, type Metrics } from './metrics.js';

/** What a cache has counted since it was made. */
export interface CacheCounts {
  hits: number;
  misses: number;
  size: number;
}

/** The metrics of a worker: those that every process has, and its own. `readCache` is asked at every scrape. */
export function createWorkerMetrics(readCache: () => CacheCounts) {
  const metrics = createMetrics();
  const registers = [metrics.registry];
  registerCache(readCache, metrics);
  return {
    ...metrics,
    entries: new Counter({
      name: 'botgauge_entries_total',
      help: 'Entries of batches by outcome: stored, duplicate, postponed, dead, failed.',
      labelNames: ['outcome'],
      registers,
    }),
    oldestWaitingSeconds: new Gauge({
      name: 'botgauge_queue_oldest_waiting_seconds',
      help: 'Age of the batch that has waited longest for a worker; 0 when none waits.',
      registers,
    }),
    deadEntries: new Gauge({
      name: 'botgauge_dead_entries',
      help: 'Rows in dead_entries by kind: entry, batch.',
      labelNames: ['kind'],
      registers,
    }),
    storeUp: new Gauge({
      name: 'botgauge_store_up',
      help: 'Whether a store answered in time at this scrape: queue, database.',
      labelNames: ['store'],
      registers,
    }),
  };
}

function registerCache(readCache: () => CacheCounts, { registry }: Metrics): void {
  const registers = [registry];
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  counter(
    'botgauge_classification_cache_hits_total',
    'User agents whose verdict was remembered.',
    () => readCache().hits,
  );
  counter(
    'botgauge_classification_cache_misses_total',
    'User agents that had to be judged.',
    () => readCache().misses,
  );
  new Gauge({
    name: 'botgauge_classification_cache_entries',
    help: 'User agents whose verdict is remembered now.',
    registers,
    collect() {
      this.set(readCache().size);
    },
  });
}

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

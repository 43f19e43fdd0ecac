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
    shardUp: new Gauge({
      name: 'botgauge_queue_shard_up',
      help: 'Whether the server of a shard of the queue answered this process last, by the number of the shard.',
      labelNames: ['shard'],
      registers: [registry],
    }),
    showBotsFile,
  };

  /**
   * Shows which file with the operator's own rows of bots the process has, and at every scrape how
   * many other files other processes have.
   */
  function showBotsFile(digest: string | undefined, readOthers: () => number): void {
    const registers = [registry];
    new Gauge({
      name: 'botgauge_bots_file_info',
      help: '1 with the SHA-256 of the file that BOTS_FILE names as its label, none without a file.',
      labelNames: ['digest'],
      registers,
    }).set({ digest: digest ?? 'none' }, 1);
    new Gauge({
      name: 'botgauge_bots_file_others',
      help: 'Other contents of BOTS_FILE, none counted as one, that processes on this database have now; 0 when all have the same.',
      registers,
      collect() {
        this.set(readOthers());
      },
    });
  }
}

export type Metrics = ReturnType<typeof createMetrics>;

import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerMetrics } from '@app/observability';
import type { LogQueue } from '@app/queue';
import type { DeadEntries, Deliveries } from '@app/storage';

export interface SampledStores {
  queue: Pick<LogQueue, 'counts' | 'ages' | 'awayByShard'>;
  deadEntries: Pick<DeadEntries, 'count'>;
  deliveries: Pick<Deliveries, 'countWaiting'>;
  metrics: WorkerMetrics;
}

/** A scrape is answered even when a store is silent. The gauges of that store are then missing. */
const PATIENCE_MS = 1_000;

/**
 * Asks the stores for the values of the gauges. It never throws, and takes about one second at
 * most.
 */
export async function sampleGauges(stores: SampledStores): Promise<void> {
  const { queue, deadEntries, deliveries, metrics } = stores;
  const { queuedJobs, oldestJobSeconds, deadEntries: dead, waitingDeliveries, storeUp } = metrics;
  const [waiting, buried, undelivered] = await Promise.all([
    inTime(Promise.all([queue.counts(), queue.ages()])),
    inTime(deadEntries.count()),
    inTime(deliveries.countWaiting()),
  ]);
  storeUp.set({ store: 'queue' }, waiting ? 1 : 0);
  for (const [shard, isAway] of queue.awayByShard())
    metrics.shardUp.set({ shard }, waiting && !isAway ? 1 : 0);
  storeUp.set({ store: 'database' }, buried ? 1 : 0);
  // No value is better than an old one.
  queuedJobs.reset();
  oldestJobSeconds.remove();
  dead.reset();
  waitingDeliveries.reset();
  if (waiting) {
    const [counts, { allMs }] = waiting;
    for (const [state, count] of Object.entries(counts)) queuedJobs.set({ state }, count);
    oldestJobSeconds.set(allMs / 1_000);
  }
  if (undelivered) {
    waitingDeliveries.set({ attempt: 'due' }, undelivered.due);
    waitingDeliveries.set({ attempt: 'later' }, undelivered.waiting - undelivered.due);
  }
  if (buried) for (const [kind, count] of Object.entries(buried)) dead.set({ kind }, count);
}

/** Returns undefined when the answer fails or comes too late. */
async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const late = new AbortController();
  try {
    return await Promise.race([
      answer.catch(() => undefined),
      sleep(PATIENCE_MS, undefined, { signal: late.signal }),
    ]);
  } finally {
    late.abort();
  }
}

import { Counter, Gauge, Histogram } from 'prom-client';
import { createMetrics, type Metrics } from './metrics.js';

/** The counts of a cache since it was made. */
export interface CacheCounts {
  hits: number;
  misses: number;
  size: number;
}

/** How old a list of addresses is. */
export interface ListAge {
  list: string;
  seconds: number;
}

/** From the time of a step that only computes to that of a database that does not keep up. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Creates the metrics of a worker: those of every process and its own. Every scrape calls
 * `readCache` and `readListAges`.
 */
export function createWorkerMetrics(
  readCache: () => CacheCounts,
  readListAges: () => readonly ListAge[],
) {
  const metrics = createMetrics();
  const registers = [metrics.registry];
  registerCache(readCache, metrics);
  registerListAges(readListAges, registers);
  return {
    ...metrics,
    ...createOutcomes(registers),
    ...createWebhookMetrics(registers),
    showFullAccounts: (read: () => number) => registerFullAccounts(read, registers),
    websiteFetches: new Counter({
      name: 'botgauge_website_fetches_total',
      help: 'Fetches of robots.txt and sitemaps from websites, by what came of them.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    stepSeconds: new Histogram({
      name: 'botgauge_step_seconds',
      help: 'Time of a step on the way of an entry, measured once per job or part, including waiting: decode, split, websites, classify, verify, requests, pages, names, write.',
      labelNames: ['step'],
      buckets: SECONDS,
      registers,
    }),
    writeSeconds: new Histogram({
      name: 'botgauge_visits_write_seconds',
      help: 'Time of a transaction that stores the visits of one part or of several together.',
      buckets: SECONDS,
      registers,
    }),
    upkeepSeconds: new Histogram({
      name: 'botgauge_upkeep_seconds',
      help: 'Working time of a round of upkeep in the elected worker, by task: refresh, digests, erasure, expiry, names, webhooks, compression.',
      labelNames: ['task'],
      buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 60, 600],
      registers,
    }),
    oldestJobSeconds: new Gauge({
      name: 'botgauge_queue_oldest_job_seconds',
      help: 'Age of the oldest job that is not stored: waiting, under way or postponed; 0 when there is none.',
      registers,
    }),
    deadEntries: new Gauge({
      name: 'botgauge_dead_entries',
      help: 'Rows in dead_entries by kind: entry, job.',
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

/** Creates the metrics of messages to webhooks. */
function createWebhookMetrics(registers: Metrics['registry'][]) {
  return {
    webhookAttempts: new Counter({
      name: 'botgauge_webhook_attempts_total',
      help: 'Attempts to deliver a message to a webhook by outcome: delivered, or why it failed.',
      labelNames: ['outcome'],
      registers,
    }),
    webhookSeconds: new Histogram({
      name: 'botgauge_webhook_seconds',
      help: 'Time of an attempt to deliver a message to a webhook.',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    waitingDeliveries: new Gauge({
      name: 'botgauge_webhook_deliveries',
      help: 'Messages that are not delivered to their webhooks yet, by whether their next attempt is due: due, later.',
      labelNames: ['attempt'],
      registers,
    }),
  };
}

/** Creates the counters of what happened to jobs and entries. */
function createOutcomes(registers: Metrics['registry'][]) {
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  return {
    jobs: new Counter({
      name: 'botgauge_jobs_total',
      help: 'Jobs by outcome: stored, duplicate, dead; attempts at jobs: postponed, failed.',
      labelNames: ['outcome'],
      registers,
    }),
    entries: new Counter({
      name: 'botgauge_entries_total',
      help: 'Entries of jobs by outcome: stored, duplicate, postponed, dead, failed.',
      labelNames: ['outcome'],
      registers,
    }),
    suspectJobs: counter(
      'botgauge_suspect_jobs_total',
      'Jobs that were taken alone and in small parts, because at least three workers had died with them.',
    ),
    spareJobs: counter(
      'botgauge_spare_jobs_total',
      'Jobs that were taken in a spare slot, because jobs that come later held the slots of the worker.',
    ),
    listRefreshes: new Counter({
      name: 'botgauge_address_list_refreshes_total',
      help: 'Refreshes of lists of bots by list and outcome: changed, unchanged; refused, failed (the last valid content stays in use).',
      labelNames: ['list', 'outcome'],
      registers,
    }),
    reverseDnsLookups: new Counter({
      name: 'botgauge_reverse_dns_lookups_total',
      help: 'Look-ups of the names of addresses by outcome: confirmed, not_confirmed, other_name, no_name, not_known; limited: not asked, because too many were asked or no server answers.',
      labelNames: ['outcome'],
      registers,
    }),
    visitsStored: counter('botgauge_visits_stored_total', 'Visits written to the database.'),
    visitsVerified: new Counter({
      name: 'botgauge_visits_verified_total',
      help: 'Stored visits that name a bot, by verification (verified, spoofed, unverifiable) and the reason for it.',
      labelNames: ['verification', 'reason'],
      registers,
    }),
    visitsWithoutPage: counter(
      'botgauge_visits_without_page_total',
      'Visits beyond the bound on distinct paths. They count in totals, but not in pages.',
    ),
    entriesDropped: counter(
      'botgauge_entries_dropped_total',
      'Entries that were not stored because their website was deleted while they were queued.',
    ),
    entriesSkipped: counter(
      'botgauge_entries_skipped_total',
      'Entries that were not stored because they are static files, and their website counts pages only.',
    ),
  };
}

function registerListAges(
  readListAges: () => readonly ListAge[],
  registers: Metrics['registry'][],
): void {
  new Gauge({
    name: 'botgauge_address_list_age_seconds',
    help: 'Time since the content by which the worker judges was last found valid, by list.',
    labelNames: ['list'],
    registers,
    collect() {
      this.reset();
      for (const { list, seconds } of readListAges()) this.set({ list }, seconds);
    },
  });
}

/** Registers how many accounts have as much evidence about visitors as they may have. */
function registerFullAccounts(read: () => number, registers: Metrics['registry'][]): void {
  new Gauge({
    name: 'botgauge_accounts_with_full_evidence',
    help: 'Accounts with so much evidence about visitors that further ones are not judged, as far as this process knows.',
    registers,
    collect() {
      this.set(read());
    },
  });
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
    'User agents whose verdict was in the cache.',
    () => readCache().hits,
  );
  counter(
    'botgauge_classification_cache_misses_total',
    'User agents that had to be judged.',
    () => readCache().misses,
  );
  new Gauge({
    name: 'botgauge_classification_cache_entries',
    help: 'User agents whose verdict is in the cache now.',
    registers,
    collect() {
      this.set(readCache().size);
    },
  });
}

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

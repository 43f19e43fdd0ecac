import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { loadBotsFile } from '@app/bots-file';
import {
  BOT_REGISTRY,
  createClassifier,
  type RegisteredBot,
  REGISTRY_VERSION,
} from '@app/classification';
import { SealedSecrets } from '@app/access';
import {
  behaviourOf,
  type Config,
  productVersion,
  requireDatabaseUrl,
  verifiesVisits,
} from '@app/config';
import { fetchRulesOf } from '@app/guarded-http';
import {
  createWorkerMetrics,
  type Logger,
  NestLogger,
  type WorkerMetrics,
} from '@app/observability';
import { chooseBackend, LogQueue, type Turn, WebhookQueue } from '@app/queue';
import {
  AddressKeys,
  AddressListStore,
  botsFileMark,
  checkLocks,
  compressionTask,
  countMergeTask,
  createPool,
  DeadEntries,
  DeclaredBots,
  Deliveries,
  findSchema,
  KnownDeclaredBots,
  KnownPages,
  KnownTexts,
  evidenceExpiryTask,
  expiryTask,
  peopleJudgeTask,
  PageDictionary,
  shardsOf,
  pageDigestsTask,
  type Pool,
  rollUpRefreshTask,
  SilentTransactions,
  visitPartitionsTask,
  Upkeep,
  type UpkeepTask,
  upsertBots,
  VisitorKeys,
  VisitWriter,
  WatchBotsFiles,
  websiteErasureTask,
  WebsitesOfBatches,
} from '@app/storage';
import { type AddressSet, BUNDLED_LISTS, compileLists } from '@app/verification';
import { addressRulesOf } from '@app/webhooks';
import { watchAlertsTask } from './alerts/watch-alerts.js';
import { startStatusServer } from './health/status-server.js';
import { Progress, watchProgress } from './health/watch-progress.js';
import { beginTogether } from './log-jobs/begin-together.js';
import { createProcessApart } from './log-jobs/apart.js';
import { createPipeline } from './log-jobs/pipeline.js';
import { Slices } from './log-jobs/slices.js';
import { MOST_DAYS } from './log-jobs/steps/split.js';
import { createTakeJob } from './log-jobs/take-job.js';
import { createHosters } from './people/hosters-in-use.js';
import { KnownVisitorKeys } from './people/known-visitor-keys.js';
import { judgeNamesTask, registryMark } from './names/judge-names.js';
import { ListsInUse, type ListsSettings } from './verification/lists-in-use.js';
import { KnownKeys } from './verification/known-keys.js';
import { ReverseDns } from './verification/reverse-dns.js';
import { createVerifier } from './verification/verifier.js';
import { createDeliver, type Deliver } from './webhooks/deliver.js';
import { createOpenSecrets } from './webhooks/open-secrets.js';
import { webhooksTask } from './webhooks/webhooks-task.js';
import { createWebsiteFetches } from './website-fetches/create-website-fetches.js';
import { WorkerModule } from './worker.module.js';

export interface Worker {
  /** The port of health and metrics. */
  port: number;
  /** Finishes the jobs under way, and then closes the queue and the pool. */
  close(): Promise<void>;
}

/**
 * Jobs that come later take at most four: for two transactions, one look-up of websites and one of
 * pages at the same time. One is for health and the dead. The other three are left for jobs that
 * come first, whatever the others do.
 */
const CONNECTIONS = 8;
const STATEMENT_TIMEOUT_MS = 30_000;
/** What is not finished by then, because the queue is away, is done again by another worker. */
const CLOSE_MS = 20_000;
const STUCK_AFTER_MS = 120_000;
/** It takes jobs from all shards, and from the queue of the webhooks. */
const LISTENS = { toShards: true, toOthers: 1 };

export interface WorkerOptions {
  /**
   * Called once when jobs wait and none has started for `stuckAfterMs`. The caller should then end
   * this process.
   */
  onStuck?: () => void;
  /** The default is two minutes. */
  stuckAfterMs?: number;
  /** How the lists of bots' addresses are fetched and how often, for tests. */
  lists?: Partial<Omit<ListsSettings, 'from' | 'store' | 'logger' | 'metrics'>>;
}

/** Creates the worker process without its signals. The stores must be there. */
export async function createWorker(
  config: Config,
  logger: Logger,
  { onStuck, stuckAfterMs = STUCK_AFTER_MS, lists: listOptions }: WorkerOptions = {},
): Promise<Worker> {
  const botsFile = await loadBotsFile(config.BOTS_FILE);
  const registry = botsFile?.registry ?? BOT_REGISTRY;
  const mark = botsFileMark(botsFile?.digest);
  const pool = createWorkerPool(config, mark, logger);
  await upsertBots(pool, registry, REGISTRY_VERSION);

  const doing = createDoing(config, { pool, registry, logger }, (metrics) => {
    const store = new AddressListStore(pool);
    return new ListsInUse({ ...listOptions, from: config.VERIFY_LISTS, store, logger, metrics });
  });
  const { metrics, progress, deadEntries, deliveries, reverseDns, kept } = doing;
  for (const one of kept) await one.start();
  const botsFiles = new WatchBotsFiles({ pool, logger, mark });
  metrics.showBotsFile(botsFile?.digest, () => botsFiles.otherFiles);
  botsFiles.start();
  const backend = chooseBackend(config, LISTENS);
  const app = await NestFactory.createApplicationContext(
    WorkerModule.with({
      queue: backend,
      concurrency: config.WORKER_CONCURRENCY,
      lockSeconds: config.WORKER_LOCK_SECONDS,
      takeJob: createTakeJob({ ...doing, logger }),
      deliver: createDelivering(config, { deliveries, metrics, logger }),
      metrics,
      logger,
    }),
    { logger: new NestLogger(logger), abortOnError: false },
  );
  const webhooks = app.get(WebhookQueue);
  const loops = await createLoops(config, { pool, registry, webhooks, metrics, logger });
  for (const loop of loops) loop.start();
  const queue = app.get(LogQueue);
  const stopWatch = watchProgress({ queue, progress, stuckAfterMs, logger, onStuck });
  const status = await startStatusServer({
    config,
    pool,
    queue,
    deadEntries,
    deliveries,
    metrics,
    botsFile: botsFile?.digest ?? null,
  });
  return {
    port: status.port,
    close: async () => {
      stopWatch();
      await Promise.race([app.close(), sleep(CLOSE_MS, undefined, { ref: false })]);
      await backend.close();
      reverseDns?.stop();
      await Promise.all([...loops, ...kept, botsFiles].map((loop) => loop.stop()));
      await status.close();
      await endPools(pool);
    },
  };
}

function createWorkerPool(config: Config, mark: string, logger: Logger): Pool {
  return createPool({
    url: requireDatabaseUrl(config),
    max: CONNECTIONS,
    name: 'botgauge-worker',
    mark,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    limitsTransactions: true,
    logger,
  });
}

async function endPools(pool: Pool): Promise<void> {
  await shardsOf(pool).end();
  await pool.end();
}

/**
 * Creates what processes a job, with the lists by which it judges, and the metrics about it. Jobs
 * of each turn have look-ups and writes of their own, so that those that come first are not joined
 * with the large ones of others. So has each job that is done apart.
 */
function createDoing(
  config: Config,
  { pool, registry, logger }: { pool: Pool; registry: readonly RegisteredBot[]; logger: Logger },
  createLists: (metrics: WorkerMetrics) => ListsInUse,
) {
  const classifier = createClassifier({ cacheSize: config.CLASSIFICATION_CACHE_SIZE, registry });
  const metrics: WorkerMetrics = createWorkerMetrics(
    () => classifier.cacheStats(),
    () => lists.ages(),
  );
  const lists = createLists(metrics);
  const progress = new Progress();
  const deadEntries = new DeadEntries(pool);
  const deliveries = new Deliveries(pool);
  const slices = new Slices();
  const knownPages = new KnownPages();
  const known = new KnownTexts();
  const addressKeys = new KnownKeys({ keys: new AddressKeys(pool), logger });
  const verification = createVerification({ config, metrics, lists, addressKeys });
  const behaviour = behaviourOf(config);
  const visitorKeys = new KnownVisitorKeys({ keys: new VisitorKeys(pool), logger });
  metrics.showFullAccounts(() => visitorKeys.fullAccounts);
  const hosters = createHosters(config, logger);
  const visitors =
    behaviour === 'visitor'
      ? { addressKeys, visitorKeys, edges: createEdges(config, lists), hosters }
      : undefined;
  const declaredBots = { registry: registryMark(registry), known: new KnownDeclaredBots() };
  const pipelineOf = (turn: Turn) =>
    createPipeline({
      turn,
      slices,
      websites: new WebsitesOfBatches(pool),
      pages: new PageDictionary(pool, { known: knownPages }),
      declaredBots: new DeclaredBots(pool, declaredBots),
      writer: new VisitWriter(pool, {
        mostDays: MOST_DAYS,
        writeSeconds: metrics.writeSeconds,
        known,
      }),
      deadEntries,
      classifier,
      ipStorage: config.IP_STORAGE,
      verification,
      behaviour,
      ...(visitors && { visitors }),
      visitsVerified: metrics.visitsVerified,
      stepSeconds: metrics.stepSeconds,
      progress,
    });
  const together = (turn: Turn) => beginTogether(pipelineOf(turn), config.WORKER_CONCURRENCY);
  const processJob = { first: together('first'), later: together('later') };
  const processApart = createProcessApart(pipelineOf);
  const reverseDns = verification?.reverseDns;
  const stores = { deadEntries, deliveries };
  const kept = [lists, visitorKeys, ...(hosters ? [hosters] : [])];
  return { metrics, progress, ...stores, kept, reverseDns, processJob, processApart };
}

/** Returns undefined when nobody verifies visits. Both turns share what was looked up. */
function createVerification(parts: {
  config: Config;
  metrics: WorkerMetrics;
  lists: ListsInUse;
  addressKeys: KnownKeys;
}) {
  const { config, metrics, lists, addressKeys } = parts;
  if (!verifiesVisits(config)) return undefined;
  const reverseDns = config.VERIFY_REVERSE_DNS
    ? new ReverseDns({
        servers: config.VERIFY_DNS_SERVERS,
        count: (outcome) => metrics.reverseDnsLookups.inc({ outcome }),
      })
    : undefined;
  return { reverseDns, verifier: createVerifier(lists, reverseDns), addressKeys };
}

/** Returns what knows the servers of CDNs, which stand for many visitors. */
function createEdges(config: Config, lists: ListsInUse): () => AddressSet {
  // Nobody keeps lists current that verify nothing, but servers of CDNs must be known.
  const bundled = config.VERIFY_LISTS === 'off' ? compileLists(BUNDLED_LISTS).edges : undefined;
  return () => bundled ?? lists.current().edges;
}

/** Creates what delivers messages to webhooks. */
function createDelivering(
  config: Config,
  parts: { deliveries: Deliveries; metrics: WorkerMetrics; logger: Logger },
): Deliver {
  const sealed = config.SECRET_KEY && new SealedSecrets(config.SECRET_KEY);
  const userAgent = `Botgauge/${productVersion()}`;
  const rules = { ...addressRulesOf(config), userAgent };
  return createDeliver({ ...parts, openSecrets: createOpenSecrets(sealed), rules });
}

interface LoopParts {
  pool: Pool;
  registry: readonly RegisteredBot[];
  webhooks: WebhookQueue;
  metrics: WorkerMetrics;
  logger: Logger;
}

/** Creates what a worker does besides the jobs of queues. */
async function createLoops(config: Config, parts: LoopParts) {
  const fetches = createWebsiteFetches({ ...parts, rules: fetchRulesOf(config) });
  return [...(await createUpkeep(config, parts)), ...fetches, new SilentTransactions(parts)];
}

/**
 * On TimescaleDB the worker refreshes the aggregates and compresses old visits. On Citus it makes and
 * drops partitions of visits. There and in the plain flavour, the writer of visits keeps the
 * roll-ups.
 */
async function createUpkeep(
  config: Config,
  { pool, registry, webhooks, metrics, logger }: LoopParts,
): Promise<Upkeep[]> {
  const url = requireDatabaseUrl(config);
  const observe = (task: UpkeepTask['name'], seconds: number) =>
    metrics.upkeepSeconds.observe({ task }, seconds);
  const settings = { url, logger, observe };
  const tasks: UpkeepTask[] = [
    countMergeTask(),
    pageDigestsTask(),
    websiteErasureTask({ logger }),
    expiryTask(),
    judgeNamesTask(registry),
    peopleJudgeTask({ pool }),
    evidenceExpiryTask(),
    webhooksTask({ queue: webhooks, logger }),
    watchAlertsTask({ pool, logger }),
  ];
  const retention = { retentionDays: config.RAW_RETENTION_DAYS };
  const flavour = await findSchema(url, config.DATABASE_FLAVOUR);
  if (flavour === 'citus') tasks.push(visitPartitionsTask(retention));
  if (flavour !== 'timescale') return [new Upkeep({ ...settings, tasks })];
  await checkLocks(pool, logger);
  tasks.unshift(rollUpRefreshTask(retention));
  return [
    new Upkeep({ ...settings, tasks }),
    new Upkeep({ ...settings, loop: 'compression', tasks: [compressionTask()] }),
  ];
}

import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { BOT_REGISTRY, createClassifier, REGISTRY_VERSION } from '@app/classification';
import { type Config, requireDatabaseUrl } from '@app/config';
import { createMetrics, type Logger, NestLogger } from '@app/observability';
import { Accounts, createPool, PageDictionary, upsertBots, VisitWriter } from '@app/storage';
import { startStatusServer } from './health/status-server.js';
import { createProcessLogBatch } from './log-batch/process-log-batch.js';
import { startUpkeep } from './upkeep/start-upkeep.js';
import { WorkerModule } from './worker.module.js';

export interface Worker {
  /** Port of health and metrics. */
  port: number;
  /** Finishes the batches under way, then closes queue and pool. */
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 30_000;

/** The worker process without its signals. The stores must be there. */
export async function createWorker(config: Config, logger: Logger): Promise<Worker> {
  const url = requireDatabaseUrl(config);
  const pool = createPool({
    url,
    // One for each batch under way, one for upkeep and health.
    max: config.WORKER_CONCURRENCY + 1,
    name: 'botgauge-worker',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    logger,
  });
  await upsertBots(pool, BOT_REGISTRY, REGISTRY_VERSION);

  const metrics = createMetrics();
  const processLogBatch = createProcessLogBatch({
    accounts: new Accounts(pool),
    pages: new PageDictionary(pool),
    writer: new VisitWriter(pool),
    classifier: createClassifier({ cacheSize: config.CLASSIFICATION_CACHE_SIZE }),
    ipStorage: config.IP_STORAGE,
  });
  const app = await NestFactory.createApplicationContext(
    WorkerModule.with({
      queue: { databaseUrl: url, connections: config.QUEUE_CONNECTIONS },
      processor: {
        concurrency: config.WORKER_CONCURRENCY,
        lockSeconds: config.WORKER_LOCK_SECONDS,
      },
      processLogBatch,
      metrics,
      logger,
    }),
    { logger: new NestLogger(logger), abortOnError: false },
  );
  const stopUpkeep = startUpkeep(pool, logger);
  const status = await startStatusServer({
    host: config.HOST,
    port: config.WORKER_PORT,
    pool,
    metrics,
  });
  return {
    port: status.port,
    close: async () => {
      stopUpkeep();
      await app.close();
      await status.close();
      await pool.end();
    },
  };
}

import { type DynamicModule, Module } from '@nestjs/common';
import type { Clock } from '@app/access';
import type { Config } from '@app/config';
import type { Logger, Metrics } from '@app/observability';
import { LogQueue, type QueueBackend, QueueModule } from '@app/queue';
import { Accounts, BotDirectory, IdempotencyKeys, type Pool, TrafficReader } from '@app/storage';
import { BotsController } from './bots/bots.controller.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { createAcceptLogs } from './ingest/accept-logs.js';
import { IngestController } from './ingest/ingest.controller.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { ACCEPT_LOGS, CLOCK, METRICS, READINESS } from './tokens.js';
import { OwnedWebsites } from './websites/owned-websites.js';
import { WebsitesController } from './websites/websites.controller.js';

/** What the process brings: made before Nest, because the HTTP server needs it too. */
export interface ApiDependencies {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  clock: Clock;
  queue: QueueBackend;
  /** Keys, limits, idempotency. */
  ingestPool: Pool;
  /** Reports, on connections of their own. */
  reportPool: Pool;
}

@Module({})
export class ApiModule {
  static with(dependencies: ApiDependencies): DynamicModule {
    const { config, logger, metrics, clock, ingestPool, reportPool } = dependencies;
    return {
      module: ApiModule,
      imports: [QueueModule.with(dependencies.queue, logger)],
      controllers: [
        IngestController,
        WebsitesController,
        MetricsController,
        BotsController,
        HealthController,
      ],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: METRICS, useValue: metrics },
        { provide: TrafficReader, useValue: new TrafficReader(reportPool) },
        { provide: BotDirectory, useValue: new BotDirectory(reportPool) },
        { provide: OwnedWebsites, useValue: new OwnedWebsites(new Accounts(reportPool)) },
        {
          provide: READINESS,
          inject: [LogQueue],
          useFactory: (queue: LogQueue) => new Readiness([ingestPool, reportPool], queue),
        },
        {
          provide: ACCEPT_LOGS,
          inject: [LogQueue],
          useFactory: (queue: LogQueue) =>
            createAcceptLogs({
              queue,
              idempotencyKeys: new IdempotencyKeys(ingestPool),
              clock,
              metrics,
              logger,
              retentionDays: config.RAW_RETENTION_DAYS,
            }),
        },
      ],
    };
  }
}

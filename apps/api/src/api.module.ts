import { type DynamicModule, Module } from '@nestjs/common';
import { type Clock, RateLimits, SealedSecrets } from '@app/access';
import type { Config } from '@app/config';
import type { ApiMetrics, Logger } from '@app/observability';
import { LogQueue, type QueueBackend, QueueModule } from '@app/queue';
import {
  Accounts,
  BotDirectory,
  IdempotencyKeys,
  Keys,
  type Pool,
  TrafficReader,
} from '@app/storage';
import { AccountController } from './account/account.controller.js';
import { BotsController } from './bots/bots.controller.js';
import { HealthController } from './health/health.controller.js';
import { createGauges, RENDER_METRICS } from './health/process-gauges.js';
import { Readiness } from './health/readiness.js';
import type { Stopping } from './server/answers.js';
import { ACCEPT_LOGS, createAcceptLogs } from './ingest/accept-logs.js';
import { IngestController } from './ingest/ingest.controller.js';
import { AccountKeys } from './keys/account-keys.js';
import { KeysController } from './keys/keys.controller.js';
import { SigningSecrets } from './keys/signing-secrets.js';
import { ReportsController } from './reports/reports.controller.js';
import { AccountSlots, REPORT_METRICS, REPORT_PATIENCE_MS } from './reports/share-reports.js';
import type { AccountShares } from './overload/account-shares.js';
import type { AnswerBudget } from './overload/answer-budget.js';
import type { BodyBudget } from './overload/body-budget.js';
import type { QueueSampler } from './overload/queue-sampler.js';
import { OwnedWebsites } from './websites/owned-websites.js';
import { WebsitesController } from './websites/websites.controller.js';

/** What is made before Nest, because the HTTP server needs it too. */
export interface ApiDependencies {
  config: Config;
  logger: Logger;
  metrics: ApiMetrics;
  clock: Clock;
  /** Tells the time of the database, as its answers told it. */
  databaseClock: Clock;
  queue: QueueBackend;
  /** The limits that count the requests of API Keys. */
  rateLimits: RateLimits;
  /**
   * Ingestion and reports have separate connections, also for their keys and limits, so that
   * neither can starve the other.
   */
  pools: Record<'ingest' | 'reports', Pool>;
  bodies: BodyBudget;
  answers: AnswerBudget;
  shares: AccountShares;
  sampler: QueueSampler;
  stopping: Stopping;
}

@Module({})
export class ApiModule {
  static with(dependencies: ApiDependencies): DynamicModule {
    const { config, logger, metrics, clock, databaseClock, pools, sampler, stopping } =
      dependencies;
    const accounts = new Accounts(pools.reports);
    const keys = new Keys(pools.reports);
    const accountKeys = new AccountKeys(keys, clock);
    const sealed = config.SECRET_KEY && new SealedSecrets(config.SECRET_KEY);
    return {
      module: ApiModule,
      imports: [QueueModule.with(dependencies.queue, logger)],
      controllers: [
        IngestController,
        AccountController,
        WebsitesController,
        KeysController,
        ReportsController,
        BotsController,
        HealthController,
      ],
      providers: [
        { provide: RENDER_METRICS, useValue: createGauges(dependencies) },
        { provide: REPORT_METRICS, useValue: metrics },
        { provide: AccountSlots, useValue: createReportSlots(config) },
        { provide: TrafficReader, useValue: new TrafficReader(pools.reports) },
        { provide: BotDirectory, useValue: new BotDirectory(pools.reports) },
        { provide: Accounts, useValue: accounts },
        { provide: RateLimits, useValue: dependencies.rateLimits },
        { provide: OwnedWebsites, useValue: new OwnedWebsites(accounts) },
        { provide: AccountKeys, useValue: accountKeys },
        {
          provide: SigningSecrets,
          useValue: new SigningSecrets(accountKeys, keys, sealed, clock),
        },
        {
          provide: Readiness,
          inject: [LogQueue],
          useFactory: (queue: LogQueue) =>
            new Readiness({ pools: Object.values(pools), queue, sampler, stopping }),
        },
        {
          provide: ACCEPT_LOGS,
          inject: [LogQueue],
          useFactory: (queue: LogQueue) =>
            createAcceptLogs({
              queue,
              shares: dependencies.shares,
              idempotencyKeys: new IdempotencyKeys(pools.ingest),
              clock,
              databaseClock,
              metrics,
              logger,
              retentionDays: config.RAW_RETENTION_DAYS,
              ipStorage: config.IP_STORAGE,
            }),
        },
      ],
    };
  }
}

/** An account may have reports under way on half of the connections. */
function createReportSlots({ API_REPORT_CONNECTIONS }: Config): AccountSlots {
  const most = Math.max(1, Math.floor(API_REPORT_CONNECTIONS / 2));
  return new AccountSlots({ most, patienceMs: REPORT_PATIENCE_MS });
}

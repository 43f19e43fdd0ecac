import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import {
  AddressLimit,
  type Clock,
  type DatabaseClock,
  type KeyRing,
  RateLimits,
  SealedSecrets,
  type SessionRing,
  ShareRing,
  TrackingIds,
} from '@app/access';
import { type Config, needsAddresses } from '@app/config';
import { createStaticFileTest } from '@app/contracts';
import type { ApiMetrics, Logger } from '@app/observability';
import { LogQueue, type QueueBackend, QueueModule } from '@app/queue';
import {
  Accounts,
  AddressKeys,
  AddressListStore,
  Alerts,
  BotDirectory,
  Deliveries,
  FeedHealth,
  FindingsReader,
  DimensionReader,
  HoursReader,
  IdempotencyKeys,
  Keys,
  LandingReader,
  LiveReader,
  PagesByPathReader,
  type Pool,
  ProviderReader,
  Sessions,
  Shares,
  TrafficReader,
  Webhooks,
} from '@app/storage';
import { addressRulesOf } from '@app/webhooks';
import { WebsiteAlerts } from './alerts/website-alerts.js';
import { BOTS_FILE_DIGEST } from './health/health.controller.js';
import { createGauges, RENDER_METRICS } from './health/process-gauges.js';
import { Readiness } from './health/readiness.js';
import type { Stopping } from './server/answers.js';
import { FreshnessOfReports } from './freshness/freshness.js';
import { READ_FEED_SETUP } from './feed-setup/feed-setup.controller.js';
import { feedSetupReader } from './feed-setup/feed-setup.js';
import type { FeedWatch } from './feed-health/feed-watch.js';
import { FASTLY_SERVICES } from './feeds/fastly-challenge.controller.js';
import { FEEDS } from './feeds/feeds.js';
import { createReceive, RECEIVE } from './feeds/receive.js';
import { createOpenSecret } from './feeds/signing-secret.js';
import { type CutAndSeal, createCutAndSeal } from './ingest/cut-and-seal.js';
import { ACCEPT_LOGS, createAcceptLogs, CUSTOM } from './ingest/accept-logs.js';
import { createQueueBatch, QUEUE_BATCH, type QueueBatch } from './ingest/queue-batch.js';
import { SealingKey } from './ingest/sealing-key.js';
import { Attempts } from './http/attempts.js';
import { SessionCookie } from './http/session-cookie.js';
import { AccountKeys } from './keys/account-keys.js';
import { SigningSecrets } from './keys/signing-secrets.js';
import { OWN_ORIGIN } from './mcp/mcp.controller.js';
import { PageViews } from './pixel/page-views.js';
import { controllersOf } from './controllers.js';
import { AccountSlots } from './reports/account-slots.js';
import { READER_SLOTS, REPORT_METRICS, REPORT_PATIENCE_MS } from './reports/report-slots.js';
import type { AccountShares } from './overload/account-shares.js';
import type { AnswerBudget } from './overload/answer-budget.js';
import type { BodyBudget } from './overload/body-budget.js';
import type { QueueSampler } from './overload/queue-sampler.js';
import { ReadingTurns } from './overload/reading-turns.js';
import { robotsProviders } from './robots/providers.js';
import { AccountSessions } from './sessions/account-sessions.js';
import { PAGE_ADDRESS } from './shares/shares.controller.js';
import { WebsiteShares } from './shares/website-shares.js';
import { visitsProviders } from './visits/providers.js';
import { sitemapProviders } from './sitemaps/providers.js';
import { AccountWebhooks } from './webhooks/account-webhooks.js';
import { OwnedWebsites } from './websites/owned-websites.js';

/** What is made before Nest, because the HTTP server needs it too. */
export interface ApiDependencies {
  config: Config;
  logger: Logger;
  metrics: ApiMetrics;
  clock: Clock;
  /** Tells the time of the database, as its answers told it. */
  databaseClock: DatabaseClock;
  queue: QueueBackend;
  /** Knows the API Keys. */
  keyRing: KeyRing;
  /** Knows the browsers that are signed in. */
  sessionRing: SessionRing;
  /** Knows the shared links that browsers have opened. */
  shareRing: ShareRing;
  cookie: SessionCookie;
  /** Refuses wrong keys, sessions, codes and shared links. */
  attempts: Attempts;
  /** The limits that count the requests of API Keys and of sessions. */
  rateLimits: RateLimits;
  /** The limits that count the requests of Bot Tracking Keys. */
  ingestLimits: RateLimits;
  /**
   * Ingestion and reports have separate connections, also for their keys and limits, so that
   * neither can starve the other.
   */
  pools: Record<'ingest' | 'reports', Pool>;
  bodies: BodyBudget;
  answers: AnswerBudget;
  shares: AccountShares;
  sampler: QueueSampler;
  /** Counts what comes on feeds, and writes it now and then. */
  feedWatch: FeedWatch;
  stopping: Stopping;
  /** The public address of the API, which may be known only once it listens. */
  url: () => string;
  /** The operator's own rows of bots; undefined without a file. */
  botsFile: { digest: string } | undefined;
}

const MIB = 1024 * 1024;
const PIXEL_VIEWS_OF_AN_ADDRESS = 60;

@Module({})
export class ApiModule {
  static with(dependencies: ApiDependencies): DynamicModule {
    const { config, logger, metrics, pools, sampler, stopping } = dependencies;
    const accounts = new Accounts(pools.reports);
    const websites = new OwnedWebsites(accounts);
    const sealed = config.SECRET_KEY && new SealedSecrets(config.SECRET_KEY);
    return {
      module: ApiModule,
      imports: [QueueModule.with(dependencies.queue, logger)],
      controllers: controllersOf(config),
      providers: [
        { provide: RENDER_METRICS, useValue: createGauges(dependencies) },
        { provide: BOTS_FILE_DIGEST, useValue: dependencies.botsFile?.digest ?? null },
        { provide: REPORT_METRICS, useValue: metrics },
        { provide: OWN_ORIGIN, useValue: () => new URL(dependencies.url()).origin },
        { provide: FASTLY_SERVICES, useValue: config.FASTLY_SERVICE_IDS },
        { provide: AccountSlots, useValue: createReportSlots(config, 1 / 2) },
        ...readersOf(pools.reports),
        { provide: FreshnessOfReports, useValue: createFreshness(dependencies) },
        { provide: READ_FEED_SETUP, useValue: feedSetupReader(ownAddressOf(dependencies)) },
        { provide: FeedHealth, useValue: new FeedHealth(pools.reports) },
        { provide: BotDirectory, useValue: new BotDirectory(pools.reports) },
        { provide: Accounts, useValue: accounts },
        { provide: RateLimits, useValue: dependencies.rateLimits },
        { provide: OwnedWebsites, useValue: websites },
        ...keyProviders(dependencies, sealed),
        {
          provide: Readiness,
          inject: [LogQueue],
          useFactory: (queue: LogQueue) =>
            new Readiness({ pools: Object.values(pools), queue, sampler, stopping }),
        },
        ...sessionProviders(dependencies),
        ...shareProviders(dependencies, websites),
        ...alertProviders(dependencies, websites),
        ...visitsProviders(dependencies),
        ...robotsProviders(dependencies),
        ...sitemapProviders(dependencies, websites),
        { provide: AccountWebhooks, useValue: createWebhooks(dependencies, sealed) },
        ...ingestProviders(dependencies, sealed),
        ...(config.PIXEL ? [pixelProvider(dependencies)] : []),
      ],
    };
  }
}

/** What makes and revokes keys, and keeps what senders sign with. */
function keyProviders(
  { clock, pools }: ApiDependencies,
  sealed: SealedSecrets | undefined,
): Provider[] {
  const keys = new Keys(pools.reports);
  const accountKeys = new AccountKeys(keys, clock);
  const secrets = new SigningSecrets(accountKeys, keys, sealed, clock);
  return [
    { provide: AccountKeys, useValue: accountKeys },
    { provide: SigningSecrets, useValue: secrets },
  ];
}

/** What signs browsers in and out. */
function sessionProviders(dependencies: ApiDependencies): Provider[] {
  const sessions = new Sessions(dependencies.pools.reports);
  return [
    { provide: AccountSessions, useValue: new AccountSessions({ ...dependencies, sessions }) },
    { provide: Attempts, useValue: dependencies.attempts },
    { provide: SessionCookie, useValue: dependencies.cookie },
  ];
}

/** What makes shared links, and opens them. */
function shareProviders(dependencies: ApiDependencies, websites: OwnedWebsites): Provider[] {
  const { config, clock, pools, url, shareRing } = dependencies;
  const shares = new Shares(pools.reports);
  return [
    { provide: WebsiteShares, useValue: new WebsiteShares({ shares, websites, clock }) },
    { provide: PAGE_ADDRESS, useValue: () => (config.DASHBOARD ? url() : undefined) },
    { provide: ShareRing, useValue: shareRing },
    { provide: READER_SLOTS, useValue: createReportSlots(config, 1 / 4) },
  ];
}

/** What keeps alerts, and lists their events. */
function alertProviders({ clock, pools }: ApiDependencies, websites: OwnedWebsites): Provider[] {
  const alerts = new Alerts(pools.reports);
  const feeds = [CUSTOM, ...FEEDS.map(({ name }) => name)];
  return [
    { provide: Alerts, useValue: alerts },
    { provide: WebsiteAlerts, useValue: new WebsiteAlerts({ alerts, websites, clock, feeds }) },
  ];
}

function createWebhooks(
  { config, pools }: ApiDependencies,
  sealed: SealedSecrets | undefined,
): AccountWebhooks {
  return new AccountWebhooks({
    webhooks: new Webhooks(pools.reports),
    deliveries: new Deliveries(pools.reports),
    sealed,
    rules: addressRulesOf(config),
  });
}

/** What accepts log entries: one way into the queue, for batches and for deliveries of feeds. */
function ingestProviders(
  dependencies: ApiDependencies,
  sealed: SealedSecrets | undefined,
): Provider[] {
  const { config, clock, metrics, shares, pools, ingestLimits, feedWatch } = dependencies;
  const shared = {
    clock,
    metrics,
    shares,
    feedWatch,
    readingTurns: new ReadingTurns(),
    retentionDays: config.RAW_RETENTION_DAYS,
    isStaticFile: createStaticFileTest(config.STATIC_FILE_EXTENSIONS, config.STATIC_CONTENT_TYPES),
  };
  return [
    {
      provide: QUEUE_BATCH,
      inject: [LogQueue],
      useFactory: (queue: LogQueue) =>
        createQueueBatch({ ...dependencies, queue, cutAndSeal: createCutting(dependencies) }),
    },
    {
      provide: ACCEPT_LOGS,
      inject: [QUEUE_BATCH],
      useFactory: (queueBatch: QueueBatch) => {
        const idempotencyKeys = new IdempotencyKeys(pools.ingest);
        return createAcceptLogs({ ...shared, queueBatch, idempotencyKeys });
      },
    },
    {
      provide: RECEIVE,
      inject: [QUEUE_BATCH],
      useFactory: (queueBatch: QueueBatch) =>
        createReceive({
          ...shared,
          queueBatch,
          rateLimits: ingestLimits,
          openSecret: createOpenSecret(sealed),
          maxBytes: {
            usual: config.FEED_MAX_MIB * MIB,
            large: config.FEED_LARGE_MAX_MIB * MIB,
          },
        }),
    },
  ];
}

function createCutting({ config, pools, logger, metrics }: ApiDependencies): CutAndSeal {
  const keys = new AddressKeys(pools.ingest);
  const sealingKey = needsAddresses(config) ? new SealingKey({ keys, logger }) : undefined;
  return createCutAndSeal({ ipStorage: config.IP_STORAGE, sealingKey, metrics });
}

/** The pixel asks the stores on the connections of ingestion. */
function pixelProvider(dependencies: ApiDependencies): Provider {
  const { clock, databaseClock, pools, ingestLimits: rateLimits } = dependencies;
  const trackingIds = new TrackingIds(new Accounts(pools.ingest), clock, databaseClock);
  const addressLimit = new AddressLimit(PIXEL_VIEWS_OF_AN_ADDRESS);
  return {
    provide: PageViews,
    inject: [QUEUE_BATCH],
    useFactory: (queueBatch: QueueBatch) =>
      new PageViews({ ...dependencies, trackingIds, addressLimit, rateLimits, queueBatch }),
  };
}

const ownAddressOf = ({ config, url }: ApiDependencies) => ({ publicUrl: config.PUBLIC_URL, url });

/** What reads roll-ups. */
function readersOf(pool: Pool): Provider[] {
  const readers = [
    TrafficReader,
    HoursReader,
    DimensionReader,
    PagesByPathReader,
    FindingsReader,
    LiveReader,
    ProviderReader,
    LandingReader,
  ];
  return readers.map((Reader) => ({ provide: Reader, useValue: new Reader(pool) }));
}

function createFreshness({ config, pools, sampler }: ApiDependencies): FreshnessOfReports {
  const store = new AddressListStore(pools.reports);
  return new FreshnessOfReports({ sampler, from: config.VERIFY_LISTS, store });
}

/** Reports of an account may be under way on this part of the connections. */
function createReportSlots({ API_REPORT_CONNECTIONS }: Config, part: number): AccountSlots {
  const most = Math.max(1, Math.floor(API_REPORT_CONNECTIONS * part));
  return new AccountSlots({ most, patienceMs: REPORT_PATIENCE_MS });
}

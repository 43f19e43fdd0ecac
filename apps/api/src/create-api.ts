import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  AddressLimit,
  type Clock,
  DatabaseClock,
  KeyRing,
  postgresRateLimits,
  RateLimits,
  redisRateLimits,
  SessionRing,
  ShareRing,
  systemClock,
} from '@app/access';
import {
  type Config,
  createHostTest,
  productVersion,
  publicUrl,
  requireDatabaseUrl,
} from '@app/config';
import { type ApiMetrics, createApiMetrics, type Logger, NestLogger } from '@app/observability';
import { chooseBackend, LogQueue, type RedisClient } from '@app/queue';
import {
  botsFileMark,
  createPool,
  DomainsOfAccounts,
  FeedHealth,
  Keys,
  type Pool,
  Sessions,
  Shares,
  WatchBotsFiles,
  shardsOf,
  tellTime,
} from '@app/storage';
import type { FastifyInstance } from 'fastify';
import { ApiModule } from './api.module.js';
import { serveDashboard } from './dashboard/serve-dashboard.js';
import { openApiDocument } from './docs/document.js';
import { serveDocs } from './docs/page.js';
import { FeedWatch } from './feed-health/feed-watch.js';
import { Attempts } from './http/attempts.js';
import { SessionCookie } from './http/session-cookie.js';
import { TimeWatch } from './ingest/time-watch.js';
import type { AccessDependencies, Lane } from './server/access-hook.js';
import { PageViews } from './pixel/page-views.js';
import { routesWith } from './routes.js';
import { createServer, type RequestTimeouts } from './server/create-server.js';
import { ErrorFilter } from './server/error-filter.js';
import { explainListenError } from './server/explain-listen-error.js';
import { type Route, RouteTable } from './server/route-table.js';
import { Stopping } from './server/answers.js';
import { AccountShares } from './overload/account-shares.js';
import { AnswerBudget } from './overload/answer-budget.js';
import { BodyBudget } from './overload/body-budget.js';
import { QueueSampler, sampleQueue } from './overload/queue-sampler.js';

export interface Api {
  /** Every route that it serves. */
  routes: Route[];
  /** Starts to listen, and returns the port. */
  listen(): Promise<number>;
  /** From now on `/readyz` is answered with 503, and every answer closes its connection. */
  announceStop(): void;
  /** Finishes the requests under way, then closes HTTP, queue and pools, in this order. */
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 5_000;
const MIB = 1024 * 1024;

/** Makes everything of the API process except its signals. The stores must be there. */
export async function createApi(
  config: Config,
  logger: Logger,
  clock: Clock = systemClock,
  timeouts?: RequestTimeouts,
): Promise<Api> {
  const botsFile = await readBotsFile(config);
  const pools = createPools(config, botsFile, logger);
  const queue = chooseBackend(config);
  const limitsClient = queue.connectForLimits(logger);
  const metrics = createApiMetrics();
  const clocks = { clock, databaseClock: new DatabaseClock() };
  const routes = new RouteTable();
  const stopping = new Stopping();
  const budgets = createBudgets(config, metrics);
  const sampler = createSampler(config, logger);
  const feedWatch = createFeedWatch(pools, { clock, metrics, logger });
  const access = createAccess(config, { pools, limitsClient, ...clocks, metrics, logger });
  const parts = { pools, ...budgets, sampler, feedWatch, stopping, botsFile, ...partsOf(access) };
  // The port may be known only once the API listens.
  const url = () => publicUrl(config, portOf(server.server.address()));
  const server = await createServer({
    clock,
    access: { ...access, origin: () => new URL(url()).origin },
    admission: { ...parts, metrics },
    answers: budgets.answers,
    stopping,
    trustedProxies: config.TRUST_PROXY,
    metrics,
    routes,
    timeouts,
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    ApiModule.with({ ...parts, config, logger, metrics, ...clocks, queue, url }),
    new FastifyAdapter(server as never),
    { logger: new NestLogger(logger), bodyParser: false, abortOnError: false },
  );
  app.useGlobalFilters(new ErrorFilter(logger, clock, metrics));
  servePages(server, config, { url, logger });
  // Then nobody asks for a pixel any more, and the queue is still open.
  if (config.PIXEL) server.addHook('onClose', () => app.get(PageViews).stop());
  await app.init();
  sampler.start(() => sampleQueue(app.get(LogQueue)));
  const timeWatch = await startWatches(feedWatch, { pools, ...clocks, logger });
  const botsFiles = watchBotsFiles(botsFile, { pool: pools.ingest, logger, metrics });
  return {
    routes: routes.list(),
    listen: async () => {
      await listen(app, config);
      return portOf(server.server.address()) ?? config.PORT;
    },
    announceStop: () => stopping.announce(),
    close: async () => {
      // This is needed without a time of grace too: an answer under way must not leave its
      // connection open.
      stopping.announce();
      sampler.stop();
      await app.close();
      await Promise.all([feedWatch.stop(), timeWatch.stop(), botsFiles.stop()]);
      limitsClient?.disconnect();
      await Promise.all([queue.close(), ...Object.values(pools).map(endPool)]);
    },
  };
}

/**
 * Checks the operator's own rows of bots, and returns their digest. The API classifies nothing, so
 * the registry is loaded only if there is something to check.
 */
/** Also ends the connections to the nodes to which it has led. */
async function endPool(pool: Pool): Promise<void> {
  await shardsOf(pool).end();
  await pool.end();
}

async function readBotsFile({ BOTS_FILE }: Config): Promise<{ digest: string } | undefined> {
  if (BOTS_FILE === undefined) return undefined;
  const { loadBotsFile } = await import('@app/bots-file');
  return loadBotsFile(BOTS_FILE);
}

/** Shows the file to other processes and as a metric, and warns when others have another one. */
function watchBotsFiles(
  botsFile: { digest: string } | undefined,
  { metrics, ...settings }: { pool: Pool; logger: Logger; metrics: ApiMetrics },
): WatchBotsFiles {
  const watch = new WatchBotsFiles({ ...settings, mark: botsFileMark(botsFile?.digest) });
  metrics.showBotsFile(botsFile?.digest, () => watch.otherFiles);
  watch.start();
  return watch;
}

async function listen(app: NestFastifyApplication, config: Config): Promise<void> {
  await app.listen(config.PORT, config.HOST).catch((error: unknown) => {
    throw explainListenError(error, config);
  });
}

/** Starts what looks again and again, and returns what is not known yet. */
async function startWatches(
  feedWatch: FeedWatch,
  { pools, databaseClock, logger }: Pick<AccessParts, 'pools' | 'databaseClock' | 'logger'>,
): Promise<TimeWatch> {
  feedWatch.start();
  const timeWatch = new TimeWatch({ databaseClock, ask: () => tellTime(pools.ingest), logger });
  await timeWatch.start();
  return timeWatch;
}

function createFeedWatch(
  { ingest }: { ingest: Pool },
  parts: { clock: Clock; metrics: ApiMetrics; logger: Logger },
): FeedWatch {
  return new FeedWatch({
    health: new FeedHealth(ingest),
    domains: new DomainsOfAccounts(ingest),
    ...parts,
  });
}

type Access = Omit<AccessDependencies, 'origin'>;

interface AccessParts {
  pools: Record<'ingest' | 'reports', Pool>;
  limitsClient: RedisClient | undefined;
  clock: Clock;
  databaseClock: DatabaseClock;
  metrics: ApiMetrics;
  logger: Logger;
}

/** Makes what tells who asks: by a key, by the session of a browser, or by a shared link. */
function createAccess(config: Config, parts: AccessParts): Access {
  const { pools, clock, metrics, logger } = parts;
  return {
    lanes: createLanes(parts),
    sessionRing: new SessionRing(new Sessions(pools.reports), clock, logger),
    shareRing: new ShareRing(new Shares(pools.reports), clock, logger),
    cookie: new SessionCookie(publicUrl(config)),
    attempts: new Attempts(
      new AddressLimit(config.AUTH_FAILURES_PER_MINUTE),
      new AddressLimit(config.PUBLIC_REQUESTS_PER_MINUTE),
      metrics,
    ),
    isServed: createHostTest(config),
    metrics,
  };
}

/** Returns what the routes need of it, too. */
function partsOf({ lanes: { api, bot }, sessionRing, shareRing, cookie, attempts }: Access) {
  const limits = { rateLimits: api.rateLimits, ingestLimits: bot.rateLimits };
  return { keyRing: api.keyRing, sessionRing, shareRing, cookie, attempts, ...limits };
}

/** Serves what people look at in a browser. */
function servePages(
  server: FastifyInstance,
  config: Config,
  { url, logger }: { url: () => string; logger: Logger },
): void {
  serveDocs(server, () => documentOf(config, url()));
  if (config.DASHBOARD) serveDashboard(server, logger);
}

function documentOf(config: Config, url: string) {
  return openApiDocument(routesWith(config), {
    version: productVersion(),
    url,
  });
}

function portOf(address: AddressInfo | string | null): number | undefined {
  return typeof address === 'object' ? address?.port : undefined;
}

function createSampler(config: Config, logger: Logger): QueueSampler {
  const limits = {
    waiting: config.QUEUE_MAX_WAITING_JOBS,
    oldestMs: config.QUEUE_MAX_AGE_SECONDS * 1_000,
    backlogMs: config.QUEUE_MAX_DELAY_SECONDS * 1_000,
  };
  return new QueueSampler({ limits, logger });
}

/**
 * Returns the bounds on what clients send and what they are answered, and the shares of accounts.
 */
function createBudgets(config: Config, metrics: ApiMetrics) {
  const bodies = new BodyBudget(config.INGEST_INFLIGHT_MIB * MIB);
  const answers = new AnswerBudget(config.ANSWERS_UNREAD_MIB * MIB, (reason) =>
    metrics.answersGivenUp.inc({ reason }),
  );
  return { bodies, answers, shares: new AccountShares() };
}

function createPools(
  config: Config,
  botsFile: { digest: string } | undefined,
  logger: Logger,
): Record<'ingest' | 'reports', Pool> {
  const mark = botsFileMark(botsFile?.digest);
  const pool = (name: string, max: number) =>
    createPool({
      url: requireDatabaseUrl(config),
      max,
      name: `botgauge-api-${name}`,
      mark,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      limitsTransactions: true,
      logger,
    });
  return {
    ingest: pool('ingest', config.API_INGEST_CONNECTIONS),
    reports: pool('reports', config.API_REPORT_CONNECTIONS),
  };
}

/** Requests of each kind of key have their own connections, also for their keys and limits. */
function createLanes(parts: Omit<AccessParts, 'metrics'>): Record<'api' | 'bot', Lane> {
  const { pools, limitsClient, clock, databaseClock, logger } = parts;
  const lane = (pool: Pool): Lane => {
    const store = limitsClient ? redisRateLimits(limitsClient) : postgresRateLimits(pool);
    return {
      keyRing: new KeyRing(new Keys(pool), clock, logger, databaseClock),
      rateLimits: new RateLimits(store),
    };
  };
  return { api: lane(pools.reports), bot: lane(pools.ingest) };
}

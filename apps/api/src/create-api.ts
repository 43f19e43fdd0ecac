import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import {
  type Clock,
  KeyRing,
  postgresRateLimits,
  RateLimits,
  redisRateLimits,
  systemClock,
  WrongKeyLimit,
} from '@app/access';
import { type Config, requireDatabaseUrl } from '@app/config';
import { createMetrics, type Logger, NestLogger } from '@app/observability';
import { chooseBackend } from '@app/queue';
import { Accounts, createPool } from '@app/storage';
import { ApiModule } from './api.module.js';
import { OPENAPI_DOCUMENT } from './docs/openapi.js';
import { createServer } from './http/create-server.js';
import { ErrorFilter } from './http/error-filter.js';
import type { RequestTimeouts } from './http/request-timeouts.js';
import { type Route, RouteTable } from './http/route-table.js';
import type { Readiness } from './health/readiness.js';
import { READINESS } from './tokens.js';

export interface Api {
  /** Every route it has. */
  routes: Route[];
  /** Listens and gives the port. */
  listen(): Promise<number>;
  /** Answers `/readyz` with 503 from now on. */
  announceStop(): void;
  /** Finishes the requests under way, then closes HTTP, queue and pools, in this order. */
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 5_000;

/** The API process without its signals. The stores must be there. */
export async function createApi(
  config: Config,
  logger: Logger,
  clock: Clock = systemClock,
  timeouts?: RequestTimeouts,
): Promise<Api> {
  const url = requireDatabaseUrl(config);
  const pool = (name: string, max: number) =>
    createPool({
      url,
      max,
      name: `botgauge-api-${name}`,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      logger,
    });
  const ingestPool = pool('ingest', config.API_INGEST_CONNECTIONS);
  const reportPool = pool('reports', config.API_REPORT_CONNECTIONS);
  const queue = chooseBackend(config);
  const limitsClient = queue.connectForLimits(logger);
  const limitsStore = limitsClient ? redisRateLimits(limitsClient) : postgresRateLimits(ingestPool);
  const metrics = createMetrics();
  const routes = new RouteTable();
  const server = createServer({
    keyRing: new KeyRing(new Accounts(ingestPool), clock, logger),
    rateLimits: new RateLimits(limitsStore),
    wrongKeyLimit: new WrongKeyLimit(config.AUTH_FAILURES_PER_MINUTE),
    trustProxy: config.TRUST_PROXY,
    metrics,
    routes,
    timeouts,
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    ApiModule.with({ config, logger, metrics, clock, queue, ingestPool, reportPool }),
    new FastifyAdapter(server as never),
    { logger: new NestLogger(logger), bodyParser: false, abortOnError: false },
  );
  app.useGlobalFilters(new ErrorFilter(logger));
  SwaggerModule.setup('docs', app, OPENAPI_DOCUMENT, { jsonDocumentUrl: 'openapi.json' });
  await app.init();
  return {
    routes: routes.list(),
    listen: async () => {
      await app.listen(config.PORT, config.HOST).catch((error: unknown) => {
        throw explainListenError(error, config);
      });
      const address = server.server.address();
      return typeof address === 'object' && address ? address.port : config.PORT;
    },
    announceStop: () => app.get<Readiness>(READINESS).stop(),
    close: async () => {
      await app.close();
      limitsClient?.disconnect();
      await Promise.all([ingestPool.end(), reportPool.end()]);
    },
  };
}

function explainListenError(error: unknown, { HOST, PORT }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'EADDRINUSE') return error;
  return new Error(
    `Port ${PORT} on ${HOST} is in use, perhaps by another Botgauge: end it, or set PORT to a free one.`,
    { cause: error },
  );
}

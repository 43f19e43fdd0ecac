import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, createHostTest } from '@app/config';
import { answers } from '@app/lifecycle';
import type { WorkerMetrics } from '@app/observability';
import type { LogQueue } from '@app/queue';
import type { DeadEntries, Deliveries, Pool } from '@app/storage';
import { sampleGauges } from './sample-gauges.js';

export interface StatusServer {
  port: number;
  close(): Promise<void>;
}

export interface StatusServerOptions {
  /** Where it listens, 0 for a free port, and under which names it shows its metrics. */
  config: Pick<Config, 'HOST' | 'PORT' | 'WORKER_PORT' | 'PUBLIC_URL' | 'ALLOWED_HOSTS'>;
  pool: Pool;
  queue: LogQueue;
  deadEntries: DeadEntries;
  deliveries: Deliveries;
  metrics: WorkerMetrics;
  /** The digest of the file with the operator's own rows, or null without one. */
  botsFile: string | null;
}

const MISDIRECTED = failure(
  'MISDIRECTED_REQUEST',
  'This worker does not know the name under which it is asked: ask for its address, or add the name to ALLOWED_HOSTS of the worker',
);

/** Serves `/healthz`, `/readyz` and `/metrics` of a worker on a separate port. */
export async function startStatusServer(options: StatusServerOptions): Promise<StatusServer> {
  const { config, metrics } = options;
  const isServed = createHostTest(config);
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.listen(config.WORKER_PORT, config.HOST);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function answer({ url = '', headers }: IncomingMessage, response: ServerResponse) {
    switch (url) {
      case '/healthz':
        return sendJson(response, 200, { success: true, data: { status: 'alive' } });
      case '/readyz': {
        const obstacle = await findObstacle(options);
        const body = obstacle
          ? failure('SERVICE_UNAVAILABLE', obstacle)
          : { success: true, data: { status: 'ready', bots_file: options.botsFile } };
        return sendJson(response, obstacle ? 503 : 200, body);
      }
      case '/metrics':
        if (!isServed(headers.host)) return sendJson(response, 421, MISDIRECTED);
        await sampleGauges(options);
        response.setHeader('content-type', metrics.registry.contentType);
        response.end(await metrics.registry.metrics());
        return;
      default:
        return sendJson(
          response,
          404,
          failure('NOT_FOUND', 'A worker has /healthz, /readyz and /metrics'),
        );
    }
  }
}

/** Returns why the worker cannot work, or undefined when it can. */
async function findObstacle({ pool, queue }: StatusServerOptions): Promise<string | undefined> {
  if (!(await answers(pool.query('SELECT 1')))) return 'The database does not answer';
  if (!(await answers(queue.counts()))) return 'The queue does not answer';
  return undefined;
}

function failure(code: string, message: string) {
  return { success: false, error: { code, message } };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

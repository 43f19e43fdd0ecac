import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  host: string;
  /** 0 takes a free port. */
  port: number;
  pool: Pool;
  queue: LogQueue;
  deadEntries: DeadEntries;
  deliveries: Deliveries;
  metrics: WorkerMetrics;
  /** The digest of the file with the operator's own rows, or null without one. */
  botsFile: string | null;
}

/** Serves `/healthz`, `/readyz` and `/metrics` of a worker on a separate port. */
export async function startStatusServer(options: StatusServerOptions): Promise<StatusServer> {
  const { host, port, metrics } = options;
  const server = createServer((request, response) => {
    void answer(request.url ?? '', response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function answer(url: string, response: ServerResponse): Promise<void> {
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

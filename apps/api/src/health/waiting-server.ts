import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ApiError, errorBody, unavailable } from '../http/api-error.js';
import { success } from '../http/answer.js';

export interface WaitingServer {
  /** Frees the port for the API. */
  close(): Promise<void>;
}

/**
 * Answers in place of the API while the process waits for its stores: it is alive, not ready, and
 * every request must be sent again. Without this server, a waiting process would look like a dead
 * one.
 */
export async function startWaitingServer(address: {
  host: string;
  port: number;
}): Promise<WaitingServer> {
  const server = createServer(answer);
  server.listen(address);
  await once(server, 'listening');
  return {
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const alive = request.url === '/healthz';
  const refusal: ApiError = unavailable('The service is starting: it waits for its stores');
  const body = alive ? success({ status: 'alive' }) : errorBody(refusal.code, refusal.message);
  response.writeHead(alive ? 200 : refusal.status, {
    ...(alive ? {} : refusal.headers),
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': randomUUID(),
    // No connection is kept open, because the port is handed over to the API.
    connection: 'close',
  });
  response.end(JSON.stringify(body));
}

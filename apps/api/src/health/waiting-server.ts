import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ApiError, errorBody, unavailable } from '../http/api-error.js';
import { success } from '../http/success.js';

export interface WaitingServer {
  /** Leaves the port to the API. */
  close(): Promise<void>;
}

/**
 * Answers in the API's place while its stores are waited for: alive, not ready, and every request is to
 * be sent again. Without it a process that waits looks like one that has died.
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
    // Nobody is held on to: the port changes hands.
    connection: 'close',
  });
  response.end(JSON.stringify(body));
}

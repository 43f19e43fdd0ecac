import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What the front does with a request: it answers itself, or passes the request on and loses the
 * answer.
 */
export type Fault =
  { status: number; headers?: Record<string, string> } | 'lose the answer' | 'reset';

export interface Front {
  url: string;
  /** The requests that came, with their `Idempotency-Key`s. */
  names: string[];
  stop(): Promise<void>;
}

/**
 * A reverse proxy that fails on purpose. `faultOf` tells for each request, counted from 0, what
 * goes wrong.
 */
export async function startFaultyFront(
  target: string,
  faultOf: (request: number) => Fault | undefined,
): Promise<Front> {
  const names: string[] = [];
  const server = createServer((request, response) => {
    const fault = faultOf(names.length);
    names.push(String(request.headers['idempotency-key']));
    void serve(target, request, response, fault).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function serve(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const body = await buffer(request);
  if (fault === 'reset') return void response.destroy();
  if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end();
  const headers = new Headers(request.headers as Record<string, string>);
  for (const name of ['host', 'connection', 'transfer-encoding', 'content-length']) {
    headers.delete(name);
  }
  const answer = await fetch(`${target}${request.url}`, {
    method: request.method,
    headers,
    body: body.length > 0 ? new Uint8Array(body) : undefined,
  });
  const text = await answer.text();
  if (fault === 'lose the answer') return void response.destroy();
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
}

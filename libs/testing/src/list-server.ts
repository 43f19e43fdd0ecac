import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { undoneAtEnd } from './cleanup.js';

/** What is answered at one address: a text, or whatever the function does. */
export type ListAnswer = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A real HTTP server on loopback in the place of all operators who publish lists. */
export interface ListServer {
  /** Sends every request to this server, whatever host its address names. */
  fetch: typeof fetch;
  /** What each address answers, by address. All others answer 404. */
  answers: Map<string, ListAnswer>;
  /** The addresses that were asked for, with the ETag that came with the question. */
  asked: { address: string; etag: string | undefined }[];
  close(): Promise<void>;
}

/** A text with an ETag: whoever sends it back is told that nothing has changed. */
export function withEtag(text: string, etag: string): ListAnswer {
  return (request, response) => {
    response.setHeader('etag', etag);
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.end(text);
  };
}

export async function startListServer(): Promise<ListServer> {
  const answers: ListServer['answers'] = new Map();
  const asked: ListServer['asked'] = [];
  const server = createServer((request, response) => {
    const address = `https://${(request.url ?? '').slice(1)}`;
    asked.push({ address, etag: request.headers['if-none-match'] });
    const answer = answers.get(address);
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string') response.end(answer);
    else answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sent: typeof fetch = (input, init) => {
    const { host, pathname, search } = new URL(input as string | URL);
    return fetch(`http://127.0.0.1:${port}/${host}${pathname}${search}`, init);
  };
  const close = undoneAtEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { fetch: sent, answers, asked, close };
}

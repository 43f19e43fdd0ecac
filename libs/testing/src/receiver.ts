import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecretServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { undoneAtEnd } from './cleanup.js';

/** A request as a receiver of webhooks got it. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A real server on loopback that receives messages. */
export interface Receiver {
  port: number;
  /** Its address, with the name that its certificate has, if it has one. */
  url: string;
  /** What it got, in order. */
  received: Received[];
  /** How many connections it accepted. */
  connections: () => number;
  /** What it does with a request; by default it answers 204. It may also leave it without an answer. */
  answer: (response: ServerResponse, received: Received) => void;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** An address of this machine. */
  host?: string;
  port?: number;
  /** With TLS, by `RECEIVER_CERTIFICATE`. */
  tls?: boolean;
}

/**
 * An address of loopback that nobody else uses, for a receiver whose connections are counted. A port
 * that was freed is soon given to another program; a client that still retries the old one, of
 * another suite that runs at the same time, would be counted at 127.0.0.1.
 */
export function ownLoopback(): string {
  const [second, third] = randomBytes(2);
  return `127.${second}.${third}.77`;
}

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, tls = false } = options;
  let connections = 0;
  const listener: RequestListener = (request, response) => void receive(request, response);
  const server = tls
    ? createSecretServer({ key: KEY, cert: RECEIVER_CERTIFICATE }, listener)
    : createServer(listener);
  server.on('connection', () => connections++);
  await once(server.listen(port, host), 'listening');
  const address = server.address() as AddressInfo;
  const receiver: Receiver = {
    port: address.port,
    url: tls ? `https://hooks.test:${address.port}/` : `http://${host}:${address.port}/`,
    received: [],
    connections: () => connections,
    answer: (response) => response.writeHead(204).end(),
    close: undoneAtEnd(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
  return receiver;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = request.headers as Record<string, string>;
    const received = { path: request.url ?? '', headers, body: await text(request) };
    receiver.received.push(received);
    receiver.answer(response, received);
  }
}

/** A certificate that signs itself, for `hooks.test` and for tests only, valid until 2120. */
export const RECEIVER_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBeDCCAR2gAwIBAgIUTugQnshAZ3ATGPxF73HDK+aycigwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKaG9va3MudGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEw
MTAwMDAwMFowFTETMBEGA1UEAwwKaG9va3MudGVzdDBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABLqRgrmfk29ITEh8UsDjDmrnBuR1qXDSLGKqkYdBRoexaUdmveyD
KEp1I9hv4G45xHdqYNaLtcY1gtox8ewMQEyjSTBHMA8GA1UdEwEB/wQFMAMBAf8w
FQYDVR0RBA4wDIIKaG9va3MudGVzdDAdBgNVHQ4EFgQU1opW51oWdVBSl5bhIM5X
TR03v20wCgYIKoZIzj0EAwIDSQAwRgIhAKGd9K6toK3Ab5ywPB5hWCpPhzQo+W68
xupAMBbG4o2XAiEA1Fy2rDpkZChLhYQvdqL5AhMA4uuhELhJ5YPJROg6O8g=
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeOZrH4P++zs55thu
3Hdt+sG9uZypM2qXaTVRP1r4se2hRANCAAS6kYK5n5NvSExIfFLA4w5q5wbkdalw
0ixiqpGHQUaHsWlHZr3sgyhKdSPYb+BuOcR3amDWi7XGNYLaMfHsDEBM
-----END PRIVATE KEY-----
`;

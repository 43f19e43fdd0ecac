import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';

export interface KeptAnswer {
  status: number;
  /** Whether the server asked to close the connection after this answer. */
  closes: boolean;
  body: string;
}

/** A client that keeps one connection, and never sends a request twice. */
export class KeepAliveClient {
  readonly sockets = new Set<Socket>();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly base: string) {}

  send(method: string, path: string, key: string, body?: string): Promise<KeptAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request(`${this.base}${path}`, {
        agent: this.agent,
        method,
        headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
      });
      sent.on('socket', (socket) => this.sockets.add(socket));
      sent.on('error', reject);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            closes: response.headers.connection === 'close',
            body: text,
          }),
        );
      });
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

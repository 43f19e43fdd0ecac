import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request, usually to the ingestion endpoint, whose body is sent bit by bit. */
export interface SlowRequest {
  send(bytes: string | Buffer): Promise<void>;
  /** Returns the status as soon as it has come, whether or not the whole body was sent. */
  status(): Promise<number>;
  abort(): void;
}

/**
 * Sends the head. `lengthHeader` is `content-length: …` or `transfer-encoding: chunked`, with more
 * lines if needed.
 */
export async function beginRequest(
  base: string,
  key: string,
  lengthHeader: string,
  path = '/api/v1/logs/custom',
): Promise<SlowRequest> {
  const { hostname, port } = new URL(base);
  const socket: Socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  await once(socket, 'connect');
  /** All that is sent before the socket has room again waits for the same moment. */
  let room: Promise<void> | undefined;
  const send = async (bytes: string | Buffer) => {
    if (!socket.write(bytes)) await (room ??= untilRoom(socket).finally(() => (room = undefined)));
  };
  await send(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${key}\r\n${lengthHeader}\r\n\r\n`,
  );
  return {
    send,
    status: async () => {
      while (!received.includes('\r\n')) {
        if (socket.closed) throw new Error('The connection ended without an answer');
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      }
      return Number(received.split(' ', 2)[1]);
    },
    abort: () => socket.destroy(),
  };
}

/** The service may also close the connection in the middle of a body that it has refused. */
async function untilRoom(socket: Socket): Promise<void> {
  const waiting = new AbortController();
  const either = ['drain', 'close'].map((name) => once(socket, name, waiting));
  await Promise.race(either).catch(() => undefined);
  waiting.abort();
  await Promise.allSettled(either);
}

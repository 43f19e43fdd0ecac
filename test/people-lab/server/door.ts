import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { undoneAtEnd } from '@app/testing';

/**
 * The way of one visitor to the websites: a proxy that tells their server, by the PROXY protocol,
 * that the visitor comes from a chosen address. What the visitor sends is encrypted and passed on as
 * it is. There is no way to any other host.
 */
export interface Door {
  port: number;
  /** Where the visitor comes from. With a new one, all connections end. */
  comeFrom(address: string): void;
  close(): Promise<void>;
}

/** @param hosts that can be reached, all of them on a port of the loopback address */
export async function openDoor(
  hosts: ReadonlySet<string>,
  port: number,
  address: string,
): Promise<Door> {
  let from = address;
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(502).end());
  server.on('connection', (socket: Socket) => watch(socket, sockets));
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const host = request.url?.split(':')[0] ?? '';
    if (!hosts.has(host)) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const inside = connect(port, '127.0.0.1', () => {
      inside.write(`PROXY TCP4 ${from} 127.0.0.1 40000 443\r\n`);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(inside).pipe(socket);
    });
    watch(inside, sockets);
    socket.on('close', () => inside.destroy());
    inside.on('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    comeFrom: (address) => {
      from = address;
      endAll();
    },
    close: undoneAtEnd(() => {
      server.close();
      endAll();
    }),
  };
}

/** A browser ends connections whenever it likes. */
function watch(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => sockets.delete(socket));
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { undoneAtEnd } from '@app/testing';

/** A way to a store that can be cut, blocked and mended, on a port that stays the same. */
export interface TcpProxy {
  /** The address of the store through the proxy. */
  url: string;
  /** Ends connections and refuses new ones. */
  cut(): Promise<void>;
  /** Makes a black hole: connections stay and are accepted, but nothing passes. */
  block(): void;
  mend(): Promise<void>;
}

export async function startTcpProxy(storeUrl: string): Promise<TcpProxy> {
  const target = new URL(storeUrl);
  let blocked = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const open = async (port: number): Promise<Server> => {
    const server = createServer((socket) => {
      const upstream = keep(connect(Number(target.port), target.hostname));
      keep(socket).pipe(upstream).pipe(socket);
      if (blocked) hold([socket, upstream]);
      socket.on('close', () => upstream.destroy());
      upstream.on('close', () => socket.destroy());
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const hold = (some: Iterable<Socket>) => {
    for (const socket of some) socket.pause();
  };
  let server: Server | undefined = await open(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(storeUrl);
  url.hostname = '127.0.0.1';
  url.port = `${port}`;
  const cut = async () => {
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  undoneAtEnd(cut);
  return {
    url: url.href,
    cut,
    block: () => {
      blocked = true;
      hold(sockets);
    },
    mend: async () => {
      blocked = false;
      for (const socket of sockets) socket.resume();
      server ??= await open(port);
    },
  };
}

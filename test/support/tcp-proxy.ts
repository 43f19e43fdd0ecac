import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
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
  /**
   * Lets the host of the clients vanish as soon as one of them sends these bytes: half of the chunk
   * with them still passes, and nothing after it. The store is never told, also when the clients
   * end.
   *
   * @returns what resolves when it has happened
   */
  vanishAt(bytes: string): Promise<void>;
}

const NOTHING = Buffer.alloc(0);

export async function startTcpProxy(storeUrl: string): Promise<TcpProxy> {
  const target = new URL(storeUrl);
  let blocked = false;
  let vanished = false;
  /** Returns what passes of a chunk of a client. */
  let pass = (chunk: Buffer): Buffer => chunk;
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
      const way = new Transform({ transform: (chunk: Buffer, _, done) => done(null, pass(chunk)) });
      keep(socket).pipe(way).pipe(upstream, { end: false }).pipe(socket);
      way.on('end', () => vanished || upstream.end());
      if (blocked) hold([socket, upstream]);
      socket.on('close', () => vanished || upstream.destroy());
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
    vanishAt: (bytes) =>
      new Promise((resolve) => {
        pass = (chunk) => {
          if (vanished) return NOTHING;
          if (!chunk.includes(bytes)) return chunk;
          vanished = blocked = true;
          hold(sockets);
          resolve();
          return chunk.subarray(0, chunk.length >> 1);
        };
      }),
    mend: async () => {
      blocked = false;
      for (const socket of sockets) socket.resume();
      server ??= await open(port);
    },
  };
}

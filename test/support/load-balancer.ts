import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { undoneAtEnd } from '@app/testing';

/** Leads connections in turn to the processes that say that they are ready. */
export interface LoadBalancer {
  base: string;
  /** Sets the ports of the processes from now on. */
  lead(ports: number[]): void;
  close(): Promise<void>;
}

const PROBE_EVERY_MS = 20;

export async function startLoadBalancer(ports: number[]): Promise<LoadBalancer> {
  let targets = ports;
  let ready = ports;
  let turn = 0;
  let open = true;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const port = ready[turn++ % ready.length];
    // No process is ready. The client sees a reset, as with any load balancer.
    if (port === undefined) return void client.destroy();
    const upstream = keep(connect({ port, host: '127.0.0.1', allowHalfOpen: true }));
    // Each side sees what the other side does: an end as an end, a reset as a reset.
    const join = (from: Socket, to: Socket) => {
      from.pipe(to);
      from.on('error', () => to.resetAndDestroy());
    };
    join(keep(client), upstream);
    join(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const probing = (async () => {
    while (open) {
      const asked = targets;
      const answers = await Promise.all(asked.map(isReady));
      if (asked === targets) ready = asked.filter((_, i) => answers[i]);
      await sleep(PROBE_EVERY_MS);
    }
  })();
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (ports) => {
      targets = ports;
      ready = ready.filter((port) => ports.includes(port));
    },
    close: undoneAtEnd(async () => {
      open = false;
      await probing;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    }),
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

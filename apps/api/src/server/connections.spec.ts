import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@app/testing';
import { fastify, type FastifyInstance } from 'fastify';
import { atEndOf } from './connections.js';

let server: FastifyInstance;
let begun: string[];
let ended: string[];
beforeEach(async () => {
  begun = [];
  ended = [];
  server = fastify({ forceCloseConnections: true });
  server.addHook('onRequest', async (request, reply) => {
    begun.push(request.url);
    atEndOf(request, reply, () => ended.push(request.url));
  });
  server.get('/answered', async () => 'yes');
  server.get('/hangs', () => new Promise(() => undefined));
  server.get('/late', async (request, reply) => {
    await once(request.raw.socket, 'close');
    atEndOf(request, reply, () => ended.push('too late'));
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

/** Sends these requests on one connection without waiting for answers. */
async function send(...paths: string[]): Promise<Socket> {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  for (const path of paths) socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await eventually(async () => expect(begun).toEqual(paths));
  return socket;
}
const untilEnded = (...paths: string[]) => eventually(async () => expect(ended).toEqual(paths));

it('tells once when an answer has gone out', async () => {
  const socket = await send('/answered', '/hangs');
  await untilEnded('/answered');
  socket.destroy();
  await untilEnded('/answered', '/hangs');
});

it('tells it of every request in line when the connection is gone', async () => {
  const socket = await send('/hangs', '/answered', '/hangs');
  expect(ended).toEqual([]);
  socket.destroy();
  await untilEnded('/hangs', '/answered', '/hangs');
});

it('tells it at once when the connection was gone before', async () => {
  const socket = await send('/late');
  socket.destroy();
  await untilEnded('/late', 'too late');
});

it('adds no listeners to a connection with each request', async () => {
  const listenersAfter = async (requests: number) => {
    begun = [];
    const connected = once(server.server, 'connection');
    await send(...Array.from({ length: requests }, () => '/hangs'));
    const [socket] = (await connected) as [Socket];
    return socket.eventNames().map((name) => [name, socket.listenerCount(name)]);
  };
  expect(await listenersAfter(20)).toEqual(await listenersAfter(1));
});

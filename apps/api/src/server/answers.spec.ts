import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@app/testing';
import { fastify, type FastifyInstance } from 'fastify';
import { AnswerBudget } from '../overload/answer-budget.js';
import { createHoldHook } from './answers.js';

const MIB = 1024 * 1024;
const LIMIT = 16 * MIB;
/**
 * More than the buffers of the operating system take, and less than closes the connection at once.
 */
const ANSWERS_EACH = 10;
const CONNECTIONS = 8;

let server: FastifyInstance;
let answers: AnswerBudget;
let givenUp: number;
beforeEach(async () => {
  givenUp = 0;
  answers = new AnswerBudget(LIMIT, () => givenUp++);
  server = fastify({ forceCloseConnections: true });
  server.decorateRequest('keyHolder', null);
  server.addHook('onRequest', async (request) => {
    const { account } = request.query as { account: string };
    request.keyHolder = { accountId: Number(account) } as never;
  });
  server.addHook('onSend', createHoldHook(answers));
  server.get('/long', async () => 'x'.repeat(MIB));
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

const port = () => (server.server.address() as AddressInfo).port;

/** Asks for long answers on a connection from which nothing is ever read. */
async function askAndNeverRead(): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write('GET /long?account=1 HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(ANSWERS_EACH));
  return socket;
}

async function expectServed(account: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port()}/long?account=${account}`);
  expect((await answer.text()).length).toBe(MIB);
}

it('holds a bounded number of bytes for clients that read nothing, and serves the others', async () => {
  const sockets: Socket[] = [];
  let highest = 0;
  for (let i = 0; i < CONNECTIONS; i++) {
    sockets.push(await askAndNeverRead());
    await expectServed(2);
    highest = Math.max(highest, answers.bytes);
  }
  await eventually(async () => expect(givenUp).toBeGreaterThan(0));
  expect(highest).toBeGreaterThan(MIB);
  expect(highest).toBeLessThanOrEqual(LIMIT);
  sockets.forEach((socket) => socket.destroy());
  await eventually(async () => expect(answers.bytes).toBe(0));
});

it('holds nothing for a client that reads', async () => {
  for (let i = 0; i < 2 * (LIMIT / MIB); i++) await expectServed(1);
  await eventually(async () => expect(answers.bytes).toBe(0));
  expect(givenUp).toBe(0);
});

it('gives up no answer to a question of this process itself, which has no connection', async () => {
  const questions = Array.from({ length: 4 * ANSWERS_EACH }, () =>
    server.inject('/long?account=1'),
  );
  const answered = await Promise.all(questions);
  expect(answered.map(({ statusCode }) => statusCode)).toEqual(questions.map(() => 200));
  expect(answers.bytes).toBe(0);
});

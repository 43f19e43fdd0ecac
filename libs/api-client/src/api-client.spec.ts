import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { ApiClient, ApiFault } from './api-client.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

let server: Server;
let url: string;
/** The answers to the next requests, in turn. The last one stays. */
let answers: Answer[];
let requests: IncomingMessage[];
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify(body));
const error = (status: number, code: string, message: string) =>
  json(status, { success: false, error: { code, message } }, { 'retry-after': '0' });

const bytesOf = (text: string) => new TextEncoder().encode(text);

function aClient(patienceMs = 600_000) {
  const waits: string[] = [];
  const keys = { api: 'api_x', bot: 'bot_x' };
  const onWait = (reason: string) => waits.push(reason);
  return { api: new ApiClient({ url, keys, patienceMs, onWait }), waits };
}

async function faultOf(work: Promise<unknown>): Promise<ApiFault> {
  const fault: unknown = await work.catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ApiFault);
  return fault as ApiFault;
}

it('reads data with the API Key', async () => {
  answers = [json(200, { success: true, data: { websites: [{ id: 'ws_1' }] } })];
  expect(await aClient().api.websites()).toEqual([{ id: 'ws_1' }]);
  expect(requests[0]).toMatchObject({ url: '/api/v1/websites', headers: { 'x-api-key': 'api_x' } });
});

it('sends entries with the Bot Tracking Key, and repeats them until they are accepted', async () => {
  const bodies: string[] = [];
  const keep = (answer: Answer) => async (request: IncomingMessage, response: ServerResponse) => {
    bodies.push((await buffer(request)).toString());
    answer(request, response);
  };
  answers = [
    keep(error(503, 'SERVICE_UNAVAILABLE', 'full')),
    keep((request) => request.socket.destroy()),
    keep(json(200, { success: true, processed: 1 })),
  ];
  const { api, waits } = aClient();
  expect(await api.send(bytesOf('[{}]'), 'name')).toBe(1);
  expect(bodies).toEqual(['[{}]', '[{}]', '[{}]']);
  for (const { headers } of requests) {
    expect(headers).toMatchObject({ 'x-api-key': 'bot_x', 'idempotency-key': 'name' });
  }
  expect(waits).toEqual(['503 full', 'ECONNRESET']);
});

it('packs entries unless they stay on this machine', async () => {
  const sent: [encoding: string | undefined, body: Buffer][] = [];
  answers = [
    async (request, response) => {
      sent.push([request.headers['content-encoding'], await buffer(request)]);
      json(200, { success: true, processed: 1 })(request, response);
    },
  ];
  const body = bytesOf('{"timestamp":[1]}');
  const { port } = new URL(url);
  for (const address of [url, `http://[::ffff:127.0.0.1]:${port}`]) {
    const options = {
      url: address,
      keys: { bot: 'bot_x' },
      patienceMs: 0,
      onWait: () => undefined,
    };
    await new ApiClient(options).send(body, 'name');
  }
  const [plain, packed] = sent;
  expect(plain).toEqual([undefined, Buffer.from(body)]);
  expect(packed?.[0]).toBe('gzip');
  expect(gunzipSync(packed?.[1] ?? '')).toEqual(Buffer.from(body));
  expect(requests[0]?.headers['content-type']).toBe('application/vnd.botgauge.columns+json');
});

it.each([400, 422])('returns a refusal of entries: %i', async (status) => {
  answers = [error(status, 'VALIDATION_ERROR', 'entries[0] must be an object')];
  expect(await aClient().api.send(bytesOf('[1]'), 'name')).toEqual({
    status,
    code: 'VALIDATION_ERROR',
    message: 'entries[0] must be an object',
  });
});

it('distinguishes a key that is not accepted from a request that is refused', async () => {
  answers = [error(401, 'UNAUTHORIZED', 'no')];
  const key = await faultOf(aClient().api.send(bytesOf('[]'), 'name'));
  expect(key).toMatchObject({ kind: 'key', keyKind: 'bot' });
  expect(key.message).toBe(`The API at ${url} does not accept the key (401)`);
  answers = [error(404, 'NOT_FOUND', 'no such website')];
  const refused = await faultOf(aClient().api.get('/api/v1/websites/x'));
  expect(refused).toMatchObject({ kind: 'refused', keyKind: 'api' });
  expect(refused.message).toBe('The API refused the request (404): no such website');
});

it('gives up when nothing was accepted for as long as its patience', async () => {
  answers = [error(503, 'SERVICE_UNAVAILABLE', 'full')];
  const reading = await faultOf(aClient(500).api.get('/'));
  expect(reading).toMatchObject({ kind: 'away' });
  expect(reading.message).toBe(`The API at ${url} has not answered for 1 s (503 full)`);
  const sending = await faultOf(aClient(500).api.send(bytesOf('[]'), 'name'));
  expect(sending.message).toBe(`The API at ${url} has taken nothing for 1 s (503 full)`);
});

it('waits without limit while the API says when it will accept more', async () => {
  const busy = error(429, 'RATE_LIMITED', 'later');
  const slowly: Answer = (request, response) => setTimeout(() => busy(request, response), 40);
  answers = [...Array.from({ length: 5 }, () => slowly), json(200, { data: 7 })];
  expect(await aClient(60).api.get('/')).toBe(7);
});

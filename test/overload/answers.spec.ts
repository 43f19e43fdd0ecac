import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { aLogEntryInput, eventually } from '@app/testing';
import { expectProcessed, get, ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const MIB = 1024 * 1024;
const LIMIT = 16 * MIB;
/** 1.4 MB, for which nobody needs a key. */
const LONG_ANSWER = '/docs/swagger-ui-bundle.js';
const CONNECTIONS = 10;
/** More than the buffers of the operating system take, and less than closes the connection at once. */
const ANSWERS_EACH = 6;

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystem({ worker: false, env: { ANSWERS_UNREAD_MIB: '16' } });
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const unread = () => metricOf(system.base, 'botgauge_unread_answer_bytes');
const givenUp = () => metricOf(system.base, 'botgauge_answers_given_up_total{reason="crowded"}');

/** Sends these bytes at once on a connection from which nothing is ever read. */
async function sendUnread(bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(system.base);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

it('holds a bounded number of bytes for clients that read nothing, and serves the others', async () => {
  const requests = `GET ${LONG_ANSWER} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(ANSWERS_EACH);
  const sockets: Socket[] = [];
  let highest = 0;
  for (let i = 0; i < CONNECTIONS; i++) {
    sockets.push(await sendUnread(requests));
    expect((await get(system.base, '/websites', tenant.apiKey)).status).toBe(200);
    expectProcessed(await ingest(system.base, tenant.botKey, [aLogEntryInput()]), 1);
    highest = Math.max(highest, (await unread()) ?? 0);
  }
  await eventually(async () => {
    highest = Math.max(highest, (await unread()) ?? 0);
    expect(await givenUp()).toBeGreaterThan(0);
  });
  expect(highest).toBeGreaterThan(MIB);
  expect(highest).toBeLessThanOrEqual(LIMIT);
  sockets.forEach((socket) => socket.destroy());
  // The answer with this number is under way itself.
  await eventually(async () => expect(await unread()).toBeLessThan(MIB));
});

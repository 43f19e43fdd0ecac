import { gzipSync } from 'node:zlib';
import { aLogEntryInput, eventually } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { beginRequest, type SlowRequest } from '../support/slow-request.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const MIB = 1024 * 1024;
const LIMIT = 10 * MIB;
/** Returns a valid body of this number of bytes without any entry. */
const emptyBatch = (bytes: number) => Buffer.from('[]'.padEnd(bytes));

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystem({ worker: false, env: { INGEST_INFLIGHT_MIB: '10' } });
  tenant = await system.createTenant();
});
afterAll(() => system.stop());
afterEach(() => untilHeld(0));

const held = () => metricOf(system.base, 'botgauge_ingest_inflight_bytes');
const untilHeld = (bytes: number) => eventually(async () => expect(await held()).toBe(bytes));
const begin = (header: string): Promise<SlowRequest> =>
  beginRequest(system.base, tenant.botKey, header);
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;

it('counts what requests announce, and refuses the one that is too much before its body is read', async () => {
  const first = await begin(`content-length: ${9 * MIB}`);
  await untilHeld(9 * MIB);
  const second = await begin(`content-length: ${2 * MIB}`);
  expect(await second.status()).toBe(503);
  second.abort();
  expectProcessed(await ingest(system.base, tenant.botKey, [aLogEntryInput()]), 1);
  await first.send(emptyBatch(9 * MIB));
  expect(await first.status()).toBe(200);
  await untilHeld(0);
  const third = await begin(`content-length: ${2 * MIB}`);
  await third.send(emptyBatch(2 * MIB));
  expect(await third.status()).toBe(200);
  first.abort();
  third.abort();
});

it('gives back what a client had announced that goes away', async () => {
  const request = await begin(`content-length: ${9 * MIB}`);
  await untilHeld(9 * MIB);
  request.abort();
});

it('gives back the share of a client that goes away before its answer', async () => {
  const blocker = await system.database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE');
  try {
    const body = JSON.stringify([aLogEntryInput()]).padEnd(MIB);
    const request = await begin(`content-length: ${MIB}\r\nidempotency-key: hangs`);
    await request.send(body);
    const busy = 'botgauge_pool_connections{pool="ingest",state="busy"}';
    await eventually(async () => expect(await metricOf(system.base, busy)).toBe(1));
    request.abort();
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
});

it('counts a body of unknown length as it comes, and refuses it when it gets too long', async () => {
  const announced = await begin(`content-length: ${8 * MIB}`);
  const chunked = await begin('transfer-encoding: chunked');
  await chunked.send(chunk(MIB));
  await untilHeld(9 * MIB);
  await chunked.send(chunk(2 * MIB));
  expect(await chunked.status()).toBe(503);
  await untilHeld(8 * MIB);
  announced.abort();
  chunked.abort();
});

it('accepts no body of unknown length while there is no room at all', async () => {
  const announced = await begin(`content-length: ${LIMIT}`);
  await untilHeld(LIMIT);
  const chunked = await begin('transfer-encoding: chunked');
  expect(await chunked.status()).toBe(503);
  announced.abort();
  chunked.abort();
});

it('holds no more than its limit when ten bombs come at once', async () => {
  const bomb = gzipSync(emptyBatch(LIMIT - 1));
  const highest = watchHeld();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      ingest(system.base, tenant.botKey, bomb, { 'content-encoding': 'gzip' }),
    ),
  );
  const bytes = await highest();
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses).toContain(503);
  // Several of them were under way, and the limit was kept.
  expect(bytes).toBeGreaterThan(bomb.length);
  expect(bytes).toBeLessThanOrEqual(LIMIT);
});

it('reads no body for a route that does not exist', async () => {
  const request = await beginRequest(system.base, '', 'content-length: 1000', '/nowhere');
  expect(await request.status()).toBe(404);
  request.abort();
});

/** Reads the gauge again and again. The returned function gives the highest value that was seen. */
function watchHeld(): () => Promise<number> {
  let watching = true;
  let highest = 0;
  const done = (async () => {
    while (watching) highest = Math.max(highest, (await held()) ?? 0);
  })();
  return async () => {
    watching = false;
    await done;
    return highest;
  };
}

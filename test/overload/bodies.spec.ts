import { constants, createGzip, gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { aLogEntryInput, eventually } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { beginRequest, type SlowRequest } from '../support/slow-request.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const MIB = 1024 * 1024;
const LIMIT = 16 * MIB;
/** What a body counts in addition to its bytes while it arrives. */
const ARRIVING = 64 * 1024;
/** Returns a valid body of this number of bytes without any entry. */
const emptyBatch = (bytes: number) => Buffer.from('[]'.padEnd(bytes));
const gzip = { 'content-encoding': 'gzip' };

let system: System;
let tenant: Tenant;
let quiet: Tenant;
beforeAll(async () => {
  system = await startSystem({ worker: false, env: { INGEST_INFLIGHT_MIB: '16' } });
  tenant = await system.createTenant();
  quiet = await system.createTenant();
});
afterAll(() => system.stop());
afterEach(() => untilHeld(0));

const held = () => metricOf(system.base, 'botgauge_ingest_inflight_bytes');
const untilHeld = (bytes: number) => eventually(async () => expect(await held()).toBe(bytes));
const begin = (header: string): Promise<SlowRequest> =>
  beginRequest(system.base, tenant.botKey, header);
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;

it('counts the bytes of a body that have arrived, and not the announced ones', async () => {
  const request = await begin(`content-length: ${10 * MIB}`);
  await untilHeld(ARRIVING);
  await request.send(emptyBatch(10 * MIB).subarray(0, 3 * MIB));
  await untilHeld(3 * MIB + ARRIVING);
  await request.send(emptyBatch(10 * MIB).subarray(3 * MIB));
  expect(await request.status()).toBe(200);
  request.abort();
});

it.each(['content-length: 9000000', 'transfer-encoding: chunked'])(
  'gives back the share of a client that goes away within its body, with %s',
  async (header) => {
    const request = await begin(header);
    await request.send(chunk(MIB));
    await eventually(async () => expect(await held()).toBeGreaterThanOrEqual(MIB));
    request.abort();
  },
);

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

it.each(['content-length: 10485760', 'transfer-encoding: chunked'])(
  'answers a body that stops arriving with 408, with %s',
  async (header) => {
    const request = await begin(header);
    await request.send(chunk(2 * MIB));
    expect(await request.status()).toBe(408);
    request.abort();
  },
);

it('waits longer for a body of up to 64 KiB than for one that is larger', async () => {
  const body = '[]'.padEnd(64 * 1024);
  const small = await begin(`content-length: ${body.length}`);
  await small.send(body.slice(0, -1));
  const large = await begin(`content-length: ${body.length + 1}`);
  await large.send(body.slice(0, 1));
  expect(await large.status()).toBe(408);
  await small.send(body.slice(-1));
  expect(await small.status()).toBe(200);
  large.abort();
  small.abort();
});

describe('While an account holds as many slow bodies as it can', () => {
  /**
   * Opens four bodies that announce much. `burst` bytes of each come at once, then one byte per
   * second.
   */
  async function besiege(burst: number, work: () => Promise<void>): Promise<number[]> {
    const requests = await Promise.all(
      Array.from({ length: 4 }, () => begin(`content-length: ${10 * MIB}`)),
    );
    for (const request of requests) await request.send(Buffer.alloc(burst, ' '));
    const drip = setInterval(() => requests.forEach((request) => void request.send(' ')), 1_000);
    try {
      await work();
      return await Promise.all(requests.map((request) => request.status()));
    } finally {
      clearInterval(drip);
      requests.forEach((request) => request.abort());
    }
  }

  it.each([
    ['nothing', 0],
    ['3 MiB', 3 * MIB],
    ['9 MiB', 9 * MIB],
  ])('of which %s came, another one is served as usual', async (_, burst) => {
    const fates = await besiege(burst, async () => {
      const large = gzipSync(emptyBatch(8 * MIB));
      // Repeats until the last of the slow bodies was given up.
      do {
        expectProcessed(await ingest(system.base, quiet.botKey, [aLogEntryInput()]), 1);
        expectProcessed(await ingest(system.base, quiet.botKey, emptyBatch(MIB)), 0);
        expectProcessed(await ingest(system.base, quiet.botKey, large, gzip), 0);
      } while ((await held()) !== 0);
    });
    expect(fates.filter((status) => status !== 408 && status !== 503)).toEqual([]);
  });
});

it('holds no more than its limit when ten bombs come at once', async () => {
  const bomb = gzipSync(emptyBatch(10 * MIB - 1));
  const highest = watchHeld();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ingest(system.base, tenant.botKey, bomb, gzip)),
  );
  const bytes = await highest();
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  // However many come, some are accepted.
  expect(statuses).toContain(200);
  expect(bytes).toBeGreaterThan(bomb.length);
  expect(bytes).toBeLessThanOrEqual(LIMIT);
});

it('counts the bodies of every route, and accepts only small ones where no entries are sent', async () => {
  const gz = createGzip();
  gz.write(Buffer.alloc(10 * MIB, ' '));
  gz.flush(constants.Z_SYNC_FLUSH);
  await once(gz, 'readable');
  const piece = gz.read() as Buffer;
  const header = `content-encoding: gzip\r\ntransfer-encoding: chunked`;
  const requests = await Promise.all(
    Array.from({ length: 60 }, () =>
      beginRequest(system.base, tenant.apiKey, header, '/api/v1/websites'),
    ),
  );
  await untilHeld(60 * ARRIVING);
  for (const request of requests) {
    await request.send(`${piece.length.toString(16)}\r\n`);
    await request.send(piece);
    await request.send('\r\n');
  }
  const statuses = await Promise.all(requests.map((request) => request.status()));
  expect(new Set(statuses)).toEqual(new Set([413]));
  requests.forEach((request) => request.abort());
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

import { once } from 'node:events';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { aLogEntryInput, eventually } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { beginRequest } from '../support/slow-request.js';
import {
  type QueueName,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

const MIB = 1024 * 1024;
const ENTRIES = 1_000;
/**
 * The memory that the deployments give an API process. Without any one of its limits, these tests
 * would need more.
 */
const BOUND = 512 * MIB;
const RESIDENT = 'botgauge_process_resident_memory_bytes';
const SENDERS = 12;
const REFUSALS_EACH = 10;

function staysWithinItsMemory(queue: QueueName): void {
  let system: System;
  let tenant: Tenant;
  let api: ServiceProcess;
  let base: string;
  beforeAll(async () => {
    system = await startSystemOn(queue, { worker: false });
    tenant = await system.createTenant();
    const limits = { QUEUE_MAX_WAITING_JOBS: '20', INGEST_INFLIGHT_MIB: '16' };
    api = await startProcess('api', { ...system.env, ...limits, LOG_LEVEL: 'silent' });
    base = `http://127.0.0.1:${api.port}`;
  });
  let highest = 0;
  afterAll(async () => {
    console.log(`The API process held at most ${Math.round(highest / MIB)} MiB.`);
    await api.stop();
    await system.stop();
  });

  /**
   * Waits for some work, and expects that the memory of the API stays within its bound meanwhile.
   */
  async function expectWithinBound<T>(work: Promise<T>): Promise<T> {
    let under = true;
    const done = work.finally(() => (under = false));
    while (under) {
      highest = Math.max(highest, (await metricOf(base, RESIDENT)) ?? 0);
      expect(highest).toBeLessThan(BOUND);
    }
    return done;
  }

  const entriesOf = (name: string) =>
    Array.from({ length: ENTRIES }, (_, i) => aLogEntryInput({ path: `/t/${name}/${i}` }));

  /** Sends until several requests were refused. */
  async function sendMany(sender: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let refused = 0; refused < REFUSALS_EACH;) {
      const name = `${sender}-${statuses.length}`;
      const { status } = await ingest(base, tenant.botKey, entriesOf(name));
      statuses.push(status);
      if (status !== 200) refused++;
    }
    return statuses;
  }

  it('refuses batches while nobody stores them, accepts them again later, and loses nothing', async () => {
    const senders = Array.from({ length: SENDERS }, (_, sender) => sendMany(sender));
    const statuses = (await expectWithinBound(Promise.all(senders))).flat();
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const accepted = statuses.filter((status) => status === 200).length;
    expect(accepted).toBeGreaterThan(20);

    const worker = await startProcess('worker', system.env);
    await eventually(async () =>
      expectProcessed(await ingest(base, tenant.botKey, entriesOf('last')), ENTRIES),
    );
    await system.untilVisits(tenant.website, (accepted + 1) * ENTRIES);
    const { rows } = await system.database.pool.query(
      'SELECT count(*)::int AS visits, count(DISTINCT path)::int AS paths FROM visit_entries',
    );
    const expected = (accepted + 1) * ENTRIES;
    expect(rows).toEqual([{ visits: expected, paths: expected }]);
    await worker.stop();
  });

  it.each([
    ['spaces', '[]'.padEnd(10 * MIB)],
    ['objects', `[${'{},'.repeat(3_400_000)}{}]`],
    ['arrays', `[${'[],'.repeat(3_400_000)}{}]`],
  ])('does not grow with bombs of %s', async (_, content) => {
    const bomb = gzipSync(content);
    const send = () => ingest(base, tenant.botKey, bomb, { 'content-encoding': 'gzip' });
    const answers = await expectWithinBound(Promise.all(Array.from({ length: 10 }, send)));
    for (const { status } of answers) expect([200, 413, 503]).toContain(status);
  });

  it.each([
    ['log entries', '/api/v1/logs/custom', () => tenant.botKey],
    ['a website', '/api/v1/websites', () => tenant.apiKey],
  ])('does not hold what 200 clients send in endless bombs for %s', async (_, path, key) => {
    const gz = createGzip();
    gz.write(Buffer.alloc(10 * MIB - 1, ' '));
    gz.flush(constants.Z_SYNC_FLUSH);
    await once(gz, 'readable');
    const piece = gz.read() as Buffer;
    const header = 'content-encoding: gzip\r\ntransfer-encoding: chunked';
    const send = async () => {
      const request = await beginRequest(base, key(), header, path);
      await request.send(`${piece.length.toString(16)}\r\n`);
      await request.send(piece);
      await request.send('\r\n');
      return { request, status: await request.status() };
    };
    const all = await expectWithinBound(Promise.all(Array.from({ length: 200 }, send)));
    for (const { request, status } of all) {
      expect([408, 413, 503]).toContain(status);
      request.abort();
    }
  });

  it('does not hold what 40 slow clients send', async () => {
    const header = `content-length: ${10 * MIB}`;
    const send = async () => {
      const request = await beginRequest(base, tenant.botKey, header);
      await request.send(Buffer.alloc(10 * MIB - 1, ' '));
      return request;
    };
    const requests = await expectWithinBound(Promise.all(Array.from({ length: 40 }, send)));
    for (const request of requests) request.abort();
    await eventually(async () =>
      expectProcessed(await ingest(base, tenant.botKey, [aLogEntryInput()]), 1),
    );
  });
}

describeOnQueue('the memory of an API process', staysWithinItsMemory);

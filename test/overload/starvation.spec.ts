import { aLogEntryInput, eventually } from '@app/testing';
import { type Answer, expectError, expectProcessed, get, ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import {
  type QueueName,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

/** More than the connections of a pool. */
const MANY = 12;
/** One account may have two reports under way, so that it takes six of them to ask for so many. */
const TENANTS = 6;

function keepsApart(queue: QueueName): void {
  let system: System;
  let tenant: Tenant;
  beforeAll(async () => {
    system = await startSystemOn(queue, { worker: false });
    tenant = await system.createTenant();
    expectProcessed(await send(), 1);
    expect((await report()).status).toBe(200);
  });
  afterAll(() => system.stop());

  const send = (headers?: Record<string, string>) =>
    ingest(system.base, tenant.botKey, [aLogEntryInput()], headers);
  const report = ({ website, apiKey } = tenant) =>
    get(system.base, `/websites/${website.public_id}/summary`, apiKey);
  const busy = (pool: string) =>
    metricOf(system.base, `botgauge_pool_connections{pool="${pool}",state="busy"}`);

  /** Locks a table so that nobody can read it while `work` runs. */
  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const client = await system.database.pool.connect();
    try {
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await work();
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  it('accepts batches while reports hang, and answers the reports with 503', async () => {
    const tenants = [tenant];
    while (tenants.length < TENANTS)
      tenants.push(await system.createTenant({ domain: `tenant${tenants.length}.example` }));
    await whileLocked('traffic_daily', async () => {
      const hanging = keepAsking((loop) => report(tenants[loop % TENANTS]));
      await eventually(async () => expect(await busy('reports')).toBe(4));
      for (let i = 0; i < 20; i++) expectProcessed(await send(), 1);
      expect((await fetch(`${system.base}/readyz`)).status).toBe(200);
      // Each of them comes sooner or later, but the first answers may all say that keys wait, too.
      await eventually(() => {
        const messages = hanging.answers.map(({ body }) => body.error?.message);
        expect(messages).toContain(
          'The database took too long; try again, or ask for a shorter period',
        );
        expect(messages).toContain('Too many requests wait for the database; try again');
      });
      for (const answer of await hanging.stop()) expectError(answer, 'SERVICE_UNAVAILABLE');
    });
    expect((await report()).status).toBe(200);
  });

  it('serves reports while batches hang', async () => {
    const other = await system.createTenant({ domain: 'other.example' });
    await whileLocked('idempotency_keys', async () => {
      const hanging = keepAsking(() => send({ 'idempotency-key': 'hanging' }));
      await eventually(async () => expect(await busy('ingest')).toBe(4));
      for (let i = 0; i < 10; i++) expect((await report()).status).toBe(200);
      // Uses a key that was never seen before.
      expect((await get(system.base, '/websites', other.apiKey)).status).toBe(200);
      expect((await fetch(`${system.base}/readyz`)).status).toBe(200);
      for (const answer of await hanging.stop()) expectError(answer, 'SERVICE_UNAVAILABLE');
    });
    expectProcessed(await send({ 'idempotency-key': 'after' }), 1);
  });
}

describeOnQueue('connections to the database', keepsApart);

interface Asking {
  /** The answers so far. */
  answers: Answer[];
  /** Resolves with all answers when the last one has come. */
  stop(): Promise<Answer[]>;
}

/** Asks in many loops, so that a pool stays full however long the test takes. */
function keepAsking(ask: (loop: number) => Promise<Answer>): Asking {
  const answers: Answer[] = [];
  let asking = true;
  const loop = async (_: unknown, number: number) => {
    do answers.push(await ask(number));
    while (asking);
  };
  const loops = Promise.all(Array.from({ length: MANY }, loop));
  return {
    answers,
    stop: async () => {
      asking = false;
      await loops;
      return answers;
    },
  };
}

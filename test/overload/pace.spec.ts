import { setTimeout as sleep } from 'node:timers/promises';
import { aLogEntryInput, eventually } from '@app/testing';
import { expectError, ingest } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { startProcess } from '../support/processes.js';
import {
  type QueueName,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';
import { startTcpProxy } from '../support/tcp-proxy.js';

/** A trigger that makes the write of every batch take this long. */
const SLOW_WRITES = `
CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN PERFORM pg_sleep(0.2); RETURN NULL; END $$;
CREATE TRIGGER take_long AFTER INSERT ON log_batches EXECUTE FUNCTION take_long()`;
const AT_ONCE = 4;
const PAUSE_MS = 100;
const PATIENCE_MS = 90_000;

function tellsOverloadFromOutage(queue: QueueName): void {
  let system: System;
  let tenant: Tenant;
  let accepted: number;
  beforeEach(async () => {
    const env = { QUEUE_MAX_DELAY_SECONDS: '2', WORKER_CONCURRENCY: '1' };
    system = await startSystemOn(queue, { worker: false, env });
    tenant = await system.createTenant();
    accepted = 0;
  });
  afterEach(() => system.stop());

  /** Sends some batches at once, and returns their statuses. */
  async function send(): Promise<number[]> {
    const one = () =>
      ingest(system.base, tenant.botKey, [aLogEntryInput({ path: `/t/${accepted}` })]);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, one));
    const statuses = answers.map(({ status }) => status);
    accepted += statuses.filter((status) => status === 200).length;
    return statuses;
  }

  const metric = (name: string) => metricOf(system.base, name);
  const slow = () => metric('botgauge_overload_refusing_state{reason="queue_slow"}');

  it(
    'refuses batches that slow workers cannot keep up with, and accepts them again later',
    async () => {
      await system.database.pool.query(SLOW_WRITES);
      const worker = await startProcess('worker', system.env);
      // It ends soon after it has begun, so that a busy machine may see its end in between.
      await eventually(
        async () => {
          expect(await send()).toContain(503);
          const refused = await ingest(system.base, tenant.botKey, []);
          expectError(refused, 'SERVICE_UNAVAILABLE', /More batches come than are stored/);
          expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
          expect(await slow()).toBe(1);
          expect(await metric('botgauge_overload_backlog_seconds')).toBeGreaterThan(1.6);
        },
        PATIENCE_MS,
        PAUSE_MS,
      );

      await eventually(async () => expect(await send()).toContain(200), PATIENCE_MS, PAUSE_MS);
      await system.untilVisits(tenant.website, accepted, PATIENCE_MS);
      await eventually(async () => expect(await slow()).toBe(0));
      expect(new Set(await send())).toEqual(new Set([200]));
      await worker.stop();
    },
    3 * PATIENCE_MS,
  );

  it(
    'buffers during an outage of the database, however much waits, and stores everything after it',
    async () => {
      const proxy = await startTcpProxy(system.database.url);
      const worker = await startProcess('worker', {
        ...system.env,
        DATABASE_URL: proxy.url,
        LOG_LEVEL: 'silent',
      });
      await send();
      await system.untilVisits(tenant.website, accepted);
      await proxy.cut();
      const statuses: number[] = [];
      // Long enough for every limit except the age of the oldest batch.
      await eventually(
        async () => {
          statuses.push(...(await send()));
          await sleep(PAUSE_MS);
          expect(statuses.length).toBeGreaterThan(AT_ONCE * 60);
        },
        PATIENCE_MS,
        0,
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      await proxy.mend();
      const visits = 'SELECT count(*)::int AS visits FROM visits';
      await eventually(async () => {
        const { rows } = await system.database.pool.query<{ visits: number }>(visits);
        expect(rows[0]?.visits).toBeGreaterThan(statuses.length);
      }, PATIENCE_MS);
      // Not before: on a busy machine, workers may be slower than batches that come meanwhile.
      await eventually(
        async () => expect(new Set(await send())).toEqual(new Set([200])),
        PATIENCE_MS,
      );
      await system.untilVisits(tenant.website, accepted, PATIENCE_MS);
      await worker.stop();
      await proxy.cut();
    },
    3 * PATIENCE_MS,
  );
}

describeOnQueue('the pace of the queue', tellsOverloadFromOutage);

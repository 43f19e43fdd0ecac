import { aLogEntryInput, eventually } from '@app/testing';
import { ingest } from '../support/http.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { type QueueName, startSystemOn, type System } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

/**
 * The first attempt to write fails for an unclear reason, and the second one because of the disk. A
 * sequence counts attempts, because a transaction that fails does not take back its numbers.
 */
const FAIL_TWICE = `
  CREATE SEQUENCE attempts;
  CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM pages WHERE website_id = NEW.website_id AND id = NEW.page_id AND path = '/fails') THEN
      RETURN NEW;
    END IF;
    CASE nextval('attempts')
      WHEN 1 THEN RAISE EXCEPTION 'odd' USING ERRCODE = 'XX000';
      WHEN 2 THEN RAISE EXCEPTION 'the disk is full' USING ERRCODE = '53100';
      ELSE RETURN NEW;
    END CASE;
  END $$;
  CREATE TRIGGER fail_twice BEFORE INSERT ON visits FOR EACH ROW EXECUTE FUNCTION fail_twice()`;

/** What a process has logged with a message so far. */
const linesOf = (one: ServiceProcess, message: string) =>
  one
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === message);

function joinsTheLines(queue: QueueName): void {
  let system: System;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  beforeAll(async () => {
    system = await startSystemOn(queue, { worker: false });
    const env = { ...system.env, LOG_LEVEL: 'debug' };
    [api, worker] = await Promise.all([startProcess('api', env), startProcess('worker', env)]);
  });
  afterAll(async () => {
    await Promise.all([api.stop(), worker.stop()]);
    await system.stop();
  });

  it('name the same batch in the API and in the worker, even when requests share it', async () => {
    const { website, botKey } = await system.createTenant();
    const base = `http://127.0.0.1:${api.port}`;
    const requests = Array.from({ length: 30 }, () => ingest(base, botKey, [aLogEntryInput()]));
    const taken = (await Promise.all(requests)).filter(({ status }) => status === 200).length;
    await system.untilVisits(website, taken);
    const queued = linesOf(api, 'batch queued');
    expect(new Set(queued.map(({ requestId }) => requestId)).size).toBe(taken);
    const batches = new Set(queued.map(({ batchId }) => batchId));
    expect(batches.size).toBeLessThan(taken);
    await eventually(() => {
      const delivered = linesOf(worker, 'batch delivered').map(({ batchId }) => batchId);
      expect(delivered.sort()).toEqual([...batches].sort());
      return Promise.resolve();
    });
  });

  it('name the step that failed', async () => {
    const { website, botKey } = await system.createTenant({ domain: 'steps.example' });
    await system.database.pool.query(FAIL_TWICE);
    await ingest(`http://127.0.0.1:${api.port}`, botKey, [aLogEntryInput({ path: '/fails' })]);
    await system.untilVisits(website, 1);
    const [failed] = linesOf(worker, 'job failed');
    expect(failed).toMatchObject({ step: 'write', err: { code: 'XX000' } });
    const [postponed] = linesOf(worker, 'job postponed');
    expect(postponed).toMatchObject({ reason: 'write: the disk is full' });
  });
}

describeOnQueue('log lines', joinsTheLines);

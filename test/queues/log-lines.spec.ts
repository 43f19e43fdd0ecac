import { aLogEntryInput, describeOnRedis, eventually } from '@app/testing';
import { ingest } from '../support/http.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { type QueueName, startSystemOn, type System } from '../support/system-on-queue.js';

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

  it('name the same batch in the API and in the worker, even when it shares a job', async () => {
    const { website, botKey } = await system.createTenant();
    const base = `http://127.0.0.1:${api.port}`;
    const requests = Array.from({ length: 30 }, () => ingest(base, botKey, [aLogEntryInput()]));
    const taken = (await Promise.all(requests)).filter(({ status }) => status === 200).length;
    await system.untilVisits(website, taken);
    const queued = linesOf(api, 'batch queued').map(({ batchId }) => batchId);
    expect(new Set(queued).size).toBe(taken);
    await eventually(() => {
      const delivered = linesOf(worker, 'batch delivered').map(({ batchId }) => batchId);
      expect(delivered.sort()).toEqual(queued.sort());
      return Promise.resolve();
    });
    const jobs = new Set(linesOf(worker, 'batch delivered').map(({ jobId }) => jobId));
    expect(jobs.size).toBeLessThan(taken);
  });
}

describe('queue in PostgreSQL', () => joinsTheLines('postgres'));
describeOnRedis('queue in Redis', () => joinsTheLines('redis'));

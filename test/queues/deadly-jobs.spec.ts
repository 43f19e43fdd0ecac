import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { chooseBackend, openLogQueue } from '@app/queue';
import { aLogEntryInput } from '@app/testing';
import { runCli } from '../support/cli.js';
import { expectProcessed, ingest } from '../support/http.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { type QueueName, startSystemOn, type System } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

const DEADLY_AGENT = 'Deadly/1.0';
const BATCH = 400;
const PLACE = 257;
/** A fault that takes workers down. */
interface Deadly {
  /** Code that ends the worker at the deadly agent. */
  code: string;
  /**
   * The first three are with the whole job. There are fewer when a busy worker is late with its
   * sign of life, because then it counts as dead too.
   */
  mostDeaths: number;
}

const IN_CLASSIFICATION: Deadly = {
  code: `
    const { toLowerCase } = String.prototype;
    String.prototype.toLowerCase = function () {
      if (this.includes('${DEADLY_AGENT}')) process.kill(process.pid, 'SIGKILL');
      return toLowerCase.call(this);
    };`,
  // Then one with a part of it, and two with the entry alone.
  mostDeaths: 6,
};
const IN_DECODING: Deadly = {
  code: `
    const { parse } = JSON;
    JSON.parse = (text, ...more) => {
      if (String(text).includes('${DEADLY_AGENT}')) process.kill(process.pid, 'SIGKILL');
      return parse(text, ...more);
    };`,
  // Then two with the job alone.
  mostDeaths: 5,
};

/** Returns undefined when the worker died before it was ready. */
function startMortal(system: System, code: string): Promise<ServiceProcess | undefined> {
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
  return startProcess('worker', system.env, { execArgv }).catch((error: Error) => {
    if (error.message.includes('instead of starting')) return undefined;
    throw error;
  });
}

/** Sends a deadly batch and others beside it, and starts workers until one of them survives. */
async function survive(queue: QueueName, { code, mostDeaths }: Deadly) {
  const system = await startSystemOn(queue, { worker: false, env: { WORKER_LOCK_SECONDS: '2' } });
  const { website, botKey } = await system.createTenant();
  const backend = chooseBackend(loadConfig(system.env));
  const { queue: jobs, close } = await openLogQueue(backend, createLogger('test', 'silent'));
  let sent = 0;
  const send = async (count: number, deadlyPlace?: number) => {
    const entries = Array.from({ length: count }, (_, place) => {
      const deadly = place === deadlyPlace ? { user_agent: DEADLY_AGENT } : {};
      return aLogEntryInput({ path: `/${sent++}`, ...deadly });
    });
    expectProcessed(await ingest(system.base, botKey, entries), count);
  };
  const isDrained = async () => {
    const { waiting = 0, active = 0, delayed = 0 } = await jobs.counts();
    return waiting + active + delayed === 0;
  };

  await send(BATCH, PLACE);
  let deaths = 0;
  let last: ServiceProcess | undefined;
  for (; !last?.lives() && deaths <= mostDeaths + 1; deaths++) {
    // There are always other jobs beside the deadly one, large and small ones.
    await send(300);
    await send(3);
    last = await startMortal(system, code);
    while (last?.lives() && !(await isDrained())) await sleep(100);
  }
  expect(deaths - 1).toBeLessThanOrEqual(mostDeaths);
  const metrics = await (await fetch(`${last?.base}/metrics`)).text();
  expect(metrics).toMatch(/^botgauge_suspect_jobs_total [1-9]/m);
  await last?.stop();
  await close();

  const expectStoredOnce = async (visits: number) => {
    await system.untilVisits(website, visits);
    const { rows } = await system.database.pool.query(
      `SELECT count(*)::int AS visits, count(DISTINCT path)::int AS paths FROM visit_entries WHERE website_id = $1`,
      [website.id],
    );
    expect(rows).toEqual([{ visits, paths: visits }]);
  };
  const { rows: dead } = await system.database.pool.query(
    'SELECT kind, position, sqlstate, reason FROM dead_entries',
  );
  return { system, sent, dead, metrics, expectStoredOnce };
}

function isolates(queue: QueueName): void {
  it('an entry of which workers die is buried, and everything beside it is stored once', async () => {
    const { system, sent, dead, metrics, expectStoredOnce } = await survive(
      queue,
      IN_CLASSIFICATION,
    );
    await expectStoredOnce(sent - 1);
    const reason = 'The worker ended twice while it handled this entry';
    expect(dead).toEqual([{ kind: 'entry', position: PLACE, sqlstate: null, reason }]);
    expect(metrics).toMatch(/^botgauge_entries_total\{outcome="dead"\} 1$/m);
    await system.stop();
  });

  it('a job that ends the workers that decode it is buried, and can be replayed', async () => {
    const { system, sent, dead, metrics, expectStoredOnce } = await survive(queue, IN_DECODING);
    await expectStoredOnce(sent - BATCH);
    const reason = 'The worker ended twice while it decoded this job';
    expect(dead).toEqual([{ kind: 'job', position: null, sqlstate: null, reason }]);
    expect(metrics).toMatch(/^botgauge_jobs_total\{outcome="dead"\} 1$/m);

    await system.startWorker();
    await runCli(['dead', 'replay', '--all'], system.env);
    await expectStoredOnce(sent);
    await system.stop();
  });
}

describeOnQueue('a deadly job', isolates);

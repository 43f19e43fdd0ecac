import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { chooseBackend, openLogQueue } from '@app/queue';
import { aLogEntryInput } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { type QueueName, startSystemOn, type System } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

const DEADLY_AGENT = 'Deadly/1.0';
const BATCH = 400;
const PLACE = 257;
/**
 * Three with the whole job, one with a part of it, two with the entry alone. There are fewer when a
 * busy worker is late with its sign of life, because then it counts as dead too.
 */
const MOST_DEATHS = 6;

/**
 * Ends the worker at once when it judges the deadly agent, like a fault that takes the process
 * down.
 */
const DIES = `
  const { toLowerCase } = String.prototype;
  String.prototype.toLowerCase = function () {
    if (this.includes('${DEADLY_AGENT}')) process.kill(process.pid, 'SIGKILL');
    return toLowerCase.call(this);
  };`;
const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(DIES)}`];

/** Returns undefined when the worker died before it was ready. */
function startMortal(system: System): Promise<ServiceProcess | undefined> {
  return startProcess('worker', system.env, { execArgv }).catch((error: Error) => {
    if (error.message.includes('instead of starting')) return undefined;
    throw error;
  });
}

function isolatesADeadlyEntry(queue: QueueName): void {
  it('an entry of which workers die is buried, and everything beside it is stored once', async () => {
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
    for (; !last?.lives() && deaths <= MOST_DEATHS + 1; deaths++) {
      // There are always other jobs beside the deadly one, large and small ones.
      await send(300);
      await send(3);
      last = await startMortal(system);
      while (last?.lives() && !(await isDrained())) await sleep(100);
    }
    deaths--;

    await system.untilVisits(website, sent - 1);
    const { rows } = await system.database.pool.query(
      `SELECT count(*)::int AS visits, count(DISTINCT path)::int AS paths FROM visits WHERE website_id = $1`,
      [website.id],
    );
    expect(rows).toEqual([{ visits: sent - 1, paths: sent - 1 }]);
    const { rows: dead } = await system.database.pool.query(
      'SELECT kind, position, sqlstate, reason FROM dead_entries',
    );
    const reason = 'The worker ended twice while it handled this entry';
    expect(dead).toEqual([{ kind: 'entry', position: PLACE, sqlstate: null, reason }]);
    expect(deaths).toBeLessThanOrEqual(MOST_DEATHS);
    const metrics = await (await fetch(`${last?.base}/metrics`)).text();
    expect(metrics).toMatch(/^botgauge_suspect_jobs_total [1-9]/m);
    expect(metrics).toMatch(/^botgauge_entries_total\{outcome="dead"\} 1$/m);
    await last?.stop();
    await close();
    await system.stop();
  });
}

describeOnQueue('a deadly entry', isolatesADeadlyEntry);

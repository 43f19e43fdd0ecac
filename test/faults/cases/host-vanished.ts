// The host of a worker vanishes while the database reads the rows of a COPY from it.
import { eventually } from '@app/testing';
import { findTimescale } from '@app/testing';
import { startTcpProxy } from '../../support/tcp-proxy.js';
import { BOTH, type Fault, must, type Scene } from '../fault.js';
import { Producer } from '../producer.js';
import type { Stage } from '../stage.js';

/** The first bytes of every binary COPY. */
const COPY = 'PGCOPY';
/** What the promise allows: reports show everything again a minute after the host is gone. */
const MOST_MS = 60_000;
/** The age that is told lags behind by a look at the queue and by what is rounded. */
const LAG_MS = 5_000;
const SILENT = `SELECT pid FROM pg_stat_activity
  WHERE application_name LIKE 'botgauge-worker%' AND state = 'active' AND wait_event = 'ClientRead'`;

const stage = (flavour: 'plain' | 'timescale') => () => ({ flavour, workerCount: 0 });

export const hostVanished: Fault = {
  id: '32',
  name: 'the host of a worker vanishes inside COPY',
  queues: BOTH,
  stage: stage('plain'),
  run: loseHost,
};

export const hostVanishedOnTimescale: Fault = {
  ...hostVanished,
  id: '33',
  name: `${hostVanished.name}, TimescaleDB`,
  missing: () => {
    const found = findTimescale();
    return typeof found === 'string' ? `there is ${found}` : undefined;
  },
  stage: stage('timescale'),
};

async function loseHost({ stage: service, note }: Scene): Promise<Producer[]> {
  const way = await startTcpProxy(service.database.url);
  const lost = await service.startWorker({ DATABASE_URL: way.url });
  const stuck = new Producer(service, { entries: 1_000 });
  const vanished = way.vanishAt(COPY);
  await stuck.sendMany(1);
  await vanished;
  const begun = Date.now();
  await service.kill(lost);
  await service.startWorker();
  must((await silent(service)) === 1, 'the server does not wait inside COPY');
  const others = new Producer(service, { entries: 20, perSecond: 20, lanes: 4 }).start();
  const seen = await watch(service, stuck, begun);
  await others.stop();
  must(seen.others > 0, 'no other batch was stored while one was held');
  note(
    `visible after ${seconds(seen.tookMs)} s; freshness said up to ${seen.behind} s; ` +
      `${seen.others} entries of other batches were stored while the transaction was open`,
  );
  must(seen.behind > 0, 'freshness told no age');
  must(seen.young.length === 0, seen.young.join('; '));
  must(seen.tookMs < MOST_MS, `visible only after ${seconds(seen.tookMs)} s`);
  return [stuck, others];
}

interface Seen {
  tookMs: number;
  /** The most seconds that `freshness` told. */
  behind: number;
  /** The entries that were stored while the server waited for the lost host. */
  others: number;
  /** Where `freshness` told less than the age of the batch. */
  young: string[];
}

/** Looks until the batch of the lost host is stored, and checks what `freshness` tells meanwhile. */
async function watch(service: Stage, { run }: Producer, begun: number): Promise<Seen> {
  const seen = { behind: 0, others: 0, young: [] as string[] };
  await eventually(
    async () => {
      if ((await silent(service)) > 0) seen.others = await stored(service, '');
      const told = await behind(service);
      const isStored = (await stored(service, run)) > 0;
      const owedMs = Date.now() - begun - LAG_MS;
      if (!isStored && told !== null && told * 1_000 < owedMs)
        seen.young.push(`freshness said ${told} s of a batch that is ${seconds(owedMs)} s old`);
      seen.behind = Math.max(seen.behind, told ?? 0);
      if (!isStored) throw new Error('the batch of the lost host is not stored');
    },
    3 * MOST_MS,
    500,
  );
  return { ...seen, tookMs: Date.now() - begun };
}

async function silent({ database }: Stage): Promise<number> {
  return (await database.query(SILENT)).length;
}

async function stored({ database }: Stage, run: string): Promise<number> {
  const [row] = await database.query<{ entries: number }>(
    `SELECT count(*)::int AS entries FROM visit_entries WHERE path LIKE '/t/${run}%'`,
  );
  return row?.entries ?? 0;
}

/** Returns null while the API cannot ask the queue. */
async function behind({ bases, tenant }: Stage): Promise<number | null> {
  const headers = { 'x-api-key': tenant.apiKey };
  const response = await fetch(`${bases[0]}/api/v1/freshness`, { headers });
  const { data } = (await response.json()) as { data?: { behind_seconds: number | null } };
  return data?.behind_seconds ?? null;
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

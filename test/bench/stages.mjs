// Where the time of a batch goes: each stage by itself, in this process, on throw-away stores.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { printTable, progress } from './figures.mjs';
import { bodyOf, createEntryMaker } from './pipeline/entries.mjs';
import { migrateBoth } from './pipeline/system.mjs';
import { cpuMilliseconds } from './processes.mjs';
import { createDatabase, describeMachine, startPostgres, startRedis } from './servers.mjs';
import { createWorld } from './traffic.mjs';

const ENTRIES = 1_000;
/** Compilers are done by then, and most paths are known. */
const WARM_UP = 50;

export async function stages(options) {
  const rounds = Number(options.rounds);
  const servers = [];
  for (const flavour of options.flavour.split(',')) {
    const server = await startPostgres(flavour);
    servers.push(server);
    for (const dist of options.dist.split(',')) {
      progress(`${flavour}, ${dist}`);
      const rows = await measureAll(server, flavour, await load(resolve(dist)), rounds);
      const head = ['stage', 'ms', 'ms of this processor', 'ms of the store'];
      printTable(`${flavour}, ${dist}: a batch of ${ENTRIES} entries`, head, rows);
    }
  }
  console.log(`\n${(await describeMachine(servers)).join('\n')}`);
}

/** The product's own functions, of a build. */
async function load(dist) {
  const from = (path) => import(pathToFileURL(`${dist}/${path}.js`).href);
  return {
    ...(await from('apps/api/src/ingest/read-custom')),
    ...(await from('apps/worker/src/log-jobs/pipeline').catch(() =>
      from('apps/worker/src/log-batch/process-log-job'),
    )),
    ...(await from('libs/classification/src/index')),
    ...(await from('libs/config/src/index')),
    ...(await from('libs/observability/src/index')),
    ...(await from('libs/queue/src/index')),
    ...(await from('libs/storage/src/index')),
  };
}

async function measureAll(server, flavour, product, rounds) {
  const url = await createDatabase(server, 'bench_stages', flavour);
  await migrateBoth(url, flavour);
  const world = await createWorld(url);
  const redis = await startRedis();
  const logger = product.createLogger('bench', 'warn');
  const pool = product.createPool({
    url,
    max: 1,
    name: 'bench',
    statementTimeoutMs: 30_000,
    logger,
  });
  const queue = await openQueue(product, redis.url);
  const { pid } = (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0];
  const stores = { database: () => cpuMilliseconds(pid), redis: () => cpuMilliseconds(redis.pid) };
  try {
    const steps = createSteps(product, { pool, world, queue });
    const makeEntry = createEntryMaker(
      world.websites.map(({ domain }) => domain),
      1,
    );
    const newWork = () => ({ body: Buffer.from(bodyOf(stock(makeEntry), Date.now())) });
    return await time(steps, stores, newWork, rounds);
  } finally {
    await queue.close();
    await pool.end();
    await redis.stop();
  }
}

const stock = (makeEntry) => Array.from({ length: ENTRIES }, makeEntry);

async function openQueue(product, redisUrl) {
  const config = product.loadConfig({ REDIS_URL: redisUrl });
  const { Queue } = await import('bullmq');
  const queue = new Queue('bench', product.chooseBackend(config).prepareBullMq());
  queue.on('error', (error) => progress(`queue: ${error.message}`));
  await queue.waitUntilReady();
  return queue;
}

/** Stages in the order of a batch's way; each takes what those before left in `work`. */
function createSteps(product, parts) {
  return [...stepsOfApi(product, parts), ...stepsOfWorker(product, parts)];
}

function stepsOfApi(product, { queue }) {
  const bounds = () => ({ now: Date.now(), retentionDays: 0 });
  return [
    step('parse, validate and sanitise', (w) => {
      w.entries = product.readCustom(w.body, bounds()).entries;
    }),
    step('encode, deflate included', (w) => {
      w.payload = product.encodeEntries(w.entries);
    }),
    step('· deflate alone', (w) => {
      const inflated = inflateRawSync(Buffer.from(w.payload, 'base64'));
      const begun = begin();
      deflateRawSync(inflated, { level: 1 });
      return begun();
    }),
    step(
      'enqueue (Redis)',
      (w) => queue.add('b', { payload: w.payload }, { jobId: randomUUID() }),
      'redis',
    ),
  ];
}

function stepsOfWorker(product, { pool, world }) {
  const classifier = product.createClassifier({ cacheSize: 50_000 });
  const pages = new product.PageDictionary(pool);
  const writer = new product.VisitWriter(pool);
  const prepared = {};
  // A build of an older release has it under another name.
  const createPipeline = product.createPipeline ?? product.createProcessLogJob;
  const processJob = createPipeline({
    websites: new product.WebsitesOfBatches(pool),
    pages: new product.PageDictionary(pool),
    // Takes the visits instead of writing them: the write is a stage of its own.
    writer: { write: async ({ visits }) => Object.assign(prepared, { visits, kind: 'stored' }) },
    deadEntries: new product.DeadEntries(pool),
    classifier,
    ipStorage: 'truncated',
    chunkDays: 7,
  });
  return [
    step('decode, inflate included', (w) => {
      w.decoded = product.decodeEntries(w.payload, ENTRIES);
    }),
    step('classify', (w) => {
      w.verdicts = w.decoded.map(({ userAgent }) => classifier.classify(userAgent));
    }),
    step(
      'ids of pages',
      async (w) => {
        w.websiteId = world.websites[0].id;
        const visits = w.decoded.map(({ path, time }) => ({ websiteId: w.websiteId, path, time }));
        w.pageIds = await pages.resolve(visits);
      },
      'database',
    ),
    step(
      'all of the worker before the write',
      async (w) => {
        const data = jobOf(w, world);
        await processJob({ id: data.id, jobId: data.id, data, lastTry: false });
        w.visits = prepared.visits;
      },
      'database',
    ),
    step(
      'write: ledger, rows, indexes, roll-ups',
      (w) => {
        const batch = { id: randomUUID(), accountId: world.accountId, receivedAt: Date.now() };
        return writer.write({ ...batch, visits: w.visits });
      },
      'database',
    ),
  ];
}

const step = (name, run, store) => ({ name, run, store });

const jobOf = ({ payload }, { accountId, websites }) => ({
  v: 1,
  id: randomUUID(),
  accountId,
  websiteId: websites[0].id,
  receivedAt: Date.now(),
  count: ENTRIES,
  payload,
});

/** Begins to measure; the function tells milliseconds, and those of this process's processors. */
function begin() {
  const start = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { ms: performance.now() - start, cpu: (user + system) / 1_000 };
  };
}

/** Batch by batch through all stages, so that no more is in memory than in production. */
async function time(steps, stores, newWork, rounds) {
  const sums = new Map(steps.map(({ name }) => [name, { ms: 0, cpu: 0, store: 0 }]));
  for (let round = -WARM_UP; round < rounds; round++) {
    const work = newWork();
    for (const { name, run, store } of steps) {
      const before = store ? stores[store]() : 0;
      const begun = begin();
      const own = await run(work);
      // A stage that tells its own time is believed.
      const spent = typeof own?.cpu === 'number' ? own : begun();
      if (round >= 0) add(sums.get(name), spent, store ? stores[store]() - before : 0);
    }
  }
  return steps.map(({ name, store }) => {
    const sum = sums.get(name);
    const mean = (value) => (value / rounds).toFixed(2);
    return [name, mean(sum.ms), mean(sum.cpu), store ? mean(sum.store) : ''];
  });
}

function add(sum, { ms, cpu }, store) {
  sum.ms += ms;
  sum.cpu += cpu;
  sum.store += store;
}

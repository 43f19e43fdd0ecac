// Measures where the time of a batch goes: each stage alone, in this process, on temporary stores.
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EntryColumns, SentLogEntry } from '@app/contracts';
import type { TestFlavour } from '@app/testing';
import type { Claim, ClaimedBot } from '@app/verification';
import type { Queue } from 'bullmq';
import { query } from '../support/servers/postgres.js';
import { startRedisServer } from '../support/servers/redis.js';
import { Service } from '../support/service.js';
import { cpuMilliseconds } from './cpu.js';
import { bodyOf, createEntryMaker } from './entries.js';
import { type Cell, printTable, progress } from './figures.js';
import { LINES } from './lines.js';
import { listOf, type Options } from './options.js';
import { createDatabase, describeMachine, type Server, startPostgres } from './servers.js';

/** The product's own functions. */
type Product = Awaited<ReturnType<typeof load>>;

/** The state of a batch on its way. Each stage takes what the stages before left here. */
interface Work {
  body: Buffer;
  /** The same entries as lines of logs. */
  lines: Record<keyof typeof LINES, string[]>;
  /** Undefined until the body is read. */
  entries?: EntryColumns;
  payload: string;
  batchId: string;
  /** What was cut off the addresses; undefined in builds that do not verify. */
  sealed?: string;
}

interface Stage {
  name: string;
  run: (work: Work) => unknown;
  /** Returns the processor milliseconds that its store has used so far. */
  store?: () => number;
}

/** Milliseconds over all rounds: elapsed, of this process's processor time, and of the store's. */
interface Sum {
  ms: number;
  cpu: number;
  store: number;
}

const ENTRIES = 1_000;
/** By then, code is compiled and most paths are known. */
const WARM_UP = 50;
const DOMAIN = 'example.com';
/** The key of sealed addresses, which the worker finds in its memory. */
const KEY = { id: '0011223344556677', secret: createSecretKey(randomBytes(32)) };
const ADDRESS_KEYS = { find: () => ({ kind: 'known', secret: KEY.secret }) as const };
const COLUMNS = ['stage', 'ms', 'ms of this processor', 'ms of the store'];

export async function stages(options: Options): Promise<void> {
  const servers: Server[] = [];
  for (const flavour of listOf(options.flavour) as TestFlavour[]) {
    const server = await startPostgres(flavour);
    servers.push(server);
    for (const dist of listOf(options.dist)) {
      progress(`${flavour}, ${dist}`);
      const rows = await measureBuild(server, flavour, resolve(dist), options);
      printTable(`${flavour}, ${dist}: a batch of ${ENTRIES} entries`, COLUMNS, rows);
    }
  }
  console.log(`\n${await describeMachine(servers)}`);
}

/** Loads the functions of a build whose modules have the same names. */
async function load(dist: string) {
  const from = async <Module>(path: string) =>
    (await import(pathToFileURL(`${dist}/${path}.js`).href)) as Module;
  // The build prepares the connections of the BullMQ that it has with it.
  const bullmq = createRequire(`${dist}/index.js`).resolve('bullmq');
  const { Queue } = (await import(pathToFileURL(bullmq).href)) as typeof import('bullmq');
  return {
    Queue,
    ...(await from<typeof import('../../apps/api/src/ingest/read-custom.js')>(
      'apps/api/src/ingest/read-custom',
    )),
    ...(await from<typeof import('../../apps/worker/src/log-jobs/pipeline.js')>(
      'apps/worker/src/log-jobs/pipeline',
    )),
    ...(await from<typeof import('@app/classification')>('libs/classification/src/index')),
    ...(await from<typeof import('@app/config')>('libs/config/src/index')),
    ...(await from<typeof import('@app/contracts')>('libs/contracts/src/index')),
    ...(await from<typeof import('@app/log-formats')>('libs/log-formats/src/index')),
    ...(await from<typeof import('@app/observability')>('libs/observability/src/index')),
    ...(await from<typeof import('@app/queue')>('libs/queue/src/index')),
    ...(await from<typeof import('@app/storage')>('libs/storage/src/index')),
    // Builds before the verification of visits do not have it.
    verification: existsSync(`${dist}/libs/verification/src/index.js`)
      ? await from<typeof import('@app/verification')>('libs/verification/src/index')
      : undefined,
    // Nor builds before visitors were judged.
    people: existsSync(`${dist}/libs/people/src/index.js`)
      ? await from<typeof import('@app/people')>('libs/people/src/index')
      : undefined,
  };
}

async function measureBuild(
  server: Server,
  flavour: TestFlavour,
  dist: string,
  options: Options,
): Promise<Cell[][]> {
  const rounds = Number(options.rounds);
  const product = await load(dist);
  const url = await createDatabase(server, 'bench_stages', flavour);
  await new Service({ DATABASE_URL: url }, { dist }).prepare();
  const [website] = await query<Website>(url, 'SELECT id, account_id FROM websites');
  const redis = await startRedisServer();
  const logger = product.createLogger('bench', 'warn');
  const pool = product.createPool({
    url,
    max: 1,
    name: 'bench',
    statementTimeoutMs: 30_000,
    logger,
  });
  const queue = new product.Queue(
    'bench',
    product.chooseBackend(product.loadConfig({ REDIS_URL: redis.url })).prepareBullMq(),
  );
  queue.on('error', (error) => progress(`queue: ${error.message}`));
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = rows[0]?.pid ?? 0;
  const steps = new Map<string, number>();
  const worker = createWorker(product, pool, {
    observe: ({ step }, seconds) => steps.set(step, (steps.get(step) ?? 0) + seconds * 1_000),
  });
  const whole: Stage[] = [
    ...stagesOfFormats(product),
    ...stagesOfApi(product, queue, () => cpuMilliseconds(redis.pid())),
    {
      name: 'worker, all steps',
      run: (work) => worker(jobOf(product, work, website as Website)),
      store: () => cpuMilliseconds(backend),
    },
  ];
  try {
    const sums = await time(whole, options, () => steps.clear());
    const mean = (ms: number) => (ms / rounds).toFixed(2);
    return [
      ...whole.map(({ name, store }) => {
        const { ms, cpu, store: ofStore } = sums.get(name) as Sum;
        return [name, mean(ms), mean(cpu), store ? mean(ofStore) : ''];
      }),
      // In the order in which they end for the first time.
      ...Array.from(steps, ([step, sum]) => [`· ${step}`, mean(sum), '', '']),
    ];
  } finally {
    await queue.close();
    await pool.end();
    await redis.stop();
  }
}

/** Each reads as many lines as the API reads entries. */
function stagesOfFormats(product: Product): Stage[] {
  return (Object.keys(LINES) as (keyof typeof LINES)[]).map((format) => ({
    name: `log format: read ${format}`,
    run: ({ lines }) => {
      const reader = product.createReader(format, { now: Date.now(), host: '' });
      for (const line of lines[format]) {
        if (reader.readLine(line)[0]?.kind !== 'entry') throw new Error(`No entry: ${line}`);
      }
    },
  }));
}

function stagesOfApi(product: Product, queue: Queue, redis: () => number): Stage[] {
  return [
    {
      name: 'API: parse, validate and sanitise',
      run: (work) => {
        const read = product.readCustom(work.body, {
          now: Date.now(),
          retentionDays: 0,
          isStaticFile: () => false,
        });
        if ('refusal' in read) throw new Error(read.refusal.message);
        work.entries = read.entries;
      },
    },
    {
      name: 'API: cut and seal addresses',
      run: (work) => {
        if (!product.verification) return;
        const cutOff = product.cutAddresses(entriesOf(work).addresses, 'truncated');
        work.sealed = product.sealAddresses(cutOff, work.batchId, KEY);
      },
    },
    {
      name: 'API: encode and deflate',
      run: (work) => {
        work.payload = product.encodeColumns(entriesOf(work));
      },
    },
    {
      name: 'API: enqueue (Redis)',
      run: ({ payload }) => queue.add('b', { payload }, { jobId: randomUUID() }),
      store: redis,
    },
  ];
}

function entriesOf({ entries }: Work): EntryColumns {
  if (!entries) throw new Error('The body was not read');
  return entries;
}

interface Website {
  id: number;
  account_id: number;
}

/** Returns the product's own way from a job to visits, with each of its steps timed. */
function createWorker(
  product: Product,
  pool: ReturnType<Product['createPool']>,
  stepSeconds: { observe(labels: { step: string }, seconds: number): void },
): (job: object) => Promise<void> {
  const processJob = product.createPipeline({
    websites: new product.WebsitesOfBatches(pool),
    pages: new product.PageDictionary(pool),
    declaredBots: new product.DeclaredBots(pool, { registry: 'bench' }),
    writer: new product.VisitWriter(pool),
    deadEntries: new product.DeadEntries(pool),
    classifier: product.createClassifier({ cacheSize: 50_000 }),
    ipStorage: 'truncated',
    verification: verificationOf(product),
    behaviour: 'visitor',
    visitors: visitorsOf(product),
    stepSeconds,
  });
  return async (data) => {
    const outcome = await processJob({ jobId: randomUUID(), data, lastTry: false });
    if (outcome.kind !== 'settled') throw new Error(`The job is ${outcome.kind}`);
  };
}

/** Judges by the lists of the release, of which every address is looked up anew. */
function verificationOf({ verification }: Product) {
  if (!verification) return undefined;
  const { decidedWithoutAddress, verdict, compileLists, BUNDLED_LISTS } = verification;
  const lists = compileLists(BUNDLED_LISTS);
  const judge = (claims: readonly Claim[]) => claims.map((claim) => verdict(claim, lists));
  const decided = (bot: ClaimedBot) => decidedWithoutAddress(bot, lists);
  return {
    verifier: { decided, judge },
    addressKeys: ADDRESS_KEYS,
  };
}

/** Every day has the same key, which the worker finds in its memory. */
function visitorsOf({ people, verification }: Product) {
  if (!people || !verification) return undefined;
  const pseudonyms = people.pseudonymsWith(KEY.secret);
  const { edges } = verification.compileLists(verification.BUNDLED_LISTS);
  return {
    addressKeys: ADDRESS_KEYS,
    visitorKeys: { of: async () => (_: number, day: number) => ({ pseudonyms, madeOn: day }) },
    edges: () => edges,
  };
}

const jobOf = (
  product: Product,
  { payload, batchId, sealed }: Work,
  { id, account_id }: Website,
) => {
  const batch = {
    ...{ id: batchId, accountId: account_id, websiteId: id, receivedAt: Date.now() },
    count: ENTRIES,
    ...(sealed !== undefined && { sealed }),
  };
  return { v: product.LOG_JOB_VERSION, batches: [batch], payload };
};

/** Runs batch by batch through all stages, so that no more is in memory than in production. */
async function time(whole: Stage[], options: Options, warm: () => void): Promise<Map<string, Sum>> {
  const rounds = Number(options.rounds);
  const { returning } = options;
  const sums = new Map(whole.map(({ name }) => [name, { ms: 0, cpu: 0, store: 0 }]));
  const makeEntry = createEntryMaker([DOMAIN, DOMAIN, DOMAIN, DOMAIN], 1, { returning });
  for (let round = -WARM_UP; round < rounds; round++) {
    if (round === 0) warm();
    const entries = Array.from({ length: ENTRIES }, makeEntry);
    const body = bodyOf(entries, Date.now());
    const work: Work = {
      body: Buffer.from(body),
      lines: linesOf(JSON.parse(body) as SentLogEntry[]),
      payload: '',
      batchId: randomUUID(),
    };
    for (const { name, run, store } of whole) {
      const before = { ms: performance.now(), cpu: process.cpuUsage(), store: store?.() ?? 0 };
      await run(work);
      if (round < 0) continue;
      const { user, system } = process.cpuUsage(before.cpu);
      const sum = sums.get(name) as Sum;
      sum.ms += performance.now() - before.ms;
      sum.cpu += (user + system) / 1_000;
      sum.store += (store?.() ?? 0) - before.store;
    }
  }
  return sums;
}

function linesOf(entries: SentLogEntry[]): Work['lines'] {
  return { combined: entries.map(LINES.combined), cloudflare: entries.map(LINES.cloudflare) };
}

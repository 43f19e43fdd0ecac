// API, workers, database and queue of one run, and what each of them used.
import { loadConfig } from '../../../dist/libs/config/src/index.js';
import { chooseBackend } from '../../../dist/libs/queue/src/index.js';
import { migrate } from '../../../dist/libs/storage/src/index.js';
import { cpuSeconds, cpuSecondsOf, largestPeakOf, peakBytes } from '../processes.mjs';
import { connect, createDatabase, dropDatabase, startRedis, startService } from '../servers.mjs';
import { createWorld } from '../traffic.mjs';

const DATABASE = 'bench_pipeline';

/** The schemas of the queue and of the service. */
export async function migrateBoth(url, flavour) {
  await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
  await migrate(url, { flavour });
}

/** Starts everything on empty stores. `dist`: the build to run. */
export async function startSystem(server, { flavour, queue, dist, workers }) {
  const url = await createDatabase(server, DATABASE, flavour);
  await migrateBoth(url, flavour);
  const world = await createWorld(url);
  const redis = queue === 'redis' ? await startRedis() : undefined;
  const env = {
    DATABASE_URL: url,
    ...(redis ? { REDIS_URL: redis.url } : {}),
    // More is sent than can be stored, on purpose: the queue takes all of it.
    QUEUE_MAX_DELAY_SECONDS: '3600',
  };
  const api = await startService('api', env, dist);
  const crew = [];
  for (let number = 0; number < workers; number++) {
    crew.push(await startService('worker', env, dist));
  }
  const client = await connect(url);
  const sum = (measure) => crew.reduce((total, { pid }) => total + measure(pid), 0);
  const ofQueue = (measure) => (redis ? measure(redis.pid) : NaN);
  const stopProcesses = () => Promise.all([api, ...crew].map((process) => process.stop()));
  return {
    base: `http://127.0.0.1:${api.port}`,
    world,
    client,
    /** Processor seconds so far. */
    cpu: async () => ({
      api: cpuSeconds(api.pid),
      worker: sum(cpuSeconds),
      database: await cpuSecondsOf(client),
      queue: ofQueue(cpuSeconds),
    }),
    /** Bytes of memory at most. */
    peaks: async () => ({
      api: peakBytes(api.pid),
      worker: sum(peakBytes),
      database: await largestPeakOf(client),
      queue: ofQueue(peakBytes),
    }),
    databaseBytes: async () =>
      (await client.query('SELECT pg_database_size(current_database())::float8 AS bytes')).rows[0]
        .bytes,
    stopProcesses,
    stop: async () => {
      await stopProcesses();
      await client.end();
      await redis?.stop();
      await dropDatabase(server, DATABASE);
    },
  };
}

import { KEEPALIVES, limitTransactions, UNANSWERED } from '@app/session-limits';
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  type PostgresQueueBackend,
  runMigrations,
  SchemaMigrationRequiredError,
  setDefaultBackendFactory,
} from 'bullmq';
import pg from 'pg';
import {
  type LeftBehind,
  MOST_LAST,
  MOST_POSTPONED,
  type Oldest,
  type QueueBackend,
} from './backend.js';
import { type DurabilityFinding, POSTGRES_DURABILITY } from './durability.js';
import { type Shard, shardsBeyond, shardsOf } from './shards.js';

/** BullMQ's own name for its schema. It reads another name only from a pool that it made itself. */
const SCHEMA = 'bullmq';
const LONGEST_SLEEP_SECONDS = 5;

/**
 * The tables of this schema are private to BullMQ. These statements read one of them, so the
 * version of BullMQ is pinned. Each part of this one reads an index, and at most a few hundred
 * rows.
 */
const OLDEST = `
SELECT
  (SELECT min(next.added_at_ms)::float8 FROM (VALUES (0), (1)) AS turn (priority), LATERAL (
    (SELECT added_at_ms FROM job WHERE queue = $1 AND state = 'waiting' AND priority = turn.priority
    ORDER BY seq LIMIT 1)
    UNION ALL
    (SELECT added_at_ms FROM job WHERE queue = $1 AND state = 'waiting' AND priority = turn.priority
    ORDER BY seq DESC LIMIT ${MOST_LAST})
  ) next) AS waiting,
  (SELECT min(added_at_ms)::float8 FROM job WHERE queue = $1 AND state = 'active') AS under_way,
  (SELECT min(next.added_at_ms)::float8 FROM (
    SELECT added_at_ms FROM job WHERE queue = $1 AND state = 'delayed'
    ORDER BY process_at_ms LIMIT ${MOST_POSTPONED}
  ) next) AS postponed`;
/**
 * Finished jobs are deleted, and PostgreSQL counts deleted rows; each connection reports its own
 * about once a second (https://www.postgresql.org/docs/current/monitoring-stats.html). The jobs of
 * webhooks are counted with them: one for each webhook with something due, at most once a second.
 */
const DELETED = `SELECT pg_stat_get_tuples_deleted('job'::regclass)::float8 AS finished`;

interface OldestRow {
  waiting: number | null;
  under_way: number | null;
  postponed: number | null;
}

const UNFINISHED = `
SELECT queue, count(*)::float8 AS jobs FROM job
WHERE queue = ANY ($1) AND state IN ('waiting', 'active', 'delayed') GROUP BY queue`;

/**
 * The queue in PostgreSQL. It needs no second server, and its objects are in a separate schema. All
 * queue objects of a process share one pool of `connections`. A worker listens for new jobs on one
 * of them for each queue.
 */
export function postgresBackend(
  databaseUrl: string,
  { shards, connections }: { shards: number; connections: number },
): QueueBackend {
  let pool: pg.Pool | undefined;
  const shared = () => (pool ??= createPool(databaseUrl, connections));
  return {
    name: 'PostgreSQL',
    shards: shardsOf(shards),
    shardsFailAlone: false,
    prepareBullMq: () => {
      setDefaultBackendFactory<PostgresQueueBackend, { pool: pg.Pool }>((name, options, flags) =>
        listening(
          createPostgresBackend(name, { ...options, connection: options.connection.pool }, flags),
        ),
      );
      return { connection: { pool: shared() } };
    },
    migrate: () =>
      withClient(databaseUrl, async (client) => {
        await runMigrations(client, SCHEMA);
      }),
    findObstacle: () => findObstacle(databaseUrl),
    readDurability: () => withClient(databaseUrl, readDurability),
    findClusterFaults: () => Promise.resolve([]),
    findLeftBehind: () => findLeftBehind(shared(), shardsBeyond(shards)),
    oldest: (queue) => readOldest(shared(), queue.name),
    finishedCounts: 'store',
    finished: async () => {
      const { rows } = await shared().query<{ finished: number }>(DELETED);
      return rows[0]?.finished ?? 0;
    },
    connectForLimits: () => undefined,
    close: async () => {
      await pool?.end();
      pool = undefined;
    },
  };
}

/**
 * While a job is delayed, an idle worker of BullMQ sleeps until that job's time, at most an hour. A
 * lost NOTIFY would delay new jobs by the same time.
 */
function listening(backend: PostgresQueueBackend): PostgresQueueBackend {
  return Object.defineProperty(backend, 'maximumBlockTimeout', { value: LONGEST_SLEEP_SECONDS });
}

function createPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    options: `-c search_path=${SCHEMA} ${KEEPALIVES} ${UNANSWERED}`,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'botgauge-queue',
    // The pool lends a connection only after this, which its types do not say.
    onConnect: limitTransactions as (client: pg.ClientBase) => void,
  });
  // BullMQ takes clients from the pool without a handler for errors, so the end of the server would
  // end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Before BullMQ has the pool, nobody else listens for the end of an idle client.
  pool.on('error', () => undefined);
  return pool;
}

async function findObstacle(databaseUrl: string): Promise<string | undefined> {
  try {
    await withClient(databaseUrl, (client) => assertSchemaCompatibility(client, SCHEMA));
    return undefined;
  } catch (error) {
    if (!(error instanceof SchemaMigrationRequiredError)) throw error;
    return 'its schema is not up to date: run the command `migrate` of this release';
  }
}

async function readDurability(client: pg.Client): Promise<DurabilityFinding[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    [POSTGRES_DURABILITY.map(({ setting }) => setting)],
  );
  const values = new Map(rows.map(({ name, setting }) => [name, setting]));
  return POSTGRES_DURABILITY.map((rule) => ({ rule, value: values.get(rule.setting) }));
}

async function readOldest(pool: pg.Pool, queue: string): Promise<Oldest> {
  const { rows } = await pool.query<OldestRow>(OLDEST, [queue]);
  const [row] = rows;
  return {
    waiting: row?.waiting ?? undefined,
    underWay: row?.under_way ?? undefined,
    postponed: row?.postponed ?? undefined,
  };
}

async function findLeftBehind(pool: pg.Pool, beyond: Shard[]): Promise<LeftBehind> {
  const names = beyond.map(({ queueName }) => queueName);
  const { rows } = await pool.query<{ queue: string; jobs: number }>(UNFINISHED, [names]);
  const byName = new Map(rows.map(({ queue, jobs }) => [queue, jobs]));
  const jobs = new Map<number, number>();
  for (const { number, queueName } of beyond) {
    const left = byName.get(queueName);
    if (left !== undefined) jobs.set(number, left);
  }
  return { jobs, unknown: [] };
}

async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    options: KEEPALIVES,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

import {
  assertSchemaCompatibility,
  createPostgresBackend,
  runMigrations,
  SchemaMigrationRequiredError,
  setDefaultBackendFactory,
} from 'bullmq';
import pg from 'pg';
import type { QueueBackend } from './backend.js';
import { type DurabilityFinding, POSTGRES_DURABILITY } from './durability.js';
import { readFinishedInPostgres } from './finished-jobs.js';
import { readOldestInPostgres } from './oldest-waiting.js';

const SCHEMA = 'bullmq';
const LONGEST_SLEEP_SECONDS = 5;

/** The queue in PostgreSQL. It needs no second server, and its objects are in a separate schema. */
export function postgresBackend(databaseUrl: string, connections: number): QueueBackend {
  return {
    name: 'PostgreSQL',
    prepareBullMq: () => {
      setDefaultBackendFactory(((...options: Parameters<typeof createPostgresBackend>) => {
        const backend = createPostgresBackend(...options);
        // While a job is delayed, an idle worker sleeps until that job's time, at most an hour. A
        // lost NOTIFY would delay new jobs by the same time.
        Object.defineProperty(backend, 'maximumBlockTimeout', { value: LONGEST_SLEEP_SECONDS });
        return backend;
      }) as never);
      return { connection: connectionOptions(databaseUrl, connections) };
    },
    migrate: async () => {
      await withClient(databaseUrl, (client) => runMigrations(client as never, SCHEMA));
    },
    findObstacle: () => findObstacle(databaseUrl),
    readDurability: () => withClient(databaseUrl, readDurability),
    readOldestWaiting: readOldestInPostgres,
    readFinished: readFinishedInPostgres,
    connectForLimits: () => undefined,
  };
}

function connectionOptions(databaseUrl: string, connections: number): object {
  return {
    connectionString: databaseUrl,
    schema: SCHEMA,
    max: connections,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'botgauge-queue',
    Client: QueueClient,
  };
}

/**
 * BullMQ takes clients from its pool without a handler for errors, so the end of the server would
 * end the process.
 */
class QueueClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

async function findObstacle(databaseUrl: string): Promise<string | undefined> {
  try {
    await withClient(databaseUrl, (client) => assertSchemaCompatibility(client as never, SCHEMA));
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

async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

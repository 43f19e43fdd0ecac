import {
  assertSchemaCompatibility,
  createPostgresBackend,
  runMigrations,
  SchemaMigrationRequiredError,
  setDefaultBackendFactory,
} from 'bullmq';
import { waitForStore } from '@app/lifecycle';
import type { Logger } from '@app/observability';
import pg from 'pg';

/** Where jobs live. PostgreSQL needs no second server; its objects stand in a schema of their own. */
export interface QueueSettings {
  databaseUrl: string;
  /** Connections of each queue object; a worker holds one more to listen for jobs. */
  connections: number;
}

const SCHEMA = 'bullmq';

/** BullMQ's connection options, and its backend chosen: once per process, before any queue object is made. */
export function chooseBackend(settings: QueueSettings): object {
  setDefaultBackendFactory(createPostgresBackend as never);
  return {
    connectionString: settings.databaseUrl,
    schema: SCHEMA,
    max: settings.connections,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'botgauge-queue',
  };
}

/** Brings the queue's own schema up to date. */
export function migrateQueue(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, (client) => runMigrations(client as never, SCHEMA));
}

/**
 * Returns when the queue's schema is there: a queue object made before that never recovers by itself.
 * The database answers already, see `waitForDatabase`.
 */
export function waitForQueue(
  databaseUrl: string,
  timeoutMs: number,
  logger: Logger,
): Promise<void> {
  return waitForStore({
    name: 'queue',
    findObstacle: () => findObstacle(databaseUrl),
    timeoutMs,
    logger,
  });
}

async function findObstacle(databaseUrl: string): Promise<string | undefined> {
  try {
    await withClient(databaseUrl, (client) => assertSchemaCompatibility(client as never, SCHEMA));
    return undefined;
  } catch (error) {
    if (!(error instanceof SchemaMigrationRequiredError)) throw error;
    return 'its schema is not up to date; run `botgauge migrate`';
  }
}

async function withClient(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

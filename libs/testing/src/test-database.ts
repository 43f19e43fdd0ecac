import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { joinNodes } from './citus-nodes.js';
import { undoneAtEnd } from './cleanup.js';
import { retried } from './retried.js';
import { storeOf, type TestFlavour } from './stores.js';

export interface TestDatabase {
  url: string;
  /** A pool on it, in UTC, ended by `drop`. */
  pool: pg.Pool;
  drop(): Promise<void>;
}

const OBJECT_IN_USE = '55006';
/** How often the copy of a database is tried. */
const COPIES = 100;

const FLAVOURS: readonly string[] = ['plain', 'timescale', 'citus'] satisfies TestFlavour[];

/** The flavour that suites run on unless they name one. */
export const TEST_FLAVOUR = flavourNamed(process.env.TEST_FLAVOUR ?? 'plain');

function flavourNamed(name: string): TestFlavour {
  if (FLAVOURS.includes(name)) return name as TestFlavour;
  throw new Error(`TEST_FLAVOUR must be one of ${FLAVOURS.join(', ')}`);
}

/** Creates a migrated database, cloned from the flavour's template. Each test file gets its own. */
export async function createTestDatabase(
  flavour: TestFlavour = TEST_FLAVOUR,
): Promise<TestDatabase> {
  const { servers, template } = await storeOf(flavour);
  return createDatabase(servers, template);
}

/** A database that nobody has migrated yet. On Citus its nodes know each other. */
export async function createEmptyDatabase(flavour: TestFlavour = 'plain'): Promise<TestDatabase> {
  const { servers } = await storeOf(flavour);
  const database = await createDatabase(servers, 'template1');
  const name = new URL(database.url).pathname.slice(1);
  if (flavour === 'citus') await joinNodes(servers.map((server) => urlOf(server, name)));
  return database;
}

/** A database that nobody has migrated yet, on a server that no run of tests has started. */
export function createEmptyDatabaseOn(server: string): Promise<TestDatabase> {
  return createDatabase([server], 'template1');
}

async function createDatabase(
  servers: readonly [string, ...string[]],
  template: string,
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // No database can be copied while someone is connected to it, and TimescaleDB looks into every
  // database of its server now and then. Nodes of Citus connect to each other while one is dropped.
  const onAll = (sql: string) =>
    Promise.all(
      servers.map((server) =>
        retried(() => onServer(server, sql), { passes: isInUse, times: COPIES, pauseMs: 100 }),
      ),
    );
  await onAll(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = urlOf(servers[0], name);
  const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c timezone=UTC' });
  pool.on('error', () => undefined);
  const drop = undoneAtEnd(async () => {
    await pool.end();
    await onAll(`DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { url, pool, drop };
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

const isInUse = (error: unknown) => (error as { code?: string }).code === OBJECT_IN_USE;

async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(server, 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

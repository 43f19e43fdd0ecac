import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { undoneAtEnd } from './cleanup.js';
import { retried } from './retried.js';

export interface TestDatabase {
  url: string;
  /** A pool on it, in UTC, ended by `drop`. */
  pool: pg.Pool;
  drop(): Promise<void>;
}

const OBJECT_IN_USE = '55006';
/** How often the copy of a database is tried. */
const COPIES = 100;

export type TestFlavour = 'plain' | 'timescale';

/** The flavour that suites run on unless they name one. */
export const TEST_FLAVOUR: TestFlavour =
  process.env.TEST_FLAVOUR === 'timescale' ? 'timescale' : 'plain';

/** Why the suites of a flavour cannot run here; undefined when they can. */
export function flavourMissing(flavour: TestFlavour): string | undefined {
  return flavour === 'timescale' ? process.env.BOTGAUGE_TEST_TIMESCALE_MISSING : undefined;
}

/** Creates a migrated database, cloned from the flavour's template. Each test file gets its own. */
export function createTestDatabase(flavour: TestFlavour = TEST_FLAVOUR): Promise<TestDatabase> {
  return createDatabase(serverOf(flavour), process.env.BOTGAUGE_TEST_TEMPLATE ?? 'template1');
}

/** A database that nobody has migrated yet. */
export function createEmptyDatabase(flavour: TestFlavour = 'plain'): Promise<TestDatabase> {
  return createDatabase(serverOf(flavour), 'template1');
}

async function createDatabase(server: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // No database can be copied while someone is connected to it, and TimescaleDB looks into every
  // database of its server now and then.
  await retried(
    () => onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
    { passes: isInUse, times: COPIES, pauseMs: 100 },
  );
  const url = urlOf(server, name);
  const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c timezone=UTC' });
  pool.on('error', () => undefined);
  const drop = undoneAtEnd(async () => {
    await pool.end();
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { url, pool, drop };
}

function serverOf(flavour: TestFlavour): string {
  const { BOTGAUGE_TEST_SERVER: plain, BOTGAUGE_TEST_TIMESCALE: timescale } = process.env;
  const server = flavour === 'timescale' ? timescale : plain;
  if (server) return server;
  throw new Error(
    flavourMissing(flavour) ?? 'Run the tests with `npm test`: it starts their servers.',
  );
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

import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  /** A pool on it, in UTC, ended by `drop`. */
  pool: pg.Pool;
  drop(): Promise<void>;
}

/** A migrated database of its own, cloned from the template: one per test file. */
export async function createTestDatabase(template = 'botgauge_template'): Promise<TestDatabase> {
  const server = process.env.BOTGAUGE_TEST_SERVER;
  if (!server) throw new Error('Run the tests with `npm test`: it starts the server they need.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = urlOf(server, name);
  const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c timezone=UTC' });
  pool.on('error', () => undefined);
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(server, 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

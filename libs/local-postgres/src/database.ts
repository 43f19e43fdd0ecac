import fs from 'node:fs';
import pg from 'pg';
import { ROLE } from './cluster.js';

/**
 * Returns the address of a database. It names `sslmode`, because PGSSLMODE in the environment could
 * otherwise demand TLS.
 */
export function urlOf(port: number, password: string, database: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/**
 * Tells whether the server at this address serves this data directory. `refused` means that nobody
 * listens there.
 */
export async function probe(url: string, data: string): Promise<'same' | 'refused' | 'other'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1500 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const served = rows[0]?.data_directory ?? '';
    return fs.realpathSync(served) === fs.realpathSync(data) ? 'same' : 'other';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : 'other';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Creates the database if it is missing. `adminUrl` is the address of another database on the same
 * server.
 */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount) return;
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

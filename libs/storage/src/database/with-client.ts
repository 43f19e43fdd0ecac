import pg from 'pg';
import { SESSION_OPTIONS } from './pool.js';

/**
 * Lends a connection of its own, without time limits for statements, and closes it afterwards.
 *
 * @param name the name that pg_stat_activity shows
 */
export async function withClient<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: name,
    keepAlive: true,
    options: SESSION_OPTIONS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

import { loadConfig, requireDatabaseUrl } from '@app/config';
import { createLogger } from '@app/observability';
import { createPool } from '@app/storage';
import type { Dependencies } from '../program/dependencies.js';
import { explainDatabaseError } from './explain-database-error.js';

export type Pool = ReturnType<typeof createPool>;

const STATEMENT_TIMEOUT_MS = 30_000;

interface Limits {
  /** For commands that read everything there is. */
  statementTimeoutMs?: number;
}

/**
 * Lends a pool on the configured database and ends it afterwards, whatever happens.
 *
 * @throws ConfigError, and CommandError when the database is at fault
 */
export async function withDatabase<T>(
  { env }: Dependencies,
  work: (pool: Pool) => Promise<T>,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS }: Limits = {},
): Promise<T> {
  const url = requireDatabaseUrl(loadConfig(env));
  const pool = createPool({
    url,
    max: 2,
    name: 'botgauge-cli',
    statementTimeoutMs,
    // A lost connection fails the statement that needs it; standard output belongs to the results.
    logger: createLogger('cli', 'silent'),
  });
  try {
    return await work(pool);
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await pool.end();
  }
}

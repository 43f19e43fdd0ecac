import pg from 'pg';
import type { Logger } from '@app/observability';
import { SESSION_OPTIONS } from './session.js';

export type Pool = pg.Pool;

export interface PoolSettings {
  url: string;
  max: number;
  /** Shown in pg_stat_activity. */
  name: string;
  /** A statement that takes longer is cancelled (SQLSTATE 57014). */
  statementTimeoutMs: number;
  logger: Logger;
}

const INT8 = 20;

/** Counts and ids stay below 2^53, so int8 becomes a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * A pool with time limits on everything: connecting 2 s, statements as given, two thirds of that waiting
 * for a lock, an idle transaction 15 s (without the last one a paused worker blocks its successor). Sessions are set as everywhere.
 */
export function createPool(settings: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.max,
    application_name: settings.name,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: settings.statementTimeoutMs,
    // Waiting for a lock is no fault of the statement: it ends first, and under a code of its own (55P03).
    lock_timeout: Math.round((settings.statementTimeoutMs * 2) / 3),
    // Ends the wait on a connection that is black-holed, after the server should have cancelled.
    query_timeout: settings.statementTimeoutMs + 2_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    options: SESSION_OPTIONS,
    types,
  });
  const report = (error: Error) =>
    settings.logger.warn(
      { pool: settings.name, reason: error.message },
      'database connection lost',
    );
  pool.on('error', report);
  // A checked-out client needs a handler of its own, or a dying server takes this process along.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

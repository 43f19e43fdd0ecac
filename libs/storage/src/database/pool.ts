import pg from 'pg';
import type { Logger } from '@app/observability';
import { SESSION_OPTIONS } from './session.js';

export type Pool = pg.Pool;

export interface PoolSettings {
  url: string;
  max: number;
  /** The name that pg_stat_activity shows. */
  name: string;
  /** A statement that takes longer is cancelled (SQLSTATE 57014). */
  statementTimeoutMs: number;
  logger: Logger;
}

const INT8 = 20;

/** Counts and ids stay below 2^53, so int8 can become a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Returns a pool with time limits on everything: 2 s for connecting, the given limit for
 * statements, two thirds of that for waiting for a lock, 15 s for an idle transaction. Without the
 * last limit, a paused worker would block its successor. The sessions have the usual settings.
 */
export function createPool(settings: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.max,
    application_name: settings.name,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: settings.statementTimeoutMs,
    // Waiting for a lock is not the statement's fault. So it ends first, and with its own code
    // (55P03).
    lock_timeout: Math.round((settings.statementTimeoutMs * 2) / 3),
    // Ends the wait on a connection that gets no answers at all, after the server should have
    // cancelled the statement.
    query_timeout: settings.statementTimeoutMs + 2_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    options: SESSION_OPTIONS,
    types,
  });
  const report = (error: Error) =>
    settings.logger.warn(
      { pool: settings.name, reason: error.message },
      'a database connection was lost',
    );
  pool.on('error', report);
  // A checked-out client needs its own handler, otherwise a dying server would end this process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

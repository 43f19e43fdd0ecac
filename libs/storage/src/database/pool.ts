import pg from 'pg';
import type { Logger } from '@app/observability';
import { KEEPALIVES, limitTransactions, UNANSWERED } from '@app/session-limits';
import { statement } from './statement.js';

export type Pool = pg.Pool;

/**
 * Settings of every session. All of them use UTC. No statement is compiled just in time: where an
 * aggregate is read in real time, the planner expects hundreds of thousands of rows although there
 * are hardly any. Compiling for them took 750 of the 840 ms of a statement. The server notices
 * within half a minute that the host of the client is gone.
 */
export const SESSION_OPTIONS = `-c timezone=UTC -c jit=off ${KEEPALIVES}`;

export interface PoolSettings {
  url: string;
  max: number;
  /** The name that pg_stat_activity shows. */
  name: string;
  /** What other processes can see there beside the name. */
  mark?: string;
  /** A statement that takes longer is cancelled (SQLSTATE 57014). */
  statementTimeoutMs: number;
  /**
   * Whether the server ends transactions that take longer than `LONGEST_TRANSACTION_SECONDS`: for
   * processes that serve, whose transactions are short. By default they may take as long as they
   * want.
   */
  limitsTransactions?: boolean;
  logger: Logger;
}

const COMPRESS_FAST = statement('database/compress_fast');

/** Counts and ids stay below 2^53, so int8 can become a number. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Returns a pool with time limits on everything: 2 s for connecting, the given limit for
 * statements, two thirds of that for waiting for a lock, 15 s for an idle transaction. Without the
 * last limit, a paused worker would block its successor. It does not hold while the server reads
 * rows or half of a message from the client: for that, transactions have a limit of their own.
 */
export function createPool(settings: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.max,
    application_name: [settings.name, settings.mark].filter(Boolean).join(' '),
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
    options: `${SESSION_OPTIONS} ${UNANSWERED}`,
    types,
    onConnect: prepareSession as (client: pg.ClientBase) => void,
  });
  // The pool lends a connection only after this, which its types do not say.
  async function prepareSession(client: pg.ClientBase): Promise<void> {
    if (settings.limitsTransactions) await limitTransactions(client);
    await client.query(COMPRESS_FAST);
  }
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

/** A statement over many chunks locks each of them with its indexes. */
const ENOUGH_LOCKS = 1_024;

/** Warns when the server has too little room for locks for statements over many chunks. */
export async function checkLocks(pool: pg.Pool, logger: Logger): Promise<void> {
  const { rows } = await pool.query<{ locks: string }>(
    "SELECT current_setting('max_locks_per_transaction') AS locks",
  );
  const locks = Number(rows[0]?.locks);
  if (locks >= ENOUGH_LOCKS) return;
  logger.warn(
    `max_locks_per_transaction is ${locks}: set it to ${ENOUGH_LOCKS} or more in postgresql.conf, ` +
      'or batches and reports over many chunks may fail with "out of shared memory"',
  );
}

const CONNECTED_AS = statement('database/connected_as');

/** Returns the names and marks of all pools that are connected to the database, each once. */
export async function connectedAs(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ application_name: string }>(CONNECTED_AS);
  return rows.map((row) => row.application_name);
}

import type { Logger } from '@app/observability';
import { UNANSWERED } from '@app/session-limits';
import pg from 'pg';
import { SESSION_OPTIONS } from './pool.js';

export interface LeaderSettings {
  url: string;
  /**
   * Any fixed number. The process that holds this session lock is elected; all others wait to take
   * over.
   */
  lock: number;
  /** Name of the connection, shown to the operator of the database. */
  name: string;
  /**
   * The server ends the connection when it has heard nothing for so long, so that another process
   * can take over. By default it waits for ever.
   */
  silenceMs?: number;
  logger: Logger;
}

/** Between the statements of a transaction nothing takes long. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/**
 * Elects one of all processes that are able to do the same work, by a session lock on a separate
 * connection.
 */
export class Leader {
  private client: pg.Client | undefined;

  constructor(private readonly settings: LeaderSettings) {}

  /** Returns the connection that holds the lock, or undefined while another process holds it. */
  async elect(): Promise<pg.Client | undefined> {
    if (this.client) return this.client;
    const { url, lock, name, silenceMs = 0, logger } = this.settings;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      application_name: name,
      keepAlive: true,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      options: `${SESSION_OPTIONS} ${UNANSWERED} -c idle_session_timeout=${silenceMs}`,
    });
    client.on('error', (error) => {
      logger.warn(
        { reason: error.message, connection: name },
        'the connection of the upkeep was lost',
      );
      if (this.client === client) this.client = undefined;
    });
    await client.connect();
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS elected', [lock]);
    if (!rows[0]?.elected) {
      await client.end();
      return undefined;
    }
    logger.info({ connection: name }, 'this process was elected for the upkeep');
    return (this.client = client);
  }

  /** Gives up the lock, so that another process can take over. */
  async resign(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }
}

import type { Logger } from '@app/observability';
import pg from 'pg';
import { SESSION_OPTIONS } from './session.js';

export interface LeaderSettings {
  url: string;
  /** Any fixed number a task: whoever holds this session lock does it, all others wait for its place. */
  lock: number;
  /** Name of the connection, for the database's operator. */
  name: string;
  /** Settings of the connection's session, as `-c name=value`. */
  session?: string;
  logger: Logger;
}

/** One process of all that are called to a task, elected by a session lock on a connection of its own. */
export class Leader {
  private client: pg.Client | undefined;

  constructor(private readonly settings: LeaderSettings) {}

  /** The connection that holds the lock; undefined while another process's does. */
  async elect(): Promise<pg.Client | undefined> {
    if (this.client) return this.client;
    const { url, lock, name, session = '', logger } = this.settings;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      application_name: name,
      keepAlive: true,
      options: `${SESSION_OPTIONS} ${session}`.trim(),
    });
    client.on('error', (error) => {
      logger.warn({ reason: error.message, connection: name }, 'connection of upkeep lost');
      if (this.client === client) this.client = undefined;
    });
    await client.connect();
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS elected', [lock]);
    if (!rows[0]?.elected) {
      await client.end();
      return undefined;
    }
    logger.info({ connection: name }, 'elected for upkeep');
    return (this.client = client);
  }

  /** Gives the place up. */
  async resign(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@app/observability';
import { LONGEST_TRANSACTION_SECONDS } from '@app/session-limits';
import type pg from 'pg';
import { isDistributed } from './is-distributed.js';
import { statement } from './statement.js';

export interface SilentTransactionsSettings {
  pool: pg.Pool;
  logger: Logger;
  /** How long a transaction may take, by default `LONGEST_TRANSACTION_SECONDS`. */
  seconds?: number;
}

const PAUSE_MS = 3_000;
/** Names of connections of which every transaction is short, without what may follow them. */
const SHORT = ['botgauge-worker', 'botgauge-api-ingest', 'botgauge-api-reports', 'botgauge-queue'];

const END = statement('database/end_silent_transactions');
const END_ON_NODES = statement('database/end_silent_transactions.citus');

/**
 * Ends transactions in which the server has waited too long for its client, whose host may be gone.
 * No setting of PostgreSQL does that inside COPY, not even `transaction_timeout`: while the server
 * reads rows, it heeds nothing but an order to end the session. Until then nobody else can write
 * the batches of the transaction, and on TimescaleDB the refresh of the roll-ups waits for it.
 *
 * Every worker looks, because a look costs less than an election, and an elected process may itself
 * be on the host that is gone.
 */
export class SilentTransactions {
  private readonly stopping = new AbortController();
  private loop: Promise<void> | undefined;
  private statement: string | undefined;

  constructor(private readonly settings: SilentTransactionsSettings) {}

  start(): void {
    this.loop ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  /** Ends such transactions once, and returns how many. */
  async end(): Promise<number> {
    const { pool, logger, seconds = LONGEST_TRANSACTION_SECONDS } = this.settings;
    this.statement ??= (await isDistributed(pool)) ? END_ON_NODES : END;
    const { rows } = await pool.query<{ ended: number }>(this.statement, [seconds, SHORT]);
    const ended = rows[0]?.ended ?? 0;
    if (ended > 0)
      logger.warn({ ended, seconds }, 'transactions were ended whose clients said nothing');
    return ended;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.end().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.settings.logger.debug({ reason }, 'nobody looked for silent transactions');
      });
      await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

// The TimescaleDB schema with another base bucket, and rounds of the product's refresher over it.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../dist/libs/config/src/index.js';
import { createLogger } from '../../dist/libs/observability/src/index.js';
import { chooseBackend } from '../../dist/libs/queue/src/index.js';
import { RollUpRefresher } from '../../dist/libs/storage/src/index.js';
import { migrationsFor } from '../../dist/libs/storage/src/database/migrator.js';
import { query } from './servers.mjs';

/** As the worker does. */
const PAUSE_MS = 2_000;

const LEDGER =
  'CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text NOT NULL, flavour text NOT NULL, ' +
  'sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())';

/** The product's migrations as if run so many days ago, with buckets of so many minutes where it has one. */
export async function migrateSince(url, days, minutes = 1) {
  await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
  await query(url, LEDGER);
  for (const { version, name, sql, sha256 } of migrationsFor('timescale')) {
    const then = sql.replace("'1 minute', now())", `'1 minute', now() - INTERVAL '${days} days')`);
    await query(url, then.replaceAll("INTERVAL '1 minute'", `INTERVAL '${minutes} minutes'`));
    const row = [version, name, 'timescale', sha256];
    await query(url, 'INSERT INTO schema_migrations VALUES ($1, $2, $3, $4)', row);
  }
}

/** The product's refresher, and how long each of its rounds took. */
export class TimedRefresher {
  /** Milliseconds; rounds that had nothing to materialise among them. */
  rounds = [];

  constructor(url) {
    this.refresher = new RollUpRefresher(url, createLogger('bench', 'warn'), 0);
  }

  /** Rounds with the product's pauses; returns how to end them. */
  start() {
    const stop = new AbortController();
    const rounds = (async () => {
      while (!stop.signal.aborted) {
        await this.round();
        await sleep(PAUSE_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    })();
    return async () => {
      stop.abort();
      await rounds;
    };
  }

  async round() {
    const start = performance.now();
    await this.refresher.run();
    this.rounds.push(performance.now() - start);
  }

  close() {
    return this.refresher.close();
  }
}

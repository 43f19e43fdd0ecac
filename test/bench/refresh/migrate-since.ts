// The schema as an operator gets it, or as if it had been made long ago or with another base
// bucket.
import { loadConfig } from '@app/config';
import { chooseBackend } from '@app/queue';
import { migrate } from '@app/storage';
import type { TestFlavour } from '@app/testing';
import { migrationsFor } from '../../../libs/storage/src/database/migrator.js';
import { query } from '../../support/servers/postgres.js';

const LEDGER =
  'CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text NOT NULL, flavour text NOT NULL, ' +
  'sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())';
/**
 * The place in the migrations that says since when visits are counted in buckets, and how long the
 * smallest bucket is.
 */
const SINCE = "'1 minute', now())";
const BASE = "INTERVAL '1 minute'";

/** Creates the schemas of the queue and of the service. */
export async function migrateBoth(url: string, flavour: TestFlavour): Promise<void> {
  await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
  await migrate(url, { flavour });
}

/**
 * Runs TimescaleDB's migrations as if this number of days ago, with a base bucket of this number of
 * minutes.
 */
export async function migrateSince(url: string, days: number, minutes = 1): Promise<void> {
  await chooseBackend(loadConfig({ DATABASE_URL: url })).migrate();
  const migrations = migrationsFor('timescale');
  for (const text of [SINCE, BASE]) {
    if (!migrations.some(({ sql }) => sql.includes(text)))
      throw new Error(`No migration says ${text} any more: correct the benchmark`);
  }
  await query(url, LEDGER);
  for (const { version, name, sql, sha256 } of migrations) {
    const then = sql.replace(SINCE, `'1 minute', now() - INTERVAL '${days} days')`);
    await query(url, then.replaceAll(BASE, `INTERVAL '${minutes} minutes'`));
    const row = [version, name, 'timescale', sha256];
    await query(url, 'INSERT INTO schema_migrations VALUES ($1, $2, $3, $4)', row);
  }
}

import type { Flavour } from '../src/database/flavour.js';
import { BEGIN, LEDGER, migrationsFor } from '../src/database/migrator.js';
import type { Pool } from '../src/database/pool.js';

/** The place in the migrations that says since when visits are in time. */
const NOW = "'1 minute', now())";

/**
 * Migrates an empty database as if this number of days ago. On TimescaleDB, visits since then are
 * in time until the horizon moves.
 */
export async function migrateDaysAgo(pool: Pool, flavour: Flavour, days: number): Promise<void> {
  if (flavour === 'timescale') await pool.query('CREATE EXTENSION IF NOT EXISTS timescaledb');
  await pool.query(LEDGER);
  for (const { version, name, sha256, sql } of migrationsFor(flavour)) {
    const asIfThen = sql.replace(NOW, `'1 minute', now() - INTERVAL '${days} days')`);
    await pool.query(`${BEGIN[flavour]}; ${asIfThen}; COMMIT`);
    await pool.query(
      'INSERT INTO schema_migrations (version, name, flavour, sha256) VALUES ($1, $2, $3, $4)',
      [version, name, flavour, sha256],
    );
  }
}

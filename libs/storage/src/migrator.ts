import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { SQL_DIRECTORY } from './statement.js';

/** Which kind of database holds the data; file names and the ledger carry it, names of relations do not. */
export type Flavour = 'plain' | 'timescale';

/** The flavour this release runs on. */
const FLAVOUR: Flavour = 'plain';

export interface Migration {
  version: number;
  name: string;
  sql: string;
  sha256: string;
}

/** The database and this release do not fit; the message says what to do. */
export class SchemaMismatchError extends Error {
  override name = 'SchemaMismatchError';
}

/** Any fixed number: every process that migrates takes the same session lock. */
const ADVISORY_LOCK = 0x626f7467; // "botg"
const FILE_NAME = /^(\d{4})_([a-z_]+)(?:\.(plain|timescale))?\.sql$/;

const LEDGER = `
CREATE TABLE IF NOT EXISTS schema_migrations (
  version integer PRIMARY KEY,
  name text NOT NULL,
  flavour text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/** The migrations of a flavour: the files for it and the files for both, in order. */
export function migrationsFor(
  flavour: Flavour,
  directory = join(SQL_DIRECTORY, 'migrations'),
): Migration[] {
  const migrations = readdirSync(directory)
    .map((file) => ({ file, match: FILE_NAME.exec(file) }))
    .filter(({ match }) => match && (!match[3] || match[3] === flavour))
    .map(({ file, match }) => {
      const sql = readFileSync(join(directory, file), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      return { version: Number(match?.[1]), name: match?.[2] ?? file, sql, sha256 };
    })
    .sort((a, b) => a.version - b.version);
  migrations.forEach(({ version, name }, index) => {
    if (version !== index + 1) throw new Error(`Migration ${name} should be number ${index + 1}`);
  });
  return migrations;
}

async function appliedMigrations(client: pg.ClientBase) {
  const { rows } = await client.query<{ version: number; flavour: Flavour; sha256: string }>(
    'SELECT version, flavour, sha256 FROM schema_migrations ORDER BY version',
  );
  return rows;
}

function check(
  migrations: Migration[],
  applied: { version: number; flavour: Flavour; sha256: string }[],
) {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const row of applied) {
    const migration = known.get(row.version);
    if (!migration) {
      throw new SchemaMismatchError(
        `The database has schema version ${row.version}, this release knows ${migrations.at(-1)?.version}: ` +
          'run the release that migrated it, or a newer one.',
      );
    }
    if (row.flavour !== FLAVOUR) {
      throw new SchemaMismatchError(
        `The schema was made for the ${row.flavour} flavour, this release runs on ${FLAVOUR}: ` +
          'run a release that supports it, or start with an empty database.',
      );
    }
    if (row.sha256 !== migration.sha256) {
      throw new SchemaMismatchError(
        `Migration ${row.version} (${migration.name}) was applied with other text than this release has: ` +
          'the database was migrated by a build that was never released.',
      );
    }
  }
}

async function apply(client: pg.ClientBase, migration: Migration) {
  await client.query('BEGIN');
  try {
    // The ledger row comes first: a second writer without the lock fails here, before it changes anything.
    await client.query(
      'INSERT INTO schema_migrations (version, name, flavour, sha256) VALUES ($1, $2, $3, $4)',
      [migration.version, migration.name, FLAVOUR, migration.sha256],
    );
    await client.query(migration.sql);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(`Migration ${migration.version} (${migration.name}) failed`, { cause: error });
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'botgauge-migrate',
    options: '-c timezone=UTC',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface MigrationReport {
  flavour: Flavour;
  /** Versions applied by this run. */
  applied: number[];
  version: number;
}

/**
 * Brings the schema to this release's version. Any number of processes may call it at once.
 *
 * @throws SchemaMismatchError when the database is newer, of another flavour, or was changed by hand
 */
export function migrate(url: string): Promise<MigrationReport> {
  return withClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(LEDGER);
    const migrations = migrationsFor(FLAVOUR);
    const before = await appliedMigrations(client);
    check(migrations, before);
    const done = new Set(before.map((row) => row.version));
    const missing = migrations.filter((migration) => !done.has(migration.version));
    for (const migration of missing) await apply(client, migration);
    return {
      flavour: FLAVOUR,
      applied: missing.map((migration) => migration.version),
      version: migrations.at(-1)?.version ?? 0,
    };
  });
}

/**
 * Whether the schema is the one this release needs; false when it is older or absent.
 *
 * @throws SchemaMismatchError as `migrate` does
 */
export function isMigrated(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('schema_migrations') AS ledger");
    if (!rows[0]?.ledger) return false;
    const migrations = migrationsFor(FLAVOUR);
    const applied = await appliedMigrations(client);
    check(migrations, applied);
    return applied.length === migrations.length;
  });
}

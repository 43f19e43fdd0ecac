import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { detectFlavour, type Flavour, type WantedFlavour } from './flavour.js';
import { splitStatements } from './split-statements.js';
import { SQL_DIRECTORY, statement } from './statement.js';
import { withClient } from './with-client.js';

export interface Migration {
  version: number;
  name: string;
  sql: string;
  sha256: string;
}

interface AppliedMigration {
  version: number;
  flavour: Flavour;
  sha256: string;
}

/** The database and this release do not fit together. The message says what to do. */
export class SchemaMismatchError extends Error {
  override name = 'SchemaMismatchError';
}

/** Any fixed number. Every process that migrates takes the same session lock. */
const ADVISORY_LOCK = 0x626f7467; // "botg"
const FILE_NAME = /^(\d{4})_([a-z_]+)(?:\.(timescale|citus))?\.sql$/;

/**
 * A migration writes to a table that is on every node, and then changes tables in many shards. Citus
 * does both only when it takes the shards one after the other.
 */
export const BEGIN: Record<Flavour, string> = {
  plain: 'BEGIN',
  timescale: 'BEGIN',
  citus: "BEGIN; SET LOCAL citus.multi_shard_modify_mode = 'sequential'",
};
const APPLY_SETTINGS = statement('database/apply_settings.timescale');

export const LEDGER = `
CREATE TABLE IF NOT EXISTS schema_migrations (
  version integer PRIMARY KEY,
  name text NOT NULL,
  flavour text NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/**
 * Returns the migrations of a flavour in order. A migration is one file for all flavours, and a file
 * of its own for each flavour for which that one would be wrong.
 */
export function migrationsFor(
  flavour: Flavour,
  directory = join(SQL_DIRECTORY, 'migrations'),
): Migration[] {
  const files = readdirSync(directory);
  const isFor = (file: string, of: string | undefined) =>
    of === undefined ? !files.includes(file.replace('.sql', `.${flavour}.sql`)) : of === flavour;
  const migrations = files
    .map((file) => ({ file, match: FILE_NAME.exec(file) }))
    .filter(({ file, match }) => match && isFor(file, match[3]))
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

/** Returns the schema version of this release, which is the same for all flavours. */
export function latestVersion(): number {
  return migrationsFor('plain').at(-1)?.version ?? 0;
}

async function appliedMigrations(client: pg.ClientBase) {
  const { rows } = await client.query<AppliedMigration>(
    'SELECT version, flavour, sha256 FROM schema_migrations ORDER BY version',
  );
  return rows;
}

/**
 * Checks that the applied migrations are those of this release. Texts of a release never change. A
 * build from before the first release may have had others, and a backup is the way from its schema
 * to this one.
 */
function check(migrations: Migration[], applied: AppliedMigration[], flavour: Flavour) {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const row of applied) {
    const migration = known.get(row.version);
    if (!migration) {
      throw new SchemaMismatchError(
        `The database has schema version ${row.version}, this release knows ${migrations.at(-1)?.version}: ` +
          'run the release that migrated it, or a newer one.',
      );
    }
    if (row.flavour !== flavour) {
      throw new SchemaMismatchError(
        `The schema was made for the ${row.flavour} flavour, but DATABASE_FLAVOUR asks for ${flavour}: ` +
          `set it to ${row.flavour}, or start with an empty database.`,
      );
    }
    if (row.sha256 !== migration.sha256) {
      throw new SchemaMismatchError(
        `Migration ${row.version} (${migration.name}) was applied with a different text than this release has: ` +
          'the database was made by a build that was never released. Make a backup with that build ' +
          '(command `backup`), point DATABASE_URL at a new, empty database (for `npm start`, move the ' +
          'folder .botgauge away), and restore the backup with this release (command `restore`).',
      );
    }
  }
}

/**
 * Waits for the writes that are under way, and lets no other one begin before the end of the
 * transaction. A write that a migration came into would be counted in part by the old rules and in
 * part by the new ones: it finds out at its beginning whether its release is the newest.
 */
async function holdWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('visits') IS NOT NULL AS there",
  );
  if (rows[0]?.there) await client.query('LOCK TABLE ONLY visits IN SHARE ROW EXCLUSIVE MODE');
}

async function apply(client: pg.ClientBase, migration: Migration, flavour: Flavour) {
  await client.query(BEGIN[flavour]);
  try {
    await holdWrites(client);
    // The ledger row comes first, so that a second writer without the lock fails here, before it
    // changes anything.
    await client.query(
      'INSERT INTO schema_migrations (version, name, flavour, sha256) VALUES ($1, $2, $3, $4)',
      [migration.version, migration.name, flavour, migration.sha256],
    );
    const statements = flavour === 'citus' ? splitStatements(migration.sql) : [migration.sql];
    for (const text of statements) await client.query(text);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new Error(`Migration ${migration.version} (${migration.name}) failed`, { cause: error });
  }
}

export interface MigrationReport {
  flavour: Flavour;
  /** The versions that this run applied. */
  applied: number[];
  version: number;
}

export interface MigrationOptions {
  /** The default is `auto`. */
  flavour?: WantedFlavour;
  /** How many days of visits one chunk of the TimescaleDB flavour holds; by default 7. */
  chunkDays?: number;
  /** The last version to apply, for a restore; by default the newest. */
  upTo?: number;
}

/**
 * Brings the schema to this release's version. Any number of processes may call it at once.
 *
 * @throws SchemaMismatchError when the database is newer, of another flavour, or was changed by
 *   hand
 * @throws FlavourError when the database cannot have the flavour that is wanted
 */
export function migrate(url: string, options: MigrationOptions = {}): Promise<MigrationReport> {
  const { flavour: wanted = 'auto', chunkDays = 7, upTo = Infinity } = options;
  return withClient(url, 'botgauge-migrate', async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(LEDGER);
    const before = await appliedMigrations(client);
    const { flavour, migrations } = await choose(client, wanted, before);
    const done = new Set(before.map((row) => row.version));
    const missing = migrations.filter(({ version }) => !done.has(version) && version <= upTo);
    for (const migration of missing) await apply(client, migration, flavour);
    if (flavour === 'timescale') await client.query(APPLY_SETTINGS, [chunkDays]);
    return {
      flavour,
      applied: missing.map((migration) => migration.version),
      version: Math.max(...done, ...missing.map(({ version }) => version)),
    };
  });
}

/**
 * Returns the flavour of a database that has this release's schema, or undefined when the schema is
 * older or missing.
 *
 * @throws SchemaMismatchError, FlavourError as `migrate` does
 */
export function findSchema(
  url: string,
  wanted: WantedFlavour = 'auto',
): Promise<Flavour | undefined> {
  return withClient(url, 'botgauge-migrate', async (client) => {
    const { rows } = await client.query("SELECT to_regclass('schema_migrations') AS ledger");
    if (!rows[0]?.ledger) return undefined;
    const applied = await appliedMigrations(client);
    const { flavour, migrations } = await choose(client, wanted, applied);
    return applied.length === migrations.length ? flavour : undefined;
  });
}

/**
 * Keeps the recorded flavour, because an extension that is added later does not change the schema
 * under the data.
 */
async function choose(client: pg.ClientBase, wanted: WantedFlavour, applied: AppliedMigration[]) {
  const recorded = applied[0]?.flavour;
  const flavour = await detectFlavour(client, wanted === 'auto' ? (recorded ?? 'auto') : wanted);
  const migrations = migrationsFor(flavour);
  check(migrations, applied, flavour);
  return { flavour, migrations };
}

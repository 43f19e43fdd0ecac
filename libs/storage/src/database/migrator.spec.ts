import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, eventually, type TestDatabase, untilWaiting } from '@app/testing';
import type { Flavour } from './flavour.js';
import { findSchema, LEDGER, migrate, migrationsFor, SchemaMismatchError } from './migrator.js';

const VERSIONS = migrationsFor('plain').map(({ version }) => version);
const LATEST = VERSIONS.at(-1);

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

const ledger = async () => {
  const { rows } = await database.pool.query<{ version: number }>(
    'SELECT version FROM schema_migrations ORDER BY version',
  );
  return rows.map(({ version }) => version);
};

it('brings an empty database to the version of this release', async () => {
  expect(await findSchema(database.url)).toBeUndefined();
  expect(await migrate(database.url)).toEqual({
    flavour: 'plain',
    applied: VERSIONS,
    version: LATEST,
  });
  expect(await ledger()).toEqual(VERSIONS);
  expect(await findSchema(database.url)).toBe('plain');
});

it('changes nothing the second time', async () => {
  await migrate(database.url);
  expect(await migrate(database.url)).toEqual({ flavour: 'plain', applied: [], version: LATEST });
});

it('lets four processes migrate at once: one does the work, the others find it done', async () => {
  const reports = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url)));
  const applied = reports.map((report) => report.applied).filter(({ length }) => length > 0);
  expect(applied).toEqual([VERSIONS]);
  for (const report of reports) expect(report.version).toBe(LATEST);
  expect(await ledger()).toEqual(VERSIONS);
});

it('continues after it was killed half-way', async () => {
  // This transaction holds up the migration that creates `visits`, and ends with the connection.
  const blocker = await database.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('CREATE TABLE visits ()');
  const result = migrate(database.url).then(
    () => 'migrated',
    () => 'killed',
  );
  await eventually(async () => {
    const { rowCount } = await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'botgauge-migrate'
         AND wait_event_type = 'Lock' AND query LIKE '%CREATE TABLE visits%'`,
    );
    expect(rowCount).toBe(1);
  });
  expect(await result).toBe('killed');
  blocker.release(true);

  const before = await ledger();
  expect(before).toEqual(VERSIONS.slice(0, before.length));
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(VERSIONS.length);
  expect(await findSchema(database.url)).toBeUndefined();
  const { applied } = await migrate(database.url);
  expect(applied).toEqual(VERSIONS.slice(before.length));
  expect(await findSchema(database.url)).toBe('plain');
});

it('leaves nothing of a failed migration, and names it', async () => {
  await database.pool.query('CREATE TABLE visits ()');
  await expect(migrate(database.url)).rejects.toThrow(/^Migration \d+ \(visits\) failed$/);
  const done = await ledger();
  expect(done).not.toContain(LATEST);
  await database.pool.query('DROP TABLE visits');
  expect((await migrate(database.url)).applied).toEqual(VERSIONS.slice(done.length));
});

it('waits for a write that is under way, whatever the migration changes', async () => {
  await migrate(database.url, { upTo: VERSIONS.at(-2) });
  const writer = await database.pool.connect();
  // As writers begin.
  await writer.query('BEGIN; LOCK TABLE ONLY visits IN ROW EXCLUSIVE MODE');
  const migrated = migrate(database.url);
  await untilWaiting(database.pool, 1);
  expect(await ledger()).toEqual(VERSIONS.slice(0, -1));
  await writer.query('COMMIT');
  writer.release();
  expect((await migrated).applied).toEqual([LATEST]);
});

describe('A database that does not fit', () => {
  const refused = async (message: RegExp) => {
    for (const check of [migrate, findSchema] as const) {
      const error: unknown = await Promise.resolve(check(database.url)).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(SchemaMismatchError);
      expect((error as Error).message).toMatch(message);
    }
  };

  it('of a newer release is refused', async () => {
    await migrate(database.url);
    await database.pool.query(
      "INSERT INTO schema_migrations (version, name, flavour, sha256) VALUES (999, 'new', 'plain', 'x')",
    );
    await refused(/^The database has schema version 999, this release knows \d+: run the release/);
    expect(await ledger()).toEqual([...VERSIONS, 999]);
  });

  it('migrated with other text is refused', async () => {
    await migrate(database.url);
    await database.pool.query("UPDATE schema_migrations SET sha256 = 'x' WHERE version = 2");
    await refused(/^Migration 2 \(keys\) was applied with a different text/);
  });

  it.each([13, 41])(
    'of a build before the first release, of version %i, is refused',
    async (last) => {
      await database.pool.query(
        `${LEDGER};
       INSERT INTO schema_migrations (version, name, flavour, sha256)
       SELECT version, 'old', 'plain', 'x' FROM generate_series(1, ${last}) version`,
      );
      await refused(/Make a backup with that build .*empty database .*restore the backup/);
      const { rows } = await database.pool.query("SELECT to_regclass('accounts') AS accounts");
      expect(rows).toEqual([{ accounts: null }]);
    },
  );

  it('of another flavour than is asked for is refused', async () => {
    await migrate(database.url);
    await database.pool.query("UPDATE schema_migrations SET flavour = 'timescale'");
    const asked = migrate(database.url, { flavour: 'plain' });
    await expect(asked).rejects.toThrow(SchemaMismatchError);
    await expect(findSchema(database.url, 'plain')).rejects.toThrow(/timescale/);
  });
});

describe('The migrations', () => {
  it.each(['plain', 'timescale', 'citus'] as const)(
    'of the flavour %s are numbered without gaps',
    (flavour) => {
      const migrations = migrationsFor(flavour);
      expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, i) => i + 1));
      for (const { sha256 } of migrations) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  it('are the files of a flavour where there are any, and otherwise those for all', () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    try {
      for (const name of ['0001_a.sql', '0002_b.sql', '0002_b.citus.sql', '0002_b.timescale.sql'])
        writeFileSync(join(folder, name), name);
      const texts = (flavour: Flavour) => migrationsFor(flavour, folder).map(({ sql }) => sql);
      expect(texts('plain')).toEqual(['0001_a.sql', '0002_b.sql']);
      expect(texts('timescale')).toEqual(['0001_a.sql', '0002_b.timescale.sql']);
      expect(texts('citus')).toEqual(['0001_a.sql', '0002_b.citus.sql']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('with a gap or a repeated number are refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    try {
      const file = (name: string) => writeFileSync(join(folder, name), 'SELECT 1');
      file('0001_a.sql');
      file('0002_b.sql');
      file('README.md');
      expect(migrationsFor('plain', folder).map(({ name }) => name)).toEqual(['a', 'b']);
      file('0004_d.sql');
      expect(() => migrationsFor('plain', folder)).toThrow('Migration d should be number 3');
      file('0003_c.sql');
      file('0003_cc.sql');
      expect(() => migrationsFor('plain', folder)).toThrow(/should be number/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

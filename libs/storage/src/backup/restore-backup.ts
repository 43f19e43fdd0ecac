import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isInfrastructureError, sqlstateOf } from '../database/database-error.js';
import {
  latestVersion,
  migrate,
  type MigrationOptions,
  type MigrationReport,
} from '../database/migrator.js';
import { statement } from '../database/statement.js';
import { withClient } from '../database/with-client.js';
import {
  BackupFormatError,
  type BackupHeader,
  BackupReader,
  type BackupTotals,
  damaged,
  hasTrailer,
  isUnreleased,
  type Section,
} from './format.js';
import { NotEmptyError, RestoreError } from './restore-error.js';
import { BackupFile } from './trailer.js';
import { releasedSchema, renewRows } from './unreleased.js';

export interface RestoreOptions extends MigrationOptions {
  /** Called with the name of each table before its rows. */
  tell?: (table: string) => void;
}

export interface Restored {
  /** When the backup was taken, ISO 8601. */
  taken_at: string;
  /** Rows by table. */
  rows: Record<string, number>;
}

const FIND_CONTENT = statement('backup/find_content');
const SET_SEQUENCE = statement('backup/set_sequence');
const SETTLE_REQUESTS = statement('backup/settle_requests.citus');
const MAKE_VISIT_PARTITIONS = statement('backup/make_visit_partitions.citus');
const MAKE_LEDGER_PARTS = statement('backup/make_ledger_parts');
const JOIN_PARTS = statement('backup/join_parts');

const HAS_WEBSITE = /"website_id"/;
const [LEDGER, PARTS] = ['"log_batches"', '"ledger_parts"'];

/**
 * Fills an empty database from the file of a backup: it gets the schema that the backup was made
 * with, then all rows in one transaction, then the migrations since. When anything fails, or when
 * the file is not octet for octet what was written, the database is still empty.
 *
 * @param octets the compressed file
 * @throws RestoreError, BackupFormatError, and what `migrate` throws
 */
export async function restoreBackup(
  url: string,
  octets: AsyncIterable<Buffer>,
  { tell = () => undefined, ...options }: RestoreOptions = {},
): Promise<Restored> {
  const file = new BackupFile(octets);
  const reader = new BackupReader(file.text);
  try {
    const header = await reader.header();
    const { flavour } = await makeSchema(url, header, options);
    const distributed = flavour === 'citus';
    const rows = await withClient(url, 'botgauge-restore', async (client) => {
      if (distributed && header.first_visit) await makePartitions(client, header.first_visit);
      const whole = () => file.requireWhole(hasTrailer(header));
      return load(client, { reader, whole, distributed, isOld: isUnreleased(header), tell });
    }).catch(async (error: unknown) => {
      throw await causeOf(error, header, file);
    });
    await migrate(url, options);
    return { taken_at: header.taken_at, rows };
  } finally {
    await file.text.return(undefined);
  }
}

async function makeSchema(
  url: string,
  header: BackupHeader,
  options: MigrationOptions,
): Promise<MigrationReport> {
  const newest = latestVersion();
  const schema = isUnreleased(header) ? releasedSchema(header.schema) : header.schema;
  if (schema > newest) {
    throw new RestoreError(
      `The backup has schema version ${schema}, and this release knows ${newest}: use the release that made it, or a newer one.`,
    );
  }
  const report = await migrate(url, { ...options, upTo: schema });
  if (report.version > schema) {
    throw new RestoreError(
      `The database has schema version ${report.version} already, and the backup has ${schema}: restore into a new, empty database.`,
    );
  }
  return report;
}

/**
 * Returns why rows could not be loaded. Octets that were changed may be anything to the database,
 * so the rest of the file tells whether it is to blame. A file without a trailer is to blame for
 * all that the database refuses.
 */
async function causeOf(error: unknown, header: BackupHeader, file: BackupFile): Promise<unknown> {
  const isKnown = error instanceof RestoreError || error instanceof BackupFormatError;
  if (isKnown || isInfrastructureError(error)) return error;
  try {
    await file.requireWhole(hasTrailer(header));
  } catch (fault) {
    return fault;
  }
  if (hasTrailer(header) || sqlstateOf(error) === null) return error;
  return damaged(`the database does not take its rows: ${(error as Error).message}`, error);
}

interface Load {
  reader: BackupReader;
  /** Throws when the file is not as it was written. */
  whole: () => Promise<void>;
  distributed: boolean;
  /** Whether a build before the first release made the backup. */
  isOld: boolean;
  tell: (table: string) => void;
}

async function load(
  client: pg.Client,
  { reader, whole, distributed, isOld, tell }: Load,
): Promise<Record<string, number>> {
  await client.query('BEGIN');
  await requireEmpty(client);
  const rows: Record<string, number> = {};
  for (;;) {
    const next = await reader.next();
    if ('copy' in next) {
      tell(next.table);
      const isLedger = next.table === 'log_batches' && !distributed && HAS_WEBSITE.test(next.copy);
      rows[next.table] = await (isLedger ? loadLedgerOfParts : loadTable)(client, next);
      continue;
    }
    compare(rows, next);
    await reader.end();
    await whole();
    if (isOld) await renewRows(client);
    // Sequences keep their numbers when the transaction fails, so they come last.
    for (const [sequence, last] of Object.entries(next.sequences))
      await client.query(SET_SEQUENCE, [sequence, last]);
    if (distributed) await client.query(SETTLE_REQUESTS);
    await client.query('COMMIT');
    return rows;
  }
}

/**
 * Makes the weeks of old visits, before the transaction, because Citus copies in turns into what a
 * transaction has just made. A database with visits of its own may have some of those weeks.
 */
async function makePartitions(client: pg.ClientBase, firstVisit: string): Promise<void> {
  await requireNoContent(client);
  await client.query(MAKE_VISIT_PARTITIONS, [firstVisit]);
}

/** The lock lets no account be made between the look and the end. */
async function requireEmpty(client: pg.ClientBase): Promise<void> {
  await client.query('LOCK TABLE accounts IN EXCLUSIVE MODE');
  await requireNoContent(client);
}

async function requireNoContent(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ accounts: number; visits: boolean }>(FIND_CONTENT);
  const [found] = rows;
  if (found?.accounts === 0 && !found.visits) return;
  throw new NotEmptyError(found?.accounts ?? 0);
}

/** Rows that the migrations or a worker have put into an empty database are replaced. */
async function loadTable(client: pg.Client, { copy, table, rows }: Section): Promise<number> {
  await client.query(`DELETE FROM ${client.escapeIdentifier(table)}`);
  const stream = client.query(copyFrom(copy));
  await pipeline(rows, stream);
  return stream.rowCount;
}

/** Loads the ledger of Citus, which has a row for each website of a batch, where it has one for all. */
async function loadLedgerOfParts(client: pg.Client, section: Section): Promise<number> {
  await client.query(MAKE_LEDGER_PARTS);
  const parts = { ...section, table: 'ledger_parts', copy: section.copy.replace(LEDGER, PARTS) };
  const rows = await loadTable(client, parts);
  await client.query('DELETE FROM log_batches');
  await client.query(JOIN_PARTS);
  return rows;
}

function compare(rows: Record<string, number>, totals: BackupTotals): void {
  for (const [table, expected] of Object.entries(totals.rows))
    if (rows[table] !== expected)
      throw damaged(`it should have ${expected} rows of ${table} and has ${rows[table] ?? 0}`);
}

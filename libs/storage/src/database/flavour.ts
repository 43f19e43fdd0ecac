import type pg from 'pg';
import { statement } from './statement.js';

/**
 * The kind of database that holds the data. It is part of file names and of the ledger, but not of
 * the names of relations.
 */
export type Flavour = 'plain' | 'timescale';

/** What the operator asked for. `auto` takes TimescaleDB if the database has the extension. */
export type WantedFlavour = Flavour | 'auto';

export interface TimescaleFacts {
  /** Version of the extension in this database; null when the database does not have it. */
  version: string | null;
  /** `timescale` (community) or `apache`; null when the library is not loaded. */
  license: string | null;
  /** Whether the server could create the extension. */
  available: boolean;
}

/** The database cannot have the flavour that was asked for. The message says what to do. */
export class FlavourError extends Error {
  override name = 'FlavourError';
}

const OLDEST = [2, 28] as const;
const PLAIN_INSTEAD = 'or set DATABASE_FLAVOUR=plain on an empty database';
const DETECT = statement('database/detect_timescale.timescale');

/**
 * Decides the flavour of a new database.
 *
 * @throws FlavourError when the database cannot have the flavour that is wanted
 */
export function decideFlavour(wanted: WantedFlavour, facts: TimescaleFacts): Flavour {
  if (wanted === 'plain') return 'plain';
  if (facts.version === null) {
    if (wanted === 'auto') return 'plain';
    throw new FlavourError(
      facts.available
        ? 'TimescaleDB is installed but not in this database: run CREATE EXTENSION timescaledb in it.'
        : `TimescaleDB is not installed on this server: install its community edition, ${PLAIN_INSTEAD}.`,
    );
  }
  if (facts.license === 'apache') {
    throw new FlavourError(
      'TimescaleDB here is the Apache-only build, which has no continuous aggregates: ' +
        `install the community edition and set timescaledb.license=timescale, ${PLAIN_INSTEAD}.`,
    );
  }
  const [major = 0, minor = 0] = facts.version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw new FlavourError(
      `TimescaleDB ${facts.version} is too old, ${OLDEST.join('.')} is needed: ` +
        `upgrade it and run ALTER EXTENSION timescaledb UPDATE, ${PLAIN_INSTEAD}.`,
    );
  }
  return 'timescale';
}

/**
 * Asks the database which flavour is possible, and decides.
 *
 * @throws FlavourError when the database cannot have the flavour that is wanted
 */
export async function detectFlavour(
  client: pg.ClientBase,
  wanted: WantedFlavour,
): Promise<Flavour> {
  const { rows } = await client.query<TimescaleFacts>(DETECT);
  return decideFlavour(wanted, rows[0] as TimescaleFacts);
}

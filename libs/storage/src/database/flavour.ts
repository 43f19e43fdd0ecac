import type pg from 'pg';
import { statement } from './statement.js';

/** Which kind of database holds the data; file names and the ledger carry it, names of relations do not. */
export type Flavour = 'plain' | 'timescale';

/** What the operator asked for; `auto` takes TimescaleDB where it stands in the database. */
export type WantedFlavour = Flavour | 'auto';

export interface TimescaleFacts {
  /** Of the extension in this database, null when it is not there. */
  version: string | null;
  /** `timescale` (community) or `apache`, null when the library is not loaded. */
  license: string | null;
  /** Whether the server could create the extension. */
  available: boolean;
}

/** The database cannot be what was asked for; the message says what to do. */
export class FlavourError extends Error {
  override name = 'FlavourError';
}

const OLDEST = [2, 28] as const;
const PLAIN_INSTEAD = 'or set DATABASE_FLAVOUR=plain on an empty database';
const DETECT = statement('database/detect_timescale.timescale');

/** @throws FlavourError */
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

/** @throws FlavourError */
export async function detectFlavour(
  client: pg.ClientBase,
  wanted: WantedFlavour,
): Promise<Flavour> {
  const { rows } = await client.query<TimescaleFacts>(DETECT);
  return decideFlavour(wanted, rows[0] as TimescaleFacts);
}

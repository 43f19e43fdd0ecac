import type pg from 'pg';
import { statement } from './statement.js';

/**
 * The kind of database that holds the data. It is part of file names and of the ledger, but not of
 * the names of relations.
 */
export type Flavour = 'plain' | 'timescale' | 'citus';

/** What the operator asked for. `auto` takes the extension that the database has, if it has one. */
export type WantedFlavour = Flavour | 'auto';

/** What a database can have. */
export interface DatabaseFacts {
  timescale: TimescaleFacts;
  citus: CitusFacts;
}

export interface TimescaleFacts {
  /** Version of the extension in this database; null when the database does not have it. */
  version: string | null;
  /** `timescale` (community) or `apache`; null when the library is not loaded. */
  license: string | null;
  /** Whether the server could create the extension. */
  available: boolean;
}

export interface CitusFacts {
  /** Version of the extension in this database; null when the database does not have it. */
  version: string | null;
  /** Whether the server could create the extension. */
  available: boolean;
  /** Whether this server is the one that knows the nodes, and is known to them. */
  coordinator: boolean;
  /** How many nodes may hold shards. */
  nodes: number;
}

/** The database cannot have the flavour that was asked for. The message says what to do. */
export class FlavourError extends Error {
  override name = 'FlavourError';
}

const OLDEST_TIMESCALE = [2, 28] as const;
const OLDEST_CITUS = [13, 2] as const;
const PLAIN_INSTEAD = 'or set DATABASE_FLAVOUR=plain on an empty database';
const DETECT_TIMESCALE = statement('database/detect_timescale.timescale');
const DETECT_CITUS = statement('database/detect_citus.citus');
const FIND_NODES = statement('database/find_nodes.citus');

/**
 * Decides the flavour of a new database.
 *
 * @throws FlavourError when the database cannot have the flavour that is wanted
 */
export function decideFlavour(wanted: WantedFlavour, { timescale, citus }: DatabaseFacts): Flavour {
  if (wanted === 'plain') return 'plain';
  if (timescale.version !== null && citus.version !== null) {
    throw new FlavourError(
      'The database has both Citus and TimescaleDB, which lose rows together: ' +
        'use a database that has only one of the two extensions.',
    );
  }
  const flavour =
    wanted !== 'auto'
      ? wanted
      : citus.version
        ? 'citus'
        : timescale.version
          ? 'timescale'
          : 'plain';
  if (flavour === 'timescale') checkTimescale(timescale);
  if (flavour === 'citus') checkCitus(citus);
  return flavour;
}

function checkTimescale({ version, license, available }: TimescaleFacts): void {
  if (version === null) {
    throw new FlavourError(
      available
        ? 'TimescaleDB is installed but not in this database: run CREATE EXTENSION timescaledb in it.'
        : `TimescaleDB is not installed on this server: install its community edition, ${PLAIN_INSTEAD}.`,
    );
  }
  if (license === 'apache') {
    throw new FlavourError(
      'TimescaleDB here is the Apache-only build, which has no continuous aggregates: ' +
        `install the community edition and set timescaledb.license=timescale, ${PLAIN_INSTEAD}.`,
    );
  }
  if (isOlder(version, OLDEST_TIMESCALE)) {
    throw new FlavourError(
      `TimescaleDB ${version} is too old, ${OLDEST_TIMESCALE.join('.')} is needed: ` +
        `upgrade it and run ALTER EXTENSION timescaledb UPDATE, ${PLAIN_INSTEAD}.`,
    );
  }
}

function checkCitus({ version, available, coordinator, nodes }: CitusFacts): void {
  if (version === null) {
    throw new FlavourError(
      available
        ? 'Citus is installed but not in this database: run CREATE EXTENSION citus in it, on every node.'
        : `Citus is not installed on this server: install it and load it with shared_preload_libraries, ${PLAIN_INSTEAD}.`,
    );
  }
  if (isOlder(version, OLDEST_CITUS)) {
    throw new FlavourError(
      `Citus ${version} is too old, ${OLDEST_CITUS.join('.')} is needed: ` +
        `upgrade it and run ALTER EXTENSION citus UPDATE on every node, ${PLAIN_INSTEAD}.`,
    );
  }
  if (!coordinator) {
    throw new FlavourError(
      'DATABASE_URL must name the coordinator of Citus, and the coordinator must know its own address: ' +
        'run SELECT citus_set_coordinator_host(HOST, PORT) on it, with an address that all nodes can reach.',
    );
  }
  if (nodes === 0) {
    throw new FlavourError(
      'Citus has no node that may hold shards: run SELECT citus_add_node(HOST, PORT) on the coordinator for each worker node.',
    );
  }
}

function isOlder(version: string, [oldest, oldestMinor]: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number);
  return major < oldest || (major === oldest && minor < oldestMinor);
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
  const timescale = await client.query<TimescaleFacts>(DETECT_TIMESCALE);
  return decideFlavour(wanted, {
    timescale: timescale.rows[0] as TimescaleFacts,
    citus: await citusFacts(client),
  });
}

async function citusFacts(client: pg.ClientBase): Promise<CitusFacts> {
  const { rows } = await client.query<Omit<CitusFacts, 'coordinator' | 'nodes'>>(DETECT_CITUS);
  const found = rows[0] as Omit<CitusFacts, 'coordinator' | 'nodes'>;
  if (found.version === null) return { ...found, coordinator: false, nodes: 0 };
  const nodes = await client.query<Pick<CitusFacts, 'coordinator' | 'nodes'>>(FIND_NODES);
  return { ...found, ...(nodes.rows[0] as Pick<CitusFacts, 'coordinator' | 'nodes'>) };
}

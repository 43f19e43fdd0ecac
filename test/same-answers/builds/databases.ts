// The databases of the builds: an empty one each, on a server of each flavour that is available.
import { changeVisits, findTimescale, REFUSE_POISON, type TestFlavour } from '@app/testing';
import pg from 'pg';
import { createDatabase, dropDatabase, type Server } from '../../bench/servers.js';
import { startPostgresServer } from '../../support/servers/postgres.js';

/** What is stored need not survive a crash of the machine. */
const SETTINGS = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  ...{ shared_buffers: '512MB', max_wal_size: '4GB', max_connections: '120' },
};
/** Texts are ordered as in a dictionary, so a statement that does not say its order is noticed. */
const DICTIONARY_ORDER = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";

/** Returns why no server of a flavour is available; undefined where one is. */
export function whyMissing(flavour: TestFlavour): string | undefined {
  const { BOTGAUGE_TEST_TIMESCALE: timescale, BOTGAUGE_TEST_CITUS: citus } = process.env;
  if (flavour === 'plain' || (flavour === 'timescale' && timescale)) return undefined;
  if (flavour === 'citus') return citus ? undefined : 'BOTGAUGE_TEST_CITUS names no coordinator';
  const found = findTimescale();
  return typeof found === 'string' ? found : undefined;
}

/** Returns the server that is named for a flavour, or starts one. */
export async function serverOf(flavour: TestFlavour): Promise<Server> {
  const { BOTGAUGE_TEST_TIMESCALE: timescale, BOTGAUGE_TEST_CITUS: citus } = process.env;
  if (flavour === 'timescale' && timescale) return { url: timescale };
  if (flavour === 'citus' && citus) return { url: citus };
  return startPostgresServer({ flavour, settings: SETTINGS });
}

/** Creates an empty database, and returns its address and how it is removed. */
export async function createEmptyDatabase(server: Server, flavour: TestFlavour, name: string) {
  const database = `same_answers_${process.pid}_${name}`;
  const url = await createDatabase(server, database, flavour, DICTIONARY_ORDER);
  return { url, remove: () => dropDatabase(server, database) };
}

/**
 * Makes migrated databases refuse some visits, so that there are entries that cannot be stored.
 * Returns why that is not possible, where the schema of a build is another one.
 */
export async function refusePoison(urls: readonly string[]): Promise<string | undefined> {
  for (const url of urls) {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    try {
      await changeVisits(pool, REFUSE_POISON);
    } catch (error) {
      return (error as Error).message;
    } finally {
      await pool.end();
    }
  }
  return undefined;
}

// A PostgreSQL with TimescaleDB's community edition for tests, where there is one.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian's packages put the versions of PostgreSQL. */
const INSTALLATIONS = '/usr/lib/postgresql';
/** The community edition is a library of its own. */
const COMMUNITY_LIBRARY = /^timescaledb-tsl-[\d.]+\.so$/;

/** Address of the server that was configured, of one started here, or the reason why there is none. */
export async function startTimescale(startLocalPostgres, settings) {
  const url = process.env.BOTGAUGE_TEST_TIMESCALE;
  if (url) return { url, stop: async () => {} };
  const installation = findInstallation();
  if (!installation) {
    return {
      missing: `no PostgreSQL with TimescaleDB's community edition in ${INSTALLATIONS}, and BOTGAUGE_TEST_TIMESCALE is not set`,
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'botgauge-timescale-'));
  const server = await startLocalPostgres({
    dir: folder,
    database: 'postgres',
    ephemeral: true,
    binaries: {
      initdb: join(installation, 'bin/initdb'),
      postgres: join(installation, 'bin/postgres'),
    },
    settings: {
      ...settings,
      shared_preload_libraries: 'timescaledb',
      'timescaledb.telemetry_level': 'off',
      // Tests call what policies would do; a scheduler in the template would keep it from being cloned.
      'timescaledb.max_background_workers': '0',
      max_locks_per_transaction: '1024',
    },
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Folder of a PostgreSQL with TimescaleDB; undefined where there is none. */
export function findInstallation() {
  if (!existsSync(INSTALLATIONS)) return undefined;
  return readdirSync(INSTALLATIONS)
    .map((version) => join(INSTALLATIONS, version))
    .find((path) => {
      const libraries = join(path, 'lib');
      return (
        existsSync(join(path, 'bin/postgres')) &&
        existsSync(libraries) &&
        readdirSync(libraries).some((file) => COMMUNITY_LIBRARY.test(file))
      );
    });
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A PostgreSQL with TimescaleDB's community edition on this machine. */
export interface TimescaleInstallation {
  /** The release of TimescaleDB. */
  version: string;
  binaries: { initdb: string; postgres: string };
}

/** The folder in which Debian's packages put the versions of PostgreSQL. */
const INSTALLATIONS = '/usr/lib/postgresql';
/** The community edition is a separate library. */
const COMMUNITY_LIBRARY = /^timescaledb-tsl-(\d+\.\d+\.\d+)\.so$/;
const OLDEST = '2.28.0';

/** Returns the newest installation that is new enough, or why there is none. */
export function findTimescale(folder = INSTALLATIONS): TimescaleInstallation | string {
  const [newest] = installationsIn(folder).sort((a, b) => compare(b.version, a.version));
  if (!newest) {
    return `no PostgreSQL with TimescaleDB's community edition in ${folder}, and BOTGAUGE_TEST_TIMESCALE is not set`;
  }
  if (compare(newest.version, OLDEST) < 0)
    return `only TimescaleDB ${newest.version} in ${folder}, and ${OLDEST} or newer is needed`;
  return newest;
}

function installationsIn(folder: string): TimescaleInstallation[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((server) => {
    const program = (name: string) => join(folder, server, 'bin', name);
    const libraries = join(folder, server, 'lib');
    if (!existsSync(program('postgres')) || !existsSync(libraries)) return [];
    return readdirSync(libraries).flatMap((file) => {
      const version = COMMUNITY_LIBRARY.exec(file)?.[1];
      const binaries = { initdb: program('initdb'), postgres: program('postgres') };
      return version ? [{ version, binaries }] : [];
    });
  });
}

const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });

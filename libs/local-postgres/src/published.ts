import fs from 'node:fs';
import path from 'node:path';
import { writePrivately } from './folder.js';
import { LocalPostgresError } from './local-postgres-error.js';
import { identify, parseIdentity, stillRuns } from './process-identity.js';

/**
 * What runs for a data folder: the embedded server, or the API that `npm start` started, where it
 * listens and at its public address.
 */
export type Published = 'database' | 'api' | 'public';

const FILES = { database: 'server.json', api: 'api.json', public: 'public.json' } as const;
const SETTINGS = {
  database: 'DATABASE_URL',
  api: 'BOTGAUGE_URL',
  public: 'PUBLIC_URL',
} as const;

const fileOf = (dataDir: string, what: Published) => path.join(dataDir, FILES[what]);

/**
 * Publishes the address of something that runs for `dataDir`, for processes that are started
 * separately. It is valid as long as the process with this pid lives. Only this user can read the
 * file, because the database's address contains the password.
 */
export function publish(
  dataDir: string,
  what: Published,
  { url, pid }: { url: string; pid: number },
): void {
  fs.mkdirSync(dataDir, { recursive: true });
  writePrivately(fileOf(dataDir, what), JSON.stringify({ url, ...identify(pid) }));
}

/** Removes what was published for this process. What another process published stays. */
export function withdraw(dataDir: string, what: Published, { pid }: { pid: number }): void {
  const file = fileOf(dataDir, what);
  if (parseIdentity(readIfThere(file, what))?.pid === pid) fs.rmSync(file, { force: true });
}

/**
 * Returns the address of something that runs for `dataDir`, or undefined when it does not run. A
 * file that a killed process left behind does not count.
 *
 * @throws LocalPostgresError when it runs as another user, so that its address cannot be read
 */
export function findPublished(dataDir: string, what: Published): string | undefined {
  const text = readIfThere(fileOf(dataDir, what), what);
  const process = parseIdentity(text);
  if (text === undefined || !process || !stillRuns(process)) return undefined;
  const { url } = JSON.parse(text) as { url?: unknown };
  return typeof url === 'string' ? url : undefined;
}

function readIfThere(file: string, what: Published): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new LocalPostgresError(
      `${file} cannot be read (${code}). Run this as the user who runs \`npm start\`, or set ${SETTINGS[what]}.`,
      { cause },
    );
  }
}

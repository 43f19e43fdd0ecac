import fs from 'node:fs';
import path from 'node:path';
import { writePrivately } from './folder.js';
import { LocalPostgresError } from './local-postgres-error.js';
import { identify, parseIdentity, stillRuns } from './process-identity.js';

const fileIn = (dataDir: string) => path.join(dataDir, 'server.json');

/**
 * Publishes the address of the embedded server of `dataDir` for processes that are started
 * separately. Only this user can read the file, because the address contains the password.
 */
export function publishServer(dataDir: string, server: { url: string; pid: number }): void {
  writePrivately(fileIn(dataDir), JSON.stringify({ url: server.url, ...identify(server.pid) }));
}

/** Removes what was published for this server. What another server published stays. */
export function withdrawServer(dataDir: string, server: { pid: number }): void {
  const file = fileIn(dataDir);
  if (parseIdentity(readIfThere(file))?.pid === server.pid) fs.rmSync(file, { force: true });
}

/**
 * Returns the embedded server that runs for `dataDir`, or undefined when none does. A file that a
 * killed process left behind does not count.
 *
 * @throws LocalPostgresError when the server runs as another user, so that its address cannot be
 *   read
 */
export function runningServer(dataDir: string): { url: string } | undefined {
  const text = readIfThere(fileIn(dataDir));
  const server = parseIdentity(text);
  if (text === undefined || !server || !stillRuns(server)) return undefined;
  const { url } = JSON.parse(text) as { url?: unknown };
  return typeof url === 'string' ? { url } : undefined;
}

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new LocalPostgresError(
      `${file} cannot be read (${code}). Run this as the user who runs \`npm start\`, or set DATABASE_URL.`,
      { cause },
    );
  }
}

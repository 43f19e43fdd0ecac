import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { CommandError } from '../program/failure.js';
import { sha256 } from '../log-delivery/sha256.js';

/**
 * Makes sure that only one process of this machine follows logs with a folder. Two would cut the
 * same log into different batches, and entries would count twice. The lock is a socket without a
 * file, or a named pipe of Windows, which ends with the process however that ends. Other systems
 * have neither.
 *
 * @returns a function that gives the folder free
 * @throws CommandError when another process has it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const lock = lockOf(folder, process.platform);
  if (lock === undefined) return async () => undefined;
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((done, reject) => {
    server.once('error', reject);
    server.listen(lock, done);
  }).catch((error: unknown) => {
    throw new CommandError(
      `Another \`ship\` for this website keeps its places in ${folder}: name all logs in one command, ` +
        'or give each command a folder of its own with --state.',
      { cause: error },
    );
  });
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

/** Returns the address on which the process that has a folder listens. */
function lockOf(folder: string, platform: NodeJS.Platform): string | undefined {
  const path = resolve(folder);
  // Windows does not tell capital letters from small ones.
  const name = sha256(platform === 'win32' ? path.toLowerCase() : path).slice(0, 40);
  if (platform === 'win32') return `\\\\.\\pipe\\botgauge-ship-${name}`;
  return platform === 'linux' ? `\0botgauge-ship-${name}` : undefined;
}

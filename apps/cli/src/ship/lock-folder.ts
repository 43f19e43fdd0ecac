import { createServer } from 'node:net';
import { CommandError } from '../program/failure.js';
import { sha256 } from '../log-delivery/sha256.js';

/**
 * Makes sure that only one process of this machine follows logs with a folder. Two would cut the
 * same log into different batches, and entries would count twice. The lock is a socket without a
 * file, which ends with the process however that ends. Only Linux has such sockets.
 *
 * @returns a function that gives the folder free
 * @throws CommandError when another process has it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  if (process.platform !== 'linux') return async () => undefined;
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(`\0botgauge-ship-${sha256(folder).slice(0, 40)}`, resolve);
  }).catch((error: unknown) => {
    throw new CommandError(
      `Another \`ship\` for this website keeps its places in ${folder}: name all logs in one command, ` +
        'or give each command a folder of its own with --state.',
      { cause: error },
    );
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

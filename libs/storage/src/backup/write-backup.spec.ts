import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createTestDatabase, undoneAtEnd } from '@app/testing';
import { Accounts } from '../accounts/accounts.js';
import { withClient } from '../database/with-client.js';
import { backupOf } from './write-backup.js';

/** The message with which the server ends rows, and the first octet of the one that counts them. */
const END_OF_ROWS = Buffer.from('c\0\0\0\x04C', 'latin1');
const LATER_MS = 5;

/**
 * A network between a client and the server that brings the end of rows and their number in two
 * pieces, as a busy one does now and then.
 */
async function startSlowNetwork(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const store = connect(Number(port), hostname);
    for (const socket of [client, store]) socket.on('error', () => undefined);
    client.pipe(store);
    passInPieces(store, client);
  }).listen(0, '127.0.0.1');
  undoneAtEnd(() => server.close());
  await once(server, 'listening');
  return url.replace(`:${port}/`, `:${(server.address() as AddressInfo).port}/`);
}

function passInPieces(from: Socket, to: Socket): void {
  let passed = Promise.resolve();
  from.on('data', (octets: Buffer) => {
    const end = octets.indexOf(END_OF_ROWS);
    const cut = end === -1 ? octets.length : end + END_OF_ROWS.length - 1;
    passed = passed.then(async () => {
      to.write(octets.subarray(0, cut));
      if (cut < octets.length) {
        await new Promise((resolve) => setTimeout(resolve, LATER_MS));
        to.write(octets.subarray(cut));
      }
    });
  });
  from.on('end', () => void passed.then(() => to.end()));
}

it('counts the rows of a table also when their number comes after their end', async () => {
  const database = await createTestDatabase();
  const accounts = new Accounts(database.pool);
  for (const publicId of ['acc_1', 'acc_2'])
    await accounts.createAccount({ publicId, name: publicId, plan: 'free' });
  let last = '';
  await withClient(await startSlowNetwork(database.url), 'test', async (client) => {
    for await (const piece of backupOf(client)) last = String(piece);
  });
  expect(last).toContain('"accounts":2,');
  await database.drop();
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, inflateRawSync } from 'node:zlib';
import { aLogEntryInput, eventually } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { type PostgresServer, startPostgresServer } from '../support/servers/postgres.js';
import { type RedisServer, startRedisServer } from '../support/servers/redis.js';
import { Service } from '../support/service.js';
import { settingsOf } from '../support/stores.js';
import { type QueueName, startSystemOn } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

/** An address of each kind that stands nowhere else, and the network that may be stored of it. */
const VISITORS = {
  full: { addresses: ['198.51.100.231', '2001:db8:f:17::d1'], networks: [] },
  truncated: {
    addresses: ['203.0.113.197', '2001:db8:7:17::e5'],
    networks: ['203.0.113.0', '2001:db8:7::'],
  },
  none: { addresses: ['192.0.2.179', '2001:db8:a:17::b3'], networks: [] },
};
/** Some records of a store's files are cut in two by the end of a page. */
const REQUESTS = 5;
const PACKED = /[A-Za-z0-9+/]{40,}/g;

/** Returns what is in the files of a folder as text, also in payloads of jobs that were packed. */
function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const text = readFileSync(join(entry.parentPath, entry.name)).toString('latin1');
      return [text, ...[...text.matchAll(PACKED)].map(([packed]) => unpacked(packed))].join('\n');
    })
    .join('\n');
}

/** Returns as much as can be unpacked, and nothing when the text was no payload. */
function unpacked(payload: string): string {
  try {
    return inflateRawSync(Buffer.from(payload, 'base64'), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: 1_000_000,
    }).toString('latin1');
  } catch {
    return '';
  }
}

function keepsAddressesOffTheDisk(queue: QueueName): void {
  let database: PostgresServer;
  let redis: RedisServer | undefined;
  let files: string;
  beforeAll(async () => {
    database = await startPostgresServer({ database: 'botgauge' });
    redis = queue === 'redis' ? await startRedisServer() : undefined;
    const env = settingsOf(database, redis);
    const { botKey } = await new Service(env).prepare();
    let visits = 0;
    for (const [IP_STORAGE, { addresses }] of Object.entries(VISITORS)) {
      const system = await startSystemOn(queue, { env: { ...env, IP_STORAGE } });
      for (let i = 0; i < REQUESTS; i++) {
        const entries = addresses.map((ip) => aLogEntryInput({ ip }));
        expectProcessed(await ingest(system.base, botKey, entries), addresses.length);
        visits += addresses.length;
      }
      await eventually(async () => {
        const [row] = await database.query<{ stored: number }>(
          'SELECT count(*)::int AS stored FROM visits',
        );
        expect(row?.stored).toBe(visits);
      });
      await system.stop();
    }
    await database.query('CHECKPOINT');
    files = readAll(database.folder) + (redis ? readAll(redis.folder) : '');
  });
  afterAll(async () => {
    await redis?.stop();
    await database.remove();
  });

  it('are found when they are stored in full, which shows that this search finds them', () => {
    for (const address of VISITORS.full.addresses) expect(files.includes(address)).toBe(true);
  });

  it('are never written when they are truncated, only their networks are', () => {
    const { addresses, networks } = VISITORS.truncated;
    for (const address of addresses) expect(files.includes(address)).toBe(false);
    for (const network of networks) expect(files.includes(network)).toBe(true);
  });

  it('are never written, not even their networks, when none are stored', () => {
    const { addresses } = VISITORS.none;
    for (const address of [...addresses, '192.0.2.0', '2001:db8:a::'])
      expect(files.includes(address)).toBe(false);
  });
}

describeOnQueue('full addresses in the files of the stores', keepsAddressesOffTheDisk);

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IpStorage } from '@app/contracts';
import { aLogEntryInput, eventually, GPTBOT } from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { type PostgresServer, startPostgresServer } from '../support/servers/postgres.js';
import { type RedisServer, startRedisServer } from '../support/servers/redis.js';
import { Service } from '../support/service.js';
import { settingsOf } from '../support/stores.js';
import { currentLists } from '../support/current-lists.js';
import { type QueueName, startSystemOn } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';
import { unpackedPayload } from '../support/unpacked-payload.js';

/** An address of each kind that stands nowhere else, and the network that may be stored of it. */
const VISITORS = {
  full: { addresses: ['198.51.100.231', '2001:db8:f:17::d1'], networks: [] },
  truncated: {
    addresses: ['203.0.113.197', '2001:db8:7:17::e5'],
    networks: ['203.0.113.0', '2001:db8:7::'],
  },
  none: { addresses: ['192.0.2.179', '2001:db8:a:17::b3'], networks: [] },
};
/** For each value an address that is in the list of GPTBot; those of the visitors are not. */
const OF_GPTBOT = { full: '132.196.86.37', truncated: '172.182.202.9', none: '172.182.204.18' };
/** Some records of a store's files are cut in two by the end of a page. */
const REQUESTS = 5;
const LONGEST_SEALED = 200;
const PACKED = /[A-Za-z0-9+/]{40,}/g;

/** Returns what is in the files of a folder as text, also in payloads of jobs that were packed. */
function readAll(folder: string, within = ''): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes(within))
    .map((entry) => {
      const text = readFileSync(join(entry.parentPath, entry.name)).toString('latin1');
      return [
        text,
        ...[...text.matchAll(PACKED)].flatMap(([packed]) => starts(packed).map(unpacked)),
      ].join('\n');
    })
    .join('\n');
}

/** PostgreSQL may write the sealed part of a job and its payload without anything between them. */
function starts(packed: string): string[] {
  const begins = Array.from({ length: LONGEST_SEALED / 4 }, (_, n) => 4 * n);
  return begins.filter((at) => at < packed.length - 40).map((at) => packed.slice(at));
}

/** Returns the content of a payload with addresses as text, and nothing when it is none. */
function unpacked(payload: string): string {
  try {
    return unpackedPayload(payload);
  } catch {
    return '';
  }
}

/** Sends entries of GPTBot `REQUESTS` times, and waits until all visits of the table are stored. */
async function send(
  { base }: { base: string },
  botKey: string,
  entries: object[],
  database: PostgresServer,
): Promise<void> {
  const count = async () =>
    (await database.query<{ n: number }>('SELECT count(*)::int AS n FROM visit_entries'))[0]?.n ??
    0;
  const before = await count();
  for (let i = 0; i < REQUESTS; i++)
    expectProcessed(await ingest(base, botKey, entries), entries.length);
  await eventually(async () => expect(await count()).toBe(before + REQUESTS * entries.length));
}

/** A number of bytes as they are, in hexadecimal and in Base64, as text of a file. */
const formsOf = (bytes: Buffer) => [
  bytes.toString('latin1'),
  bytes.toString('hex'),
  bytes.toString('base64').replace(/=+$/, ''),
];

function keepsAddressesOffTheDisk(queue: QueueName): void {
  let database: PostgresServer;
  let redis: RedisServer | undefined;
  let files: string;
  let logged: string;
  let keys: { id: Buffer; key: Buffer }[];
  beforeAll(async () => {
    database = await startPostgresServer({ database: 'botgauge' });
    redis = queue === 'redis' ? await startRedisServer() : undefined;
    const VERIFY_LISTS = currentLists(String(aLogEntryInput().timestamp));
    const env = { ...settingsOf(database, redis), VERIFY_LISTS };
    const { botKey } = await new Service(env).prepare();
    const inSystem = async (IP_STORAGE: IpStorage, entries: object[]) => {
      const system = await startSystemOn(queue, { env: { ...env, IP_STORAGE } });
      await send(system, botKey, entries, database);
      await system.stop();
    };
    const ofGptbot = (ip: string, path: string) => aLogEntryInput({ ip, path, user_agent: GPTBOT });
    for (const storage of ['full', 'truncated', 'none'] as const)
      await inSystem(storage, [
        ...VISITORS[storage].addresses.map((ip) => ofGptbot(ip, `/${storage}/spoofed`)),
        ofGptbot(OF_GPTBOT[storage], `/${storage}/verified`),
        aLogEntryInput({ ip: VISITORS[storage].addresses[0], path: `/${storage}/person` }),
      ]);
    keys = await database.query('SELECT id, key FROM address_keys');
    await database.query('ALTER TABLE address_keys RENAME TO away');
    await inSystem('truncated', [ofGptbot(OF_GPTBOT.truncated, '/no-keys')]);
    await database.query('CHECKPOINT');
    logged = readAll(database.folder, 'pg_wal') + (redis ? readAll(redis.folder) : '');
    files = readAll(database.folder) + logged;
  });
  afterAll(async () => {
    await redis?.stop();
    await database.remove();
  });

  it('are found when they are stored in full, which shows that this search finds them', () => {
    for (const address of [...VISITORS.full.addresses, OF_GPTBOT.full])
      expect(files.includes(address)).toBe(true);
  });

  it('are never written when they are truncated, only their networks are', () => {
    const { addresses, networks } = VISITORS.truncated;
    for (const address of [...addresses, OF_GPTBOT.truncated])
      expect(files.includes(address)).toBe(false);
    for (const network of networks) expect(files.includes(network)).toBe(true);
  });

  it('are never written, not even their networks, when none are stored', () => {
    const { addresses } = VISITORS.none;
    for (const address of [...addresses, OF_GPTBOT.none, '192.0.2.0', '2001:db8:a::'])
      expect(files.includes(address)).toBe(false);
  });

  it('are queued encrypted, and the keys are neither in the log of the database nor in the queue', () => {
    expect(keys).toHaveLength(1);
    for (const { id, key } of keys) {
      const beginOfSealed = Buffer.concat([Buffer.of(1), id]).toString('base64');
      expect(logged.includes(beginOfSealed)).toBe(true);
      for (const form of formsOf(key)) expect(logged.includes(form)).toBe(false);
    }
  });

  it('tell the worker who is a bot, whatever is stored of them', async () => {
    const found = await database.query<{ path: string; verification: number; visits: number }>(
      'SELECT path, verification, count(*)::int AS visits FROM visit_entries GROUP BY 1, 2 ORDER BY 1',
    );
    const of = (storage: string) => [
      { path: `/${storage}/person`, verification: 0, visits: REQUESTS },
      { path: `/${storage}/spoofed`, verification: 2, visits: 2 * REQUESTS },
      { path: `/${storage}/verified`, verification: 1, visits: REQUESTS },
    ];
    expect(found).toEqual([
      ...of('full'),
      { path: '/no-keys', verification: 3, visits: REQUESTS },
      ...of('none'),
      ...of('truncated'),
    ]);
  });
}

describeOnQueue('full addresses in the files of the stores', keepsAddressesOffTheDisk);

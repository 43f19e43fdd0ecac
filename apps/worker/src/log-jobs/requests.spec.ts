import { randomUUID } from 'node:crypto';
import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import type { IpStorage } from '@app/contracts';
import { createLogger } from '@app/observability';
import type { AddressKey } from '@app/queue';
import { Accounts, AddressKeys, upsertBots } from '@app/storage';
import { aLogEntry, createTestDatabase, GPTBOT, type TestDatabase } from '@app/testing';
import { AddressSet, compileLists } from '@app/verification';
import { aPipeline } from '../../test/a-pipeline.js';
import { sealedHead } from '../../test/sealed-batch.js';
import { KnownKeys } from '../verification/known-keys.js';
import { createVerifier } from '../verification/verifier.js';
import { encodeEntries, jobOf } from '../../../../libs/queue/test/entries.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;
const SCANNER = 4;
const DISGUISED = 3;
const PERSON = 0;
const GPTBOT_ADDRESS = '203.0.113.9';
const LISTS = compileLists([
  { id: 'gptbot', fetchedAt: new Date(NOW).toISOString(), prefixes: [`${GPTBOT_ADDRESS}/32`] },
]);
const CDN = new AddressSet(['198.51.100.0/24', '2001:db8:cd::/48']);

type Behaviour = 'entry' | 'address' | 'off';

interface Sent {
  path: string;
  host?: string;
  statusCode?: number;
  ip?: string | null;
  userAgent?: string;
  /** After the first moment of the batch. */
  minutes?: number;
}

interface Worker {
  behaviour: Behaviour;
  ipStorage?: IpStorage;
  verifies?: boolean;
}

let database: TestDatabase;
let keys: AddressKeys;
let key: AddressKey;
let accountId: number;
let websiteId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  await upsertBots(database.pool, BOT_REGISTRY, REGISTRY_VERSION);
  keys = new AddressKeys(database.pool);
  key = await keys.take(MINUTE_MS);
  const accounts = new Accounts(database.pool);
  accountId = (await accounts.createAccount({ publicId: 'acc', name: 'x', plan: 'free' })).id;
  const ids = { publicId: randomUUID(), trackingId: randomUUID() };
  websiteId = (await accounts.createWebsite({ accountId, domain: 'own.test', ...ids }))?.id ?? 0;
});
beforeEach(() => database.pool.query('TRUNCATE visits'));
afterAll(() => database.drop());

function aWorker({ behaviour, ipStorage = 'truncated', verifies = true }: Worker) {
  const addressKeys = new KnownKeys({ keys, logger: createLogger('test', 'silent') });
  return aPipeline(database.pool, {
    ipStorage,
    ...(verifies && {
      verification: { verifier: createVerifier({ current: () => LISTS }), addressKeys },
    }),
    ...(behaviour !== 'off' && {
      behaviour: behaviour === 'address' ? { byAddress: { addressKeys, edges: () => CDN } } : {},
    }),
  });
}

/** Stores batches as a worker with these settings, and returns the bot of each visit by its path. */
async function storedBy(worker: Worker, ...batches: Sent[][]): Promise<Record<string, number>> {
  const take = aWorker(worker);
  for (const sent of batches) {
    const data = jobOfSent(sent, worker.ipStorage ?? 'truncated');
    const outcome = await take({ jobId: randomUUID(), data, lastTry: false });
    expect(outcome).toMatchObject({ kind: 'settled', batches: [{ stored: sent.length }] });
  }
  const { rows } = await database.pool.query<{ path: string; bot_id: number }>(
    'SELECT path, bot_id FROM visit_entries ORDER BY path',
  );
  expect(rows).toHaveLength(batches.flat().length);
  return Object.fromEntries(rows.map(({ path, bot_id }) => [path, bot_id]));
}

/** Returns a batch as the API queues it. */
function jobOfSent(sent: Sent[], ipStorage: IpStorage) {
  const entries = sent.map(({ minutes = 0, ...fields }) =>
    aLogEntry({ host: 'own.test', time: NOW + minutes * MINUTE_MS, ...fields }),
  );
  const head = { accountId, websiteId, receivedAt: Date.now(), ipStorage, key };
  return jobOf(sealedHead(entries, head), encodeEntries(entries));
}

const probes = (count: number, fields: Partial<Sent> = {}): Sent[] =>
  ['/.env', '/.git/config', '/wp-login.php', '/.aws/credentials']
    .slice(0, count)
    .map((path) => ({ path, statusCode: 404, ...fields }));

const reader = (fields: Partial<Sent> = {}): Sent => ({ path: '/about', ...fields });

describe('BEHAVIOUR=entry', () => {
  it('judges each visit by what it asks for, and no other visit of its address', async () => {
    const bots = await storedBy({ behaviour: 'entry' }, [
      ...probes(3),
      reader(),
      { path: '/a/.env', userAgent: 'Mozilla/5.0' },
      { path: '/', userAgent: 'Mozilla/5.0' },
      { path: '/b/.env', userAgent: GPTBOT },
      { path: '/blog/wp-login.php', statusCode: 200 },
    ]);
    expect(bots).toEqual({
      '/.env': SCANNER,
      '/.git/config': SCANNER,
      '/wp-login.php': SCANNER,
      '/about': PERSON,
      '/a/.env': SCANNER,
      '/': DISGUISED,
      '/b/.env': BOT_REGISTRY.find(({ name }) => name === 'GPTBot')?.id,
      '/blog/wp-login.php': PERSON,
    });
  });

  it('stores of a scanner what it stores of bots that no list knows', async () => {
    for (const [verifies, verification] of [
      [true, 3],
      [false, 0],
    ] as const) {
      await database.pool.query('TRUNCATE visits');
      await storedBy({ behaviour: 'entry', verifies }, [
        { path: '/.env' },
        { path: '/x', userAgent: 'SomeUnknownBot/1.1' },
      ]);
      const { rows } = await database.pool.query(
        'SELECT verification, browser, os, device FROM visit_entries',
      );
      const none = { verification, browser: null, os: null, device: null };
      expect(rows).toEqual([none, none]);
    }
  });
});

describe('BEHAVIOUR=off', () => {
  it('judges user agents only', async () => {
    const bots = await storedBy({ behaviour: 'off' }, [...probes(4), reader()]);
    expect(Object.values(bots)).toEqual([PERSON, PERSON, PERSON, PERSON, PERSON]);
  });
});

describe('a website that opted out', () => {
  it.each(['entry', 'address'] as const)(
    'has its visits judged by their agents, and others not by its visits, with BEHAVIOUR=%s',
    async (behaviour) => {
      const ids = { publicId: randomUUID(), trackingId: randomUUID() };
      const domain = `${behaviour}.test`;
      await new Accounts(database.pool).createWebsite({
        accountId,
        domain,
        behaviour: 'off',
        ...ids,
      });
      const out = (fields: Sent): Sent => ({ ...fields, host: domain, path: `/out${fields.path}` });
      const bots = await storedBy({ behaviour }, [
        ...probes(3).map(out),
        { path: '/.env', statusCode: 404 },
        { path: '/.git/config', statusCode: 404 },
        reader(),
      ]);
      expect(bots).toEqual({
        '/out/.env': PERSON,
        '/out/.git/config': PERSON,
        '/out/wp-login.php': PERSON,
        '/.env': SCANNER,
        '/.git/config': SCANNER,
        '/about': PERSON,
      });
      await database.pool.query('TRUNCATE visits');
      const shared = await storedBy({ behaviour }, [...probes(3), out(reader()), reader()]);
      expect(shared['/out/about']).toBe(PERSON);
      expect(shared['/about']).toBe(behaviour === 'address' ? SCANNER : PERSON);
    },
  );
});

describe('BEHAVIOUR=address', () => {
  const about = async (sent: Sent[], worker: Partial<Worker> = {}) =>
    (await storedBy({ behaviour: 'address', ...worker }, sent))['/about'];

  it.each(['full', 'truncated', 'none'] as const)(
    'judges the other visits of an address with three probes, with IP_STORAGE=%s',
    async (ipStorage) => {
      const other = { path: '/other', ip: '192.0.2.18' };
      const v6 = (last: number) => `2001:db8:7:7::${last}`;
      const bots = await storedBy({ behaviour: 'address', ipStorage }, [
        reader(),
        ...probes(3),
        other,
        { path: '/disguised', userAgent: 'Mozilla/5.0' },
        { path: '/bot', userAgent: GPTBOT },
        ...probes(3).map((probe) => ({ ...probe, path: `/6${probe.path}`, ip: v6(7) })),
        { path: '/six', ip: v6(7) },
        { path: '/eight', ip: v6(8) },
      ]);
      expect(bots).toMatchObject({
        '/about': SCANNER,
        '/other': PERSON,
        '/disguised': SCANNER,
        '/six': SCANNER,
        '/eight': PERSON,
      });
      expect(bots['/bot']).toBeGreaterThan(9);
    },
  );

  it('needs three different paths', async () => {
    const again = [
      { path: '//.ENV', statusCode: 404 },
      { path: '/%2eenv', statusCode: 404 },
    ];
    expect(await about([...probes(2), ...again, reader()])).toBe(PERSON);
    await database.pool.query('TRUNCATE visits');
    expect(await about([...probes(3), reader()])).toBe(SCANNER);
  });

  it('needs them to be answered with 4xx', async () => {
    const [third] = probes(4).slice(3);
    expect(await about([...probes(2), { ...third!, statusCode: 200 }, reader()])).toBe(PERSON);
    await database.pool.query('TRUNCATE visits');
    expect(await about([...probes(2), { ...third!, statusCode: 403 }, reader()])).toBe(SCANNER);
  });

  it('needs them within an hour of the visit', async () => {
    for (const [minutes, expected] of [
      [60, SCANNER],
      [61, PERSON],
      [-60, SCANNER],
      [-61, PERSON],
    ] as const) {
      await database.pool.query('TRUNCATE visits');
      expect([minutes, await about([...probes(3), reader({ minutes })])]).toEqual([
        minutes,
        expected,
      ]);
    }
  });

  it('counts the probes of tools, too', async () => {
    const probed = probes(3, { userAgent: 'curl/8.5.0' });
    expect(await about([...probed, reader()])).toBe(SCANNER);
  });

  it('keeps nothing after the batch', async () => {
    const bots = await storedBy({ behaviour: 'address' }, [...probes(3)], [reader()]);
    expect(bots['/about']).toBe(PERSON);
  });

  it('is never for an address that is not known, or that many visitors have', async () => {
    for (const ip of [
      null,
      '192.168.1.7',
      '10.0.0.7',
      'fd00::7',
      '192.0.2.0',
      '2001:db8:1::',
      '198.51.100.7',
      '2001:db8:cd::7',
    ]) {
      await database.pool.query('TRUNCATE visits');
      expect([ip, await about([...probes(3, { ip }), reader({ ip })])]).toEqual([ip, PERSON]);
    }
  });

  it('is never for the address of a verified bot, but for that of one that lies', async () => {
    const ip = GPTBOT_ADDRESS;
    const bot = probes(3, { ip, userAgent: GPTBOT });
    expect(await about([...bot, reader({ ip })])).toBe(PERSON);
    await database.pool.query('TRUNCATE visits');
    const liar = probes(3, { userAgent: GPTBOT });
    expect(await about([...liar, reader()])).toBe(SCANNER);
  });

  it('judges each visit alone when addresses cannot be opened, or were not sealed', async () => {
    const { batches, payload } = jobOfSent([...probes(3), reader()], 'truncated');
    const [other] = jobOfSent([reader()], 'truncated').batches;
    for (const sealed of [undefined, 'x', other.sealed]) {
      await database.pool.query('TRUNCATE visits');
      const job = jobOf({ ...batches[0], id: randomUUID(), sealed }, payload);
      const take = aWorker({ behaviour: 'address' });
      await take({ jobId: randomUUID(), data: job, lastTry: false });
      const { rows } = await database.pool.query('SELECT bot_id FROM visit_entries ORDER BY path');
      expect(rows.map(({ bot_id }) => bot_id as number)).toEqual([
        SCANNER,
        SCANNER,
        PERSON,
        SCANNER,
      ]);
    }
  });
});

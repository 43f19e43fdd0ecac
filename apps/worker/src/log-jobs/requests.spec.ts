import { randomUUID } from 'node:crypto';
import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import type { IpStorage } from '@app/contracts';
import { createLogger } from '@app/observability';
import type { AddressKey } from '@app/queue';
import { Accounts, AddressKeys, upsertBots } from '@app/storage';
import { aLogEntry, createTestDatabase, GPTBOT, type TestDatabase } from '@app/testing';
import { compileLists } from '@app/verification';
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

type Behaviour = 'entry' | 'off';

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
    behaviour,
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

  it.each([
    ['served first', [200, 404, 200, 404]],
    ['refused first', [404, 200, 404, 200]],
  ])('judges a path by each of its answers: %s', async (_, statuses) => {
    const sent = statuses.map((statusCode): Sent => ({ path: '/wp-login.php', statusCode }));
    await storedBy({ behaviour: 'entry' }, sent);
    const { rows } = await database.pool.query(
      `SELECT status_code AS status, bot_id AS bot, count(*)::integer AS visits FROM visits
       GROUP BY 1, 2 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { status: 200, bot: PERSON, visits: 2 },
      { status: 404, bot: SCANNER, visits: 2 },
    ]);
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
  it('has its visits judged by their agents', async () => {
    const ids = { publicId: randomUUID(), trackingId: randomUUID() };
    const domain = 'out.test';
    await new Accounts(database.pool).createWebsite({
      accountId,
      domain,
      behaviour: 'off',
      ...ids,
    });
    const out = (fields: Sent): Sent => ({ ...fields, host: domain, path: `/out${fields.path}` });
    const bots = await storedBy({ behaviour: 'entry' }, [
      ...probes(3).map(out),
      { path: '/.env', statusCode: 404 },
      reader(),
    ]);
    expect(bots).toEqual({
      '/out/.env': PERSON,
      '/out/.git/config': PERSON,
      '/out/wp-login.php': PERSON,
      '/.env': SCANNER,
      '/about': PERSON,
    });
  });
});

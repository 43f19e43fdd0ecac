import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import { type IpStorage, LOG_JOB_VERSION } from '@app/contracts';
import { createLogger } from '@app/observability';
import type { AddressKey } from '@app/queue';
import { Accounts, AddressKeys, upsertBots } from '@app/storage';
import {
  aLogEntry,
  CHROME,
  createTestDatabase,
  eventually,
  GPTBOT,
  type TestDatabase,
  changeVisits,
  REFUSE_POISON,
} from '@app/testing';
import { ADDRESS_LISTS, compileLists } from '@app/verification';
import { aPipeline } from '../../test/a-pipeline.js';
import { sealedHead } from '../../test/sealed-batch.js';
import { KnownKeys } from '../verification/known-keys.js';
import { createVerifier } from '../verification/verifier.js';
import { encodeEntries } from '../../../../libs/queue/test/entries.js';

const NOW = Date.now();
const HOUR_MS = 3_600_000;
/** The only list of GPTBot's operator. */
const LISTS = compileLists(
  [
    {
      id: 'gptbot',
      fetchedAt: new Date(NOW).toISOString(),
      prefixes: ['198.51.100.0/24', '2a02:77:7:17::e5/128'],
    },
  ],
  ADDRESS_LISTS.filter(({ id }) => id === 'gptbot'),
);
const REAL = ['198.51.100.4', '2a02:77:7:17::e5'];
/** In other networks, because beside its own GPTBot may come from tomorrow. */
const FALSE = ['203.0.113.5', '2a03:77:7:17::e6'];

let database: TestDatabase;
let keys: AddressKeys;
let key: AddressKey;
let websiteId: number;
let accountId: number;
let counted: Record<string, number>;
beforeAll(async () => {
  database = await createTestDatabase();
  await upsertBots(database.pool, BOT_REGISTRY, REGISTRY_VERSION);
  keys = new AddressKeys(database.pool);
  await changeVisits(database.pool, REFUSE_POISON);
  const accounts = new Accounts(database.pool);
  const account = await accounts.createAccount({ publicId: 'acc', name: 'x', plan: 'free' });
  accountId = account.id;
  const ids = { publicId: randomUUID(), trackingId: randomUUID() };
  websiteId = (await accounts.createWebsite({ accountId, domain: 'own.test', ...ids }))?.id ?? 0;
});
beforeEach(async () => {
  await database.pool.query('TRUNCATE address_keys, visits, dead_entries');
  key = await keys.take(HOUR_MS);
  counted = {};
});
afterAll(() => database.drop());

/** A worker that knows no key yet. */
function aWorker(ipStorage: IpStorage = 'truncated') {
  const addressKeys = new KnownKeys({ keys, logger: createLogger('test', 'silent'), pauseMs: 1 });
  return aPipeline(database.pool, {
    ipStorage,
    verification: { verifier: createVerifier({ current: () => LISTS }), addressKeys },
    visitsVerified: {
      inc: ({ verification, reason }: object & Record<string, unknown>, visits = 0) => {
        const name = `${String(verification)}: ${String(reason)}`;
        counted[name] = (counted[name] ?? 0) + (visits as number);
      },
    } as never,
  });
}

interface Sent {
  ip: string | null;
  path: string;
  userAgent?: string;
  isAddressClaimed?: true;
}

/** Returns a batch as the API queues it. */
function batchOf(sent: Sent[], ipStorage: IpStorage = 'truncated', sealedWith?: AddressKey) {
  const entries = sent.map((one) =>
    aLogEntry({ time: NOW, host: 'own.test', userAgent: GPTBOT, ...one }),
  );
  const head = { accountId, websiteId, receivedAt: NOW, ipStorage, key: sealedWith ?? key };
  return { head: sealedHead(entries, head), entries };
}

function jobOf(...batches: ReturnType<typeof batchOf>[]) {
  const payload = encodeEntries(batches.flatMap(({ entries }) => entries));
  return { v: LOG_JOB_VERSION, batches: batches.map(({ head }) => head), payload };
}

async function deliver(data: unknown, worker = aWorker()) {
  const outcome = await worker({ jobId: randomUUID(), data, lastTry: false });
  expect(outcome.kind).toBe('settled');
}

/** The stored visits: path, verification, address. */
async function stored() {
  const { rows } = await database.pool.query<{ path: string; verification: number; ip: string }>(
    'SELECT path, verification, host(ip) AS ip FROM visit_entries ORDER BY path',
  );
  return rows.map(({ path, verification, ip }) => [path, verification, ip]);
}

const [, VERIFIED, SPOOFED, UNVERIFIABLE] = [0, 1, 2, 3];
const FOUR: Sent[] = [
  { path: '/a', ip: REAL[0]! },
  { path: '/b', ip: REAL[1]! },
  { path: '/c', ip: FALSE[0]! },
  { path: '/d', ip: FALSE[1]! },
];

it.each(['full', 'truncated', 'none'] as const)(
  'verifies by full addresses, and stores them as IP_STORAGE says: %s',
  async (ipStorage) => {
    const batch = batchOf([...FOUR, { path: '/e', ip: FALSE[0]!, userAgent: CHROME }], ipStorage);
    await deliver(jobOf(batch), aWorker(ipStorage));
    const kept = {
      full: [...REAL, ...FALSE, FALSE[0]],
      truncated: ['198.51.100.0', '2a02:77:7::', '203.0.113.0', '2a03:77:7::', '203.0.113.0'],
      none: [null, null, null, null, null],
    }[ipStorage];
    const verifications = [VERIFIED, VERIFIED, SPOOFED, SPOOFED, 0];
    expect(await stored()).toEqual(
      ['/a', '/b', '/c', '/d', '/e'].map((path, n) => [path, verifications[n], kept[n]]),
    );
    expect(counted).toEqual({ 'verified: in_list': 2, 'spoofed: outside_complete_list': 2 });
  },
);

it('opens what belongs to each batch of a job, also when they are halved and entries are left out', async () => {
  const batches = Array.from({ length: 5 }, (_, batch) =>
    batchOf(
      Array.from({ length: 40 }, (_, n) => {
        const last = (7 * batch + 3 * n) % 256;
        const poison = n % 13 === 5 ? 'poison-' : '';
        const isPerson = n % 7 === 2;
        const isFalse = last % 2 === 1;
        const network = isFalse ? '203.0.113' : '198.51.100';
        const ip = n % 5 === 4 ? (isFalse ? FALSE : REAL)[1]! : `${network}.${last || 2}`;
        const expected = isPerson ? 0 : last % 2 ? SPOOFED : VERIFIED;
        return {
          path: `/${poison}${batch}-${n}-${expected}`,
          ip: n % 11 === 3 ? null : ip,
          ...(isPerson && { userAgent: CHROME }),
        };
      }),
    ),
  );
  await deliver(jobOf(...batches));
  const visits = await stored();
  expect(visits).toHaveLength(5 * 37);
  for (const [path, verification] of visits) {
    const [, n, expected] = String(path).split('-').map(Number);
    const isUnknown = n! % 11 === 3 && expected !== 0;
    expect([path, verification]).toEqual([path, isUnknown ? UNVERIFIABLE : expected]);
  }
  const { rows: dead } = await database.pool.query<{ payload: string }>(
    'SELECT payload FROM dead_entries',
  );
  expect(dead).toHaveLength(15);
  for (const { payload } of dead)
    expect(payload).not.toMatch(/(198\.51\.100|203\.0\.113)\.[1-9]|::e[56]/);
});

it('takes an address for no proof that the visitor may have made up', async () => {
  const claimed = FOUR.map((one) => ({ ...one, isAddressClaimed: true as const }));
  const own = { path: '/e', ip: REAL[0]! };
  await deliver(jobOf(batchOf([own]), batchOf(claimed)));
  expect((await stored()).map(([, verification]) => verification)).toEqual([3, 3, 3, 3, VERIFIED]);
  expect(counted).toEqual({ 'verified: in_list': 1, 'unverifiable: claimed_address': 4 });
});

describe('stores visits as unverifiable', () => {
  const unverifiable = (reason: string) => ({ [`unverifiable: ${reason}`]: 4 });
  const deliverAll = async (job: unknown, worker = aWorker()) => {
    await deliver(job, worker);
    expect((await stored()).map(([, verification]) => verification)).toEqual([3, 3, 3, 3]);
  };

  it('when their key was lost', async () => {
    const job = jobOf(batchOf(FOUR));
    await database.pool.query('TRUNCATE address_keys');
    await deliverAll(job);
    expect(counted).toEqual(unverifiable('key_lost'));
  });

  it('when the keys cannot be read, and verifies again when they can', async () => {
    const worker = aWorker();
    await database.pool.query('ALTER TABLE address_keys RENAME TO away');
    try {
      await deliverAll(jobOf(batchOf(FOUR)), worker);
    } finally {
      await database.pool.query('ALTER TABLE away RENAME TO address_keys');
    }
    expect(counted).toEqual(unverifiable('key_unreadable'));
    // It reads the keys again after a pause.
    await eventually(async () => {
      await deliver(jobOf(batchOf(FOUR)), worker);
      expect(counted).toMatchObject({ 'verified: in_list': 2 });
    });
  });

  it('when nothing was sealed', async () => {
    const { head, entries } = batchOf(FOUR);
    await deliverAll(jobOf({ head: { ...head, sealed: undefined }, entries }));
    expect(counted).toEqual(unverifiable('not_sealed'));
  });

  it('when the sealed part is of another batch or another key, or nothing at all', async () => {
    const [one, other] = [batchOf(FOUR), batchOf(FOUR)];
    const moved = { ...one, head: { ...one.head, sealed: other.head.sealed } };
    await deliverAll(jobOf(moved));
    const stranger = { id: key.id, secret: createSecretKey(randomBytes(32)) };
    await deliver(jobOf(batchOf(FOUR, 'truncated', stranger)));
    await deliver(jobOf({ ...other, head: { ...other.head, sealed: 'x' } }));
    expect(counted).toEqual({ 'unverifiable: not_opened': 12 });
  });
});

it('keeps nothing of what was sealed among the dead', async () => {
  const job = jobOf(batchOf(FOUR), batchOf(FOUR));
  const outcome = await aWorker()({
    jobId: randomUUID(),
    data: { ...job, payload: 'AAAA' },
    lastTry: false,
  });
  expect(outcome.kind).toBe('unreadable');
  const { rows } = await database.pool.query<{ payload: string }>(
    'SELECT payload FROM dead_entries',
  );
  expect(JSON.parse(rows[0]!.payload)).toMatchObject({
    batches: [{ count: 4 }, { count: 4 }],
  });
  expect(rows[0]!.payload).not.toContain('sealed');
});

import { createLogger } from '@app/observability';
import { type AccountRow, Accounts, Keys } from '@app/storage';
import { createTestDatabase, eventually, FakeClock, type TestDatabase } from '@app/testing';
import pg from 'pg';
import { createKey, type KeyOrder } from './create-key.js';
import { KeyRing } from './key-ring.js';
import { generateKey, hashKey, newPublicId } from './keys-and-ids.js';

const NOW = '2026-11-20T12:00:00Z';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let database: TestDatabase;
let nowhere: pg.Pool;
let away: boolean;
let queries: number;
let clock: FakeClock;
let ring: KeyRing;
let keys: Keys;
let account: AccountRow;
let websiteId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  nowhere = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  keys = new Keys(database.pool);
  const accounts = new Accounts(database.pool);
  account = await accounts.createAccount({
    publicId: newPublicId('account'),
    name: 'x',
    plan: 'starter',
    ingestRequestsPerMinute: 7,
  });
  const names = { publicId: newPublicId('website'), trackingId: newPublicId('tracking') };
  const website = await accounts.createWebsite({
    accountId: account.id,
    domain: 'example.com',
    ...names,
  });
  websiteId = website?.id ?? 0;
});
beforeEach(() => {
  away = false;
  queries = 0;
  clock = FakeClock.at(NOW);
  // A database that can be made unreachable: its queries then go to an address where nobody
  // listens.
  const query = (...values: Parameters<pg.Pool['query']>) => {
    queries++;
    return (away ? nowhere : database.pool).query(...values);
  };
  const pool = { query: query as unknown as pg.Pool['query'] };
  ring = new KeyRing(new Keys(pool), clock, createLogger('test', 'silent'));
});
afterAll(async () => {
  await nowhere.end();
  await database.drop();
});

const newKey = (order: Partial<KeyOrder> = {}) =>
  createKey(keys, {
    accountId: account.id,
    websiteId: null,
    kind: 'api',
    name: 'test',
    ...order,
  });
const newBotKey = () => newKey({ kind: 'bot', websiteId });
const verdict = async (key: string) => (await ring.identify(key)).kind;

it('says who holds a key, and the limits of plan and account', async () => {
  const { value } = await newKey();
  expect(await ring.identify(value)).toEqual({
    kind: 'valid',
    holder: {
      keyId: expect.any(Number),
      lineageId: expect.any(Number),
      kind: 'api',
      scope: 'full',
      expiresAt: null,
      accountId: account.id,
      websiteId: null,
      days: null,
      signingSecret: null,
      apiRequestsPerMinute: 60,
      ingestRequestsPerMinute: 7,
      totalIngestRequestsPerMinute: 14,
      maxLiveKeys: 100,
      maxWebsites: 50,
      fetchSecondsPerDay: 1_800,
    },
  });
  const bot = await newBotKey();
  expect(await ring.identify(bot.value)).toMatchObject({
    kind: 'valid',
    holder: { kind: 'bot', websiteId },
  });
});

it('stores no key, only its hash and its last four characters', async () => {
  const { value, row } = await newKey();
  const { rows } = await database.pool.query('SELECT * FROM api_keys WHERE public_id = $1', [
    row.public_id,
  ]);
  expect(rows[0]).toMatchObject({ last4: value.slice(-4), sha256: hashKey(value) });
  expect(JSON.stringify(rows)).not.toContain(value.slice(4, 40));
});

it('refuses what cannot be a key without asking the database', async () => {
  const { value } = await newKey();
  const wrong = value.slice(0, -1) + (value.endsWith('a') ? 'b' : 'a');
  for (const key of ['', 'x', wrong]) expect(await verdict(key)).toBe('unknown');
  expect(queries).toBe(0);
  away = true;
  expect(await verdict(wrong)).toBe('unknown');
});

it('never remembers an unknown key', async () => {
  const key = generateKey('api');
  expect(await verdict(key)).toBe('unknown');
  expect(await verdict(key)).toBe('unknown');
  expect(queries).toBe(2);
});

it('looks up keys that come together in one statement, and tells right keys from wrong ones', async () => {
  const known = await Promise.all([newKey(), newBotKey()]);
  const wrong = Array.from({ length: 2_000 }, () => generateKey('api'));
  const keys = [...wrong, ...known.map(({ value }) => value)];
  const kinds = await Promise.all(keys.map(verdict));
  expect(kinds.slice(0, wrong.length).filter((kind) => kind !== 'unknown')).toEqual([]);
  expect(kinds.slice(wrong.length)).toEqual(['valid', 'valid']);
  // Each look-up takes 500 keys, and the last use of each valid key is noted once.
  expect(queries).toBe(5 + known.length);
});

it('runs one look-up at a time, however many keys come', async () => {
  const { value } = await newKey();
  let underWay = 0;
  let most = 0;
  const query = async (...values: Parameters<pg.Pool['query']>) => {
    most = Math.max(most, ++underWay);
    try {
      return await (database.pool.query(...values) as unknown as Promise<unknown>);
    } finally {
      underWay--;
    }
  };
  const pool = { query: query as unknown as pg.Pool['query'] };
  const other = new KeyRing(new Keys(pool), clock, createLogger('test', 'silent'));
  const wrong = Array.from({ length: 1_500 }, () => other.identify(generateKey('api')));
  await Promise.all(wrong);
  expect(most).toBe(1);
  expect((await other.identify(value)).kind).toBe('valid');
});

it('remembers a valid key for 5 seconds', async () => {
  const { value, row } = await newKey();
  expect(await verdict(value)).toBe('valid');
  const asked = queries;
  await keys.revokeKey(row.public_id);
  clock.advance(5 * SECOND - 1);
  expect(await verdict(value)).toBe('valid');
  expect(queries).toBe(asked);
  clock.advance(1);
  expect(await verdict(value)).toBe('unknown');
});

it('refuses a key at the moment it expires, cached or not', async () => {
  const expiresAt = new Date(Date.parse(NOW) + 2 * SECOND);
  const { value } = await newKey({ expiresAt });
  expect(await verdict(value)).toBe('valid');
  clock.advance(2 * SECOND - 1);
  expect(await verdict(value)).toBe('valid');
  clock.advance(1);
  expect(await verdict(value)).toBe('unknown');
  clock.advance(MINUTE);
  expect(await verdict(value)).toBe('unknown');
});

describe('With the database away', () => {
  it('a key that was not seen before is unavailable, never unknown', async () => {
    const { value } = await newKey();
    away = true;
    expect(await verdict(value)).toBe('unavailable');
    expect(await verdict(generateKey('bot'))).toBe('unavailable');
    away = false;
    expect(await verdict(value)).toBe('valid');
  });

  it('a tracking key lives on for 5 minutes since it was last checked', async () => {
    const { value } = await newBotKey();
    expect(await verdict(value)).toBe('valid');
    away = true;
    clock.advance(5 * MINUTE - 1);
    expect(await verdict(value)).toBe('valid');
    clock.advance(1);
    expect(await verdict(value)).toBe('unavailable');
    away = false;
    expect(await verdict(value)).toBe('valid');
  });

  it('an API Key lives on only for the 5 seconds of its cache', async () => {
    const { value } = await newKey();
    expect(await verdict(value)).toBe('valid');
    away = true;
    clock.advance(5 * SECOND - 1);
    expect(await verdict(value)).toBe('valid');
    clock.advance(1);
    expect(await verdict(value)).toBe('unavailable');
  });

  it('a tracking key that has expired meanwhile is refused', async () => {
    const expiresAt = new Date(Date.parse(NOW) + MINUTE);
    const { value } = await newKey({ kind: 'bot', websiteId, expiresAt });
    expect(await verdict(value)).toBe('valid');
    away = true;
    clock.advance(MINUTE);
    expect(await verdict(value)).toBe('unknown');
  });

  it('a key that was revoked before does not work again', async () => {
    const { value, row } = await newBotKey();
    expect(await verdict(value)).toBe('valid');
    await keys.revokeKey(row.public_id);
    clock.advance(5 * SECOND);
    expect(await verdict(value)).toBe('unknown');
    away = true;
    expect(await verdict(value)).toBe('unavailable');
  });
});

it('throws errors that do not come from the network', async () => {
  const { value } = await newKey();
  const broken = { query: () => Promise.reject(new Error('a bug')) };
  const other = new KeyRing(new Keys(broken), clock, createLogger('test', 'silent'));
  await expect(other.identify(value)).rejects.toThrow('a bug');
});

it('notes the last use at most once a minute', async () => {
  const { value, row } = await newKey();
  const lastUse = async () => {
    const sql = 'SELECT last_used_at FROM api_keys WHERE public_id = $1';
    const { rows } = await database.pool.query<{ last_used_at: Date | null }>(sql, [row.public_id]);
    return rows[0]?.last_used_at;
  };
  expect(await lastUse()).toBeNull();
  for (let i = 0; i < 10; i++) expect(await verdict(value)).toBe('valid');
  // One look-up and one note of the last use.
  expect(queries).toBe(2);
  const first = await eventually(async () => {
    const at = await lastUse();
    expect(at).toBeInstanceOf(Date);
    return at;
  });
  // Another process also notes it only a minute later.
  const { rows } = await database.pool.query('SELECT id FROM api_keys WHERE public_id = $1', [
    row.public_id,
  ]);
  await keys.touchKey(rows[0].id);
  expect(await lastUse()).toEqual(first);
});

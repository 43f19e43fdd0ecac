import { Accounts, Keys } from '@app/storage';
import { createTestDatabase, type TestDatabase, untilDoneOrWaiting } from '@app/testing';
import { createKey, createKeyWithin, rotateKey } from './create-key.js';
import { newPublicId } from './keys-and-ids.js';

const MOST = 3;
const now = new Date('2026-11-20T12:00:00Z');

let database: TestDatabase;
let accountId: number;
let ids: string[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** An account that has room for one more key. */
beforeEach(async () => {
  const accounts = new Accounts(database.pool);
  const account = { publicId: newPublicId('account'), name: 'a', plan: 'free' } as const;
  accountId = (await accounts.createAccount(account)).id;
  const keys = new Keys(database.pool);
  ids = [];
  while (ids.length < MOST - 1) ids.push((await createKey(keys, order())).row.public_id);
});

const order = () => ({ kind: 'api', name: 'k', accountId, websiteId: null }) as const;

const create = (keys: Keys) => createKeyWithin(keys, order(), { most: MOST, now });

/** Rotates a key that has no successor yet, and lets it go on for a while. */
const rotate = (keys: Keys) =>
  rotateKey(keys, {
    ...{ kind: 'api', accountId, now, mostLiveKeys: MOST, expiresAt: null },
    publicId: ids.pop() ?? '',
    endsAt: new Date(now.getTime() + 3_600_000),
  });

describe.each([
  ['creation', create],
  ['rotation', rotate],
])('the last room of an account is not also given to a %s', (_, second) => {
  it.each([
    ['creation', create],
    ['rotation', rotate],
  ])('while a %s takes it', async (_, first) => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    expect(await first(new Keys(client))).toBeDefined();
    const asked = second(new Keys(database.pool));
    await untilDoneOrWaiting(database.pool, asked);
    await client.query('COMMIT');
    client.release();
    expect(await asked).toBeUndefined();
  });
});

import { createTestDatabase, type TestDatabase } from '@app/testing';
import { AddressKeys } from './address-keys.js';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let keys: AddressKeys;
beforeAll(async () => {
  database = await createTestDatabase();
  keys = new AddressKeys(database.pool);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE address_keys'));

const count = async () =>
  (await database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM address_keys')).rows[0]
    ?.n;

it('gives everybody the same key for an hour, and then a new one', async () => {
  const first = await keys.take(HOUR_MS);
  expect(first).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{16}$/), ageMs: 0 });
  expect(first.secret.symmetricKeySize).toBe(32);
  const again = await new AddressKeys(database.pool).take(HOUR_MS);
  expect(again.id).toBe(first.id);
  expect(again.secret.equals(first.secret)).toBe(true);
  await database.pool.query("UPDATE address_keys SET made_at = made_at - interval '59 minutes'");
  const older = await keys.take(HOUR_MS);
  expect(older.id).toBe(first.id);
  expect(older.ageMs).toBeGreaterThanOrEqual(59 * 60_000);
  await database.pool.query("UPDATE address_keys SET made_at = made_at - interval '1 minute'");
  const next = await keys.take(HOUR_MS);
  expect(next.id).not.toBe(first.id);
  expect(next.secret.equals(first.secret)).toBe(false);
  expect((await keys.take(HOUR_MS)).id).toBe(next.id);
  expect(await count()).toBe(2);
});

it('finds a key by its id, and knows when it is lost', async () => {
  const { id, secret } = await keys.take(HOUR_MS);
  expect((await keys.find(id))?.equals(secret)).toBe(true);
  await database.pool.query('TRUNCATE address_keys');
  expect(await keys.find(id)).toBeUndefined();
  expect((await keys.take(HOUR_MS)).id).not.toBe(id);
});

it('never has the keys in the write-ahead log', async () => {
  const { rows } = await database.pool.query(
    "SELECT relpersistence AS kept FROM pg_class WHERE oid = 'address_keys'::regclass",
  );
  expect(rows).toEqual([{ kept: 'u' }]);
});

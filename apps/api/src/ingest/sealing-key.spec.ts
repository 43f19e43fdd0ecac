import { createLogger } from '@app/observability';
import { AddressKeys } from '@app/storage';
import { createTestDatabase, eventually, type TestDatabase, untilWaiting } from '@app/testing';
import { SealingKey } from './sealing-key.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

let database: TestDatabase;
let now: number;
let sealingKey: SealingKey;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('TRUNCATE address_keys');
  sealingKey = aProcess();
});

/** Returns the key of another process. All of them share the time. */
function aProcess(): SealingKey {
  now = 0;
  const logger = createLogger('test', 'silent');
  return new SealingKey({ keys: new AddressKeys(database.pool), logger, elapsed: () => now });
}

const idOf = async (process = sealingKey) => (await process.get())?.id;
const statement = (sql: string) => database.pool.query(sql);
const makeOlder = (age: string) =>
  statement(`UPDATE address_keys SET made_at = made_at - interval '${age}'`);

it('is the same for all batches and all processes', async () => {
  const [first, ...others] = await Promise.all([idOf(), idOf(), idOf()]);
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  expect(others).toEqual([first, first]);
  expect(await idOf(aProcess())).toBe(first);
});

it('is at hand without asking, once it is known', async () => {
  const first = await idOf();
  now = 29 * SECOND_MS;
  expect(sealingKey.get()).toMatchObject({ id: first });
});

it('becomes another one after an hour, and no batch waits for it', async () => {
  const first = await idOf();
  await makeOlder('1 hour');
  now = 31 * SECOND_MS;
  expect(sealingKey.get()).toMatchObject({ id: first });
  await eventually(() => expect(sealingKey.get()).not.toMatchObject({ id: first }));
});

it('is made again within a minute when a crash of the database lost it', async () => {
  const first = await idOf();
  await statement('TRUNCATE address_keys');
  now = 31 * SECOND_MS;
  await idOf();
  await eventually(() => expect(sealingKey.get()).not.toMatchObject({ id: first }));
});

it('is asked for before the first batch after a long pause', async () => {
  const first = await idOf();
  await statement('TRUNCATE address_keys');
  now = 61 * SECOND_MS;
  expect(await idOf()).not.toBe(first);
});

describe('while the database has no table of keys', () => {
  beforeEach(async () => {
    await idOf();
    await statement('ALTER TABLE address_keys RENAME TO away');
  });
  afterEach(() => statement('ALTER TABLE IF EXISTS away RENAME TO address_keys'));

  it('is undefined, until the table is there again', async () => {
    sealingKey = aProcess();
    expect(await idOf()).toBeUndefined();
    now = 5 * SECOND_MS;
    // The database is asked again beside this batch, which waits no more.
    expect(sealingKey.get()).toBeUndefined();
    await statement('ALTER TABLE away RENAME TO address_keys');
    // The answer from before may still be on its way, and postpones the next question again.
    await eventually(async () => {
      now += 5 * SECOND_MS;
      expect(await idOf()).toBeDefined();
    });
  });

  it('stays in use until it is two hours old', async () => {
    const first = await idOf();
    for (now = MINUTE_MS; now < 120 * MINUTE_MS; now += MINUTE_MS) expect(await idOf()).toBe(first);
    expect(await idOf()).toBeUndefined();
  });
});

it('keeps no batch waiting for a table that is locked', async () => {
  const locker = await database.pool.connect();
  await locker.query('BEGIN; LOCK TABLE address_keys');
  try {
    const asked = idOf();
    await untilWaiting(database.pool, 1);
    // The lock is held until this is answered.
    expect(await asked).toBeUndefined();
    expect(sealingKey.get()).toBeUndefined();
  } finally {
    await locker.query('ROLLBACK');
    locker.release();
  }
  await eventually(async () => expect(await idOf()).toBeDefined());
});

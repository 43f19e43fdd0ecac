import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { createTestDatabase, type TestDatabase, untilDoneOrWaiting } from '@app/testing';
import { Accounts } from '../accounts/accounts.js';
import { VisitorKeys } from './visitor-keys.js';

/** The UTC day of the entries, in days since 1970: 2026-11-20. */
const DAY = 20_777;
const MANY = [DAY, DAY - 3, DAY - 1, DAY - 4, DAY - 2];

let database: TestDatabase;
let accounts: Accounts;
let keys: VisitorKeys;
/** The UTC day of the database. */
let today: number;
beforeAll(async () => {
  database = await createTestDatabase();
  accounts = new Accounts(database.pool);
  keys = new VisitorKeys(database.pool);
});
afterAll(() => database.drop());
beforeEach(async () => {
  const [row] = await rows<{ today: number }>("SELECT utc_today() - DATE '1970-01-01' AS today");
  today = row?.today ?? 0;
});

async function rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.pool.query<Row>(sql, values)).rows;
}

let made = 0;
async function anAccount(): Promise<number> {
  const publicId = `acc_${++made}`;
  return (await accounts.createAccount({ publicId, name: 'x', plan: 'free' })).id;
}

/** Returns the secret of a day as text, or undefined when there is none. */
async function secretOf(accountId: number, day = DAY, from = keys): Promise<string | undefined> {
  return hex((await from.take(accountId, [day])).get(day)?.secret);
}
const hex = (secret: KeyObject | undefined) => secret?.export().toString('hex');

async function keyOf(accountId: number, day = DAY): Promise<KeyObject> {
  const key = (await keys.take(accountId, [day])).get(day);
  if (!key) throw new Error('There is no key');
  return key.secret;
}

const makeOlder = (accountId: number, days: number) =>
  rows('UPDATE visitor_days SET made_on = made_on - $2::integer WHERE account_id = $1', [
    ...[accountId, days],
  ]);
const lose = (accountId: number) =>
  rows('DELETE FROM visitor_keys WHERE account_id = $1', [accountId]);
const countOf = async (accountId: number) =>
  (await rows('SELECT FROM visitor_keys WHERE account_id = $1', [accountId])).length;

describe('the key of a day', () => {
  it('is made when somebody first asks for it, and is the same for everybody after', async () => {
    const accountId = await anAccount();
    const [key] = [...(await keys.take(accountId, [DAY])).values()];
    expect(key).toMatchObject({ madeOn: today });
    expect(key?.secret.symmetricKeySize).toBe(32);
    expect(await secretOf(accountId)).toBe(hex(key?.secret));
    expect(await secretOf(accountId, DAY, new VisitorKeys(database.pool))).toBe(hex(key?.secret));
  });

  it('is another one on another day and of another account', async () => {
    const accountId = await anAccount();
    const ofDays = await keys.take(accountId, MANY);
    expect([...ofDays.keys()].sort()).toEqual([...MANY].sort());
    const secrets = [...ofDays.values()].map(({ secret }) => hex(secret));
    expect(new Set([...secrets, await secretOf(await anAccount())]).size).toBe(MANY.length + 1);
  });

  it('is the same for two processes that take it at once', async () => {
    const accountId = await anAccount();
    const first = await database.pool.connect();
    try {
      await first.query('BEGIN');
      const { rows: taken } = await first.query<{ key: Buffer }>(
        "SELECT key FROM take_visitor_keys($1, ARRAY[DATE '1970-01-01' + $2::integer], 400)",
        [accountId, DAY],
      );
      const second = keys.take(accountId, [DAY, DAY - 1]);
      await untilDoneOrWaiting(database.pool, second);
      await first.query('COMMIT');
      const found = await second;
      expect(hex(found.get(DAY)?.secret)).toBe(taken[0]?.key.toString('hex'));
      expect(found.size).toBe(2);
    } finally {
      first.release();
    }
  });

  it('is the same for many processes that take many days in any order', async () => {
    const accountId = await anAccount();
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        new VisitorKeys(database.pool).take(accountId, at % 2 ? MANY : [...MANY].reverse()),
      ),
    );
    const secrets = taken.map((found) => MANY.map((day) => hex(found.get(day)?.secret)));
    expect(secrets).toEqual(secrets.map(() => secrets[0]));
    expect(secrets[0]).not.toContain(undefined);
  });

  it('is not in the write-ahead log, and what stays tells nothing about it', async () => {
    const accountId = await anAccount();
    const secret = (await keyOf(accountId)).export();
    expect(
      await rows(
        "SELECT relpersistence AS kept FROM pg_class WHERE oid = 'visitor_keys'::regclass",
      ),
    ).toEqual([{ kept: 'u' }]);
    const [stays] = await rows<{ fingerprint: Buffer }>(
      'SELECT fingerprint FROM visitor_days WHERE account_id = $1',
      [accountId],
    );
    const hash = createHash('sha256').update(secret).digest();
    expect(stays?.fingerprint).toEqual(hash.subarray(0, 8));
  });
});

describe('new days of an account', () => {
  it('are bounded within an hour, the newest first', async () => {
    const accountId = await anAccount();
    const three = new VisitorKeys(database.pool, 3);
    expect([...(await three.take(accountId, MANY)).keys()].sort()).toEqual([DAY - 2, DAY - 1, DAY]);
    expect((await three.take(accountId, MANY)).size).toBe(3);
    expect((await three.take(accountId, [DAY + 1])).size).toBe(0);
    expect((await three.take(await anAccount(), [DAY - 4])).size).toBe(1);
    await rows("UPDATE visitor_days SET made_at = made_at - interval '61 minutes'");
    expect((await three.take(accountId, [DAY + 1, ...MANY])).size).toBe(6);
  });
});

describe('a day that is closed', () => {
  it('gives no key, and never gets a new one', async () => {
    const accountId = await anAccount();
    const secret = await secretOf(accountId);
    await makeOlder(accountId, 1);
    expect(await secretOf(accountId)).toBe(secret);
    await makeOlder(accountId, 1);
    expect(await secretOf(accountId)).toBeUndefined();
    await makeOlder(accountId, 1);
    expect(await secretOf(accountId)).toBeUndefined();
    await lose(accountId);
    expect(await secretOf(accountId)).toBeUndefined();
    expect(await countOf(accountId)).toBe(0);
  });

  it('is each one of a backup, and one of which nobody has the key', async () => {
    const accountId = await anAccount();
    await rows(
      `INSERT INTO visitor_days (account_id, day, made_on, made_at, fingerprint)
       VALUES ($1, DATE '1970-01-01' + $2::integer, '1970-01-01', now(), '')`,
      [accountId, DAY],
    );
    expect((await keys.take(accountId, [DAY, DAY - 1])).has(DAY)).toBe(false);
    const held = { accountId, day: DAY, secret: createSecretKey(Buffer.alloc(32, 1)) };
    expect(await keys.putBack([held])).toBe(0);
    expect(await countOf(accountId)).toBe(1);
  });
});

describe('a key that the database has lost', () => {
  it('is never replaced by another one', async () => {
    const accountId = await anAccount();
    await keys.take(accountId, [DAY]);
    await lose(accountId);
    expect(await secretOf(accountId)).toBeUndefined();
    expect((await keys.take(accountId, [DAY, DAY - 1])).size).toBe(1);
  });

  it('is put back by whoever holds it', async () => {
    const [accountId, other] = [await anAccount(), await anAccount()];
    const held = await Promise.all(
      [accountId, other].map(async (id) => ({ accountId: id, day: DAY, secret: await keyOf(id) })),
    );
    await lose(other);
    expect(await keys.putBack(held)).toBe(1);
    expect(await secretOf(other)).toBe(hex(held[1]?.secret));
    expect(await keys.putBack(held)).toBe(0);
    expect(await keys.putBack([])).toBe(0);
  });

  it('is missed, though others are there', async () => {
    const accountId = await anAccount();
    const held = await Promise.all(
      [DAY, DAY - 1].map(async (day) => ({ accountId, day, secret: await keyOf(accountId, day) })),
    );
    const secret = createSecretKey(Buffer.alloc(32, 1));
    expect(await keys.hasAll(held)).toBe(true);
    expect(await keys.hasAll([{ accountId: accountId + 1, day: DAY, secret }])).toBe(false);
    await lose(accountId);
    await keys.putBack(held.slice(1));
    expect(await keys.hasAll(held.slice(1))).toBe(true);
    expect(await keys.hasAll(held)).toBe(false);
  });

  it('is not replaced by another secret, nor by that of another day', async () => {
    const accountId = await anAccount();
    const secret = await keyOf(accountId);
    await keys.take(accountId, [DAY - 1]);
    await lose(accountId);
    const wrong = createSecretKey(Buffer.alloc(32, 7));
    expect(await keys.putBack([{ accountId, day: DAY, secret: wrong }])).toBe(0);
    expect(await keys.putBack([{ accountId, day: DAY - 1, secret }])).toBe(0);
    expect(await keys.putBack([{ accountId, day: DAY - 2, secret }])).toBe(0);
    expect(await countOf(accountId)).toBe(0);
  });

  it('does not come back when its day is closed', async () => {
    const accountId = await anAccount();
    const secret = await keyOf(accountId);
    await lose(accountId);
    await makeOlder(accountId, 2);
    expect(await keys.putBack([{ accountId, day: DAY, secret }])).toBe(0);
    expect(await countOf(accountId)).toBe(0);
  });
});

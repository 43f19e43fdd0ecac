import { DECLARED_BOT_REPORTED_FROM, type DeclaredBot, FIRST_DECLARED_BOT } from '@app/contracts';
import { createTestDatabase, type TestDatabase, untilDoneOrWaiting } from '@app/testing';
import type pg from 'pg';
import { DeclaredBots, type DeclaredBotsOptions, KnownDeclaredBots } from './declared-bots.js';

let database: TestDatabase;
let accounts: number[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO accounts (public_id, name, plan)
     SELECT 'acc_' || n, 'Account ' || n, 'free' FROM generate_series(1, 10) AS n RETURNING id`,
  );
  accounts = rows.map(({ id }) => id);
});
afterAll(() => database.drop());

/** An account that no other test uses. */
const anAccount = () => accounts.pop() ?? 0;
const bot = (name: string, provider = 'Unknown'): DeclaredBot => ({
  ...{ key: name.toLowerCase(), name, provider, category: 'unidentified' },
});
const bots = (...names: string[]) => names.map((name) => bot(name));
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => bot(`Bot${from + i}`));

function dictionary(options: Partial<DeclaredBotsOptions> = {}, pool: pg.Pool = database.pool) {
  return new DeclaredBots(pool, { registry: '1', ...options });
}

const rowsOf = async (accountId: number) =>
  (
    await database.pool.query<{ id: number; key: string; name: string; provider: string }>(
      'SELECT id, key, name, provider FROM declared_bots WHERE account_id = $1 ORDER BY id',
      [accountId],
    )
  ).rows;

describe('DeclaredBots', () => {
  it('gives a name in an account one id, which no other account has', async () => {
    const [one, other] = [anAccount(), anAccount()];
    const first = await dictionary().resolve(one, [bot('Foo', 'foo.dev'), bot('Bar')]);
    const again = await dictionary().resolve(one, [bot('FOO', 'evil.dev'), bot('Baz')]);
    const elsewhere = await dictionary().resolve(other, bots('Foo'));
    expect(again.get('foo')).toBe(first.get('foo'));
    const ids = [...first.values(), again.get('baz'), elsewhere.get('foo')];
    expect(new Set(ids).size).toBe(4);
    expect(Math.min(...ids.map(Number))).toBeGreaterThanOrEqual(FIRST_DECLARED_BOT);
    expect(await rowsOf(one)).toMatchObject([
      { key: 'bar' },
      { key: 'foo', name: 'Foo', provider: 'foo.dev' },
      { key: 'baz' },
    ]);
  });

  it('has the bounds of its ids and of rare names as programs outside of the database know them', async () => {
    const reported = async (id: number, visits: number) => {
      const { rows } = await database.pool.query<{ bot: number }>(
        `SELECT reported_bot($1, $2, d.id, d.bot_id, d.category) AS bot
         FROM (SELECT) nothing LEFT JOIN declared_bots d ON d.id = $1`,
        [id, visits],
      );
      return rows[0]?.bot;
    };
    const [id = 0] = (await dictionary().resolve(anAccount(), [bot('Foo')])).values();
    const row = FIRST_DECLARED_BOT - 1;
    expect(await reported(row, 1)).toBe(row);
    expect(await reported(2 ** 31 - 1, DECLARED_BOT_REPORTED_FROM)).toBe(1);
    expect(await reported(id, DECLARED_BOT_REPORTED_FROM - 1)).toBe(1);
    expect(await reported(id, DECLARED_BOT_REPORTED_FROM)).toBe(id);
    const ai = { ...bot('Foo-AI'), category: 'ai_unidentified' as const };
    const [aiId = 0] = (await dictionary().resolve(anAccount(), [ai])).values();
    expect(await reported(aiId, 1)).toBe(aiId);
  });

  it('accepts new names up to the bound of an hour, and always known ones', async () => {
    const account = anAccount();
    const options = { mostNew: 3 };
    await dictionary(options).resolve(account, bots('a1', 'a2'));
    const more = await dictionary(options).resolve(account, bots('a2', 'a3', 'a4', 'a5'));
    expect([...more.keys()].sort()).toEqual(['a2', 'a3']);
    await database.pool.query(
      `UPDATE declared_bot_quotas SET hour = hour - INTERVAL '1 hour' WHERE account_id = $1`,
      [account],
    );
    const nextHour = await dictionary(options).resolve(account, bots('a1', 'a4'));
    expect([...nextHour.keys()].sort()).toEqual(['a1', 'a4']);
    expect(await rowsOf(account)).toHaveLength(4);
  });

  it('accepts no new name when the account has as many as it may have', async () => {
    const account = anAccount();
    const options = { most: 2 };
    await dictionary(options).resolve(account, bots('a', 'b', 'c'));
    const later = await dictionary(options).resolve(account, bots('b', 'd'));
    expect([...later.keys()]).toEqual(['b']);
    expect(await rowsOf(account)).toHaveLength(2);
  });

  it('keeps the bounds exactly under parallel workers, and gives each name one id', async () => {
    const account = anAccount();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, worker) =>
        dictionary({ mostNew: 50 }).resolve(account, numbered(worker * 10, worker * 10 + 20)),
      ),
    );
    const rows = await rowsOf(account);
    expect(rows).toHaveLength(50);
    const idOf = new Map(rows.map(({ id, key }) => [key, id]));
    for (const [key, id] of answers.flatMap((answer) => [...answer])) {
      expect([key, id]).toEqual([key, idOf.get(key)]);
    }
    const { rows: quotas } = await database.pool.query(
      'SELECT names, new_names FROM declared_bot_quotas WHERE account_id = $1',
      [account],
    );
    expect(quotas).toEqual([{ names: 50, new_names: 50 }]);
  });

  it('makes a worker wait for what another one registers in the account', async () => {
    const account = anAccount();
    await dictionary({ mostNew: 4 }).resolve(account, bots('first'));
    const other = await database.pool.connect();
    await other.query('BEGIN');
    await dictionary({ mostNew: 4 }, other as never).resolve(account, bots('a1', 'a2'));
    const waiting = dictionary({ mostNew: 4 }).resolve(account, bots('b1', 'b2'));
    await untilDoneOrWaiting(database.pool, waiting);
    await other.query('COMMIT');
    other.release();
    expect([...(await waiting).keys()].sort()).toEqual(['b1']);
  });

  it('does not stop workers that register the same accounts in another order', async () => {
    const [one, two] = [anAccount(), anAccount()];
    const both = async (first: number, second: number, from: number) => {
      const names = dictionary({ mostNew: 1_000 });
      const some = numbered(from, from + 50);
      await Promise.all([names.resolve(first, some), names.resolve(second, some)]);
    };
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => (i % 2 ? both(one, two, i) : both(two, one, i))),
    );
    expect(await rowsOf(one)).toHaveLength(55);
  });

  it('asks once for the names of batches that come together, and never for known ones', async () => {
    const [one, two] = [anAccount(), anAccount()];
    const pool = countQueries(database.pool);
    const names = dictionary({ mostNew: 2 }, pool);
    const [first, second] = await Promise.all([
      names.resolve(one, bots('x', 'y', 'z')),
      names.resolve(two, bots('x')),
    ]);
    expect(pool.queries).toBe(1);
    expect([first.size, second.size]).toEqual([2, 1]);
    expect(await names.resolve(one, bots('x', 'y', 'z'))).toEqual(first);
    expect(await names.resolve(one, [])).toEqual(new Map());
    expect(pool.queries).toBe(1);
  });

  it('gives the right ids when it can remember next to nothing', async () => {
    const account = anAccount();
    const known = new KnownDeclaredBots(2);
    const names = dictionary({ known });
    const first = await names.resolve(account, numbered(0, 10));
    expect(first.size).toBe(10);
    expect(await names.resolve(account, numbered(0, 10))).toEqual(first);
  });
});

function countQueries(pool: pg.Pool): pg.Pool & { queries: number } {
  const counting = Object.create(pool) as pg.Pool & { queries: number };
  counting.queries = 0;
  counting.query = ((...args: Parameters<pg.Pool['query']>) => {
    counting.queries += 1;
    return pool.query(...args);
  }) as pg.Pool['query'];
  return counting;
}

import { randomUUID } from 'node:crypto';
import { createLogger } from '@app/observability';
import {
  aVisit,
  createTestDatabase,
  runUpkeepRound,
  type TestDatabase,
  TestVisitWriter,
} from '@app/testing';
import { createPool, type Pool } from '../database/pool.js';
import { DeclaredBots } from '../ingest/declared-bots.js';
import { TrafficReader } from '../reports/traffic-reader.js';
import { declaredNamesTask } from './declared-names.js';
import { pageDigestsTask } from './page-digests.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const logger = createLogger('test', 'silent');
  pool = createPool({
    url: database.url,
    max: 2,
    name: 'test',
    statementTimeoutMs: 20_000,
    logger,
  });
  await pool.query(
    `WITH account AS (INSERT INTO accounts (public_id, name, plan) VALUES ('acc_1', 'A', 'free') RETURNING id)
     INSERT INTO websites (account_id, public_id, tracking_id, domain) SELECT id, 'ws_1', 't_1', 'a.test' FROM account`,
  );
  await pool.query(
    `INSERT INTO bots (id, slug, name, provider, category, registry_version)
     VALUES (1, 'u', 'Unidentified bot', 'Unknown', 'unidentified', 1), (900001, 's', 'Seo', 'P', 'seo', 1),
       (900002, 'a', 'Ai', 'P', 'ai_search', 1)`,
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const names = (...all: string[]) =>
  all.map((name) => ({
    ...{
      key: name.toLowerCase(),
      name,
      provider: `${name}.dev`,
      category: 'unidentified' as const,
    },
  }));

/** Runs a round with a registry, and returns what was asked and how much was judged. */
async function judge(
  registry: string,
  bots: Record<string, number>,
  said: Record<string, { provider: string; category: string }> = {},
) {
  const asked: string[] = [];
  const verdictOn = (name: string, provider: string) => {
    asked.push(`${name} ${provider}`);
    return { bot: bots[name] ?? null, ...(said[name] ?? { provider, category: 'unidentified' }) };
  };
  const task = declaredNamesTask({ registry, judge: verdictOn, portion: 2 });
  const { done } = await runUpkeepRound(pool, task);
  return { asked: asked.sort(), done };
}

describe('The names that bots gave themselves', () => {
  it('are judged once by each registry, and reports and digests follow', async () => {
    const ids = await new DeclaredBots(pool, { registry: 'one' }).resolve(
      1,
      names('Foo', 'Bar', 'Baz'),
    );
    const time = Date.parse('2026-06-02T00:00:00Z');
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO pages (website_id, id, path) VALUES (1, 1, '/') RETURNING id`,
    );
    const visits = [...ids.values()].flatMap((botId) =>
      [1, 2, 3].map(() => aVisit({ websiteId: 1, time, botId, pageId: rows[0]?.id ?? 0 })),
    );
    await new TestVisitWriter(pool).write({
      id: randomUUID(),
      accountId: 1,
      receivedAt: time,
      visits,
    });
    const digests = pageDigestsTask({ leastVisits: 1 });
    const digest = async () => {
      const [first, second] = [
        await runUpkeepRound(pool, digests),
        await runUpkeepRound(pool, digests),
      ];
      return (first.done?.digests ?? 0) + (second.done?.digests ?? 0);
    };
    const reader = new TrafficReader(pool);
    const range = { from: new Date('2026-06-01T00:00:00Z'), to: new Date('2026-07-01T00:00:00Z') };
    const reported = async () => {
      const bots = await reader.bots(1, range);
      const [page] = await reader.pages(1, range, { limit: 1 });
      return [
        Object.fromEntries(bots.map(({ name, visits }) => [name, visits])),
        page?.ai_bot_visits,
      ];
    };
    const unchanged = { Bar: 3, Baz: 3, Foo: 3 };
    expect(await digest()).toBe(3);
    expect(await reported()).toEqual([unchanged, 0]);

    // The registry that did not know them is not asked again.
    expect(await judge('one', { Foo: 900_001 })).toEqual({ asked: [], done: undefined });
    const all = ['Bar Bar.dev', 'Baz Baz.dev', 'Foo Foo.dev'];
    expect(await judge('two', { Foo: 900_001 })).toEqual({ asked: all, done: { names: 3 } });
    expect(await reported()).toEqual([{ Bar: 3, Baz: 3, Seo: 3 }, 0]);
    expect(await digest()).toBe(0);

    await judge('one', { Foo: 900_002, Bar: 900_002 });
    expect(await reported()).toEqual([{ Ai: 6, Baz: 3 }, 6]);
    expect(await digest()).toBe(3);
    expect(await reported()).toEqual([{ Ai: 6, Baz: 3 }, 6]);

    // A registry without these rows gives the names back.
    await judge('three', {});
    expect(await reported()).toEqual([unchanged, 0]);
    expect(await digest()).toBe(3);

    // A registry that knows the operator tells it, and that its bots are for AI.
    const ofFoo = { provider: 'Foo Labs', category: 'ai_unidentified' };
    await judge('with foo labs', {}, { Foo: ofFoo });
    expect(await reported()).toEqual([unchanged, 3]);
    expect(await digest()).toBe(3);
    expect(await reported()).toEqual([unchanged, 3]);
    const foo = (await reader.bots(1, range)).find(({ name }) => name === 'Foo');
    expect(foo).toMatchObject({ ...ofFoo, declared: true });

    // A row for a bot that is for AI already changes no digest.
    await judge('with a row', { Foo: 900_002 }, { Foo: ofFoo });
    expect(await reported()).toEqual([{ Ai: 3, Bar: 3, Baz: 3 }, 3]);
    expect(await digest()).toBe(0);

    await judge('without foo labs', {});
    expect(await reported()).toEqual([unchanged, 0]);
  });

  it('are unidentified when their bot is not in the database, or they are forgotten', async () => {
    await judge('four', { Foo: 900_003 });
    const reader = new TrafficReader(pool);
    const range = { from: new Date('2026-06-01T00:00:00Z'), to: new Date('2026-07-01T00:00:00Z') };
    const bots = async () =>
      (await reader.bots(1, range)).map(({ name, visits }) => [name, visits]);
    expect(await bots()).toContainEqual(['Foo', 3]);
    await pool.query(`DELETE FROM declared_bots WHERE key IN ('foo', 'bar')`);
    expect(await bots()).toEqual([
      ['Unidentified bot', 6],
      ['Baz', 3],
    ]);
  });
});

import {
  aVisit,
  createTestDatabase,
  describeOnFlavour,
  type TestDatabase,
  TestVisitWriter,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Shards, shardsOf } from '../database/shards.js';
import { WebsiteNode } from '../reports/website-node.js';
import { DeadEntries, type DeadEntry } from './dead-entries.js';
import { PageDictionary } from './page-dictionary.js';

const NOON = Date.UTC(2026, 10, 20, 12);
/** In more than one shard. */
const WEBSITES = [1, 2, 3, 4, 5, 6, 7, 8];

let database: TestDatabase;

const aBatch = (websites: number[], id: string = randomUUID(), paths = ['/']) => ({
  id,
  accountId: 1,
  receivedAt: NOON,
  visits: websites.flatMap((websiteId) => paths.map((path) => aVisit({ websiteId, path }))),
});

async function one<Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<Row> {
  return (await database.pool.query<Row>(sql, values)).rows[0] as Row;
}

/** Returns visits, and those that roll-ups say, by website. */
async function counts(websites: number[]) {
  const { rows } = await database.pool.query<{ website: number; visits: number; counted: number }>(
    `SELECT website_id AS website, count(*)::int AS visits,
       (SELECT sum(visits)::int FROM traffic_daily t WHERE t.website_id = v.website_id) AS counted
     FROM visits v WHERE website_id = ANY ($1) GROUP BY website_id ORDER BY website_id`,
    [websites],
  );
  return rows;
}

interface Place {
  shard: string;
  host: string;
  port: number;
}

const placeOf = (website: number) =>
  one<Place>(
    `SELECT shardid AS shard, nodename AS host, nodeport AS port
     FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
     WHERE shardid = get_shard_id_for_distribution_column('visits', $1::integer)`,
    website,
  );

/** Moves the shard of a website to another node. */
async function move(website: number): Promise<void> {
  const { shard, host, port } = await placeOf(website);
  const to = await one<Place>(
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node
     WHERE shouldhaveshards AND (nodename, nodeport) <> ($1, $2) LIMIT 1`,
    host,
    port,
  );
  await database.pool.query('SELECT citus_move_shard_placement($1, $2, $3, $4, $5)', [
    ...[shard, host, port],
    ...[to.host, to.port],
  ]);
}

describeOnFlavour('citus', 'visits that are written on the nodes of their websites', () => {
  beforeAll(async () => {
    database = await createTestDatabase('citus');
  });
  afterAll(() => database.drop());

  it('are in the shards that the coordinator says, and in reports of all', async () => {
    const outcome = await new TestVisitWriter(database.pool).write(aBatch(WEBSITES));
    expect(outcome).toEqual({ kind: 'stored', visits: WEBSITES.length });
    const ids = WEBSITES.map((website) => ({ website, visits: 1, counted: 1 }));
    expect(await counts(WEBSITES)).toEqual(ids);
    const nodes = await Promise.all(WEBSITES.map(placeOf));
    expect(new Set(nodes.map(({ port }) => port)).size).toBeGreaterThan(1);
  });

  it('cost the coordinator no statement about visits', async () => {
    const asked: string[] = [];
    const pool = new pg.Pool({ connectionString: database.url });
    const writer = new TestVisitWriter(pool);
    await writer.write(aBatch([11, 12, 13]));
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    pool.query = ((...args: unknown[]) => (
      asked.push(JSON.stringify(args[0])),
      query(...args)
    )) as never;
    pool.connect = (() => Promise.reject(new Error('asked for a connection'))) as never;
    expect(await writer.write(aBatch([11, 12, 13]))).toMatchObject({ kind: 'stored' });
    expect(asked).toEqual([]);
    await pool.end();
  });

  it('find a shard that has moved, and pages that were registered there before', async () => {
    const shards = new Shards(database.pool);
    const pages = () => new PageDictionary(database.pool, { shards });
    const writer = new TestVisitWriter(database.pool);
    const known = await pages().resolve([{ websiteId: 21, path: '/a', time: NOON }]);
    await writer.write(aBatch([21]));
    await move(21);
    expect(await writer.write(aBatch([21]))).toEqual({ kind: 'stored', visits: 1 });
    const some = ['/a', '/b'].map((path) => ({ websiteId: 21, path, time: NOON }));
    expect(await pages().resolve(some)).toEqual([known[0], (known[0] ?? 0) + 1]);
    expect(await counts([21])).toEqual([{ website: 21, visits: 2, counted: 2 }]);
  });

  it('are read where their shard is now, and not from what it left behind', async () => {
    const pool = new pg.Pool({ connectionString: database.url });
    const node = new WebsiteNode(pool);
    const text = 'SELECT visits::integer FROM traffic_daily WHERE website_id = $1';
    const read = () => node.ask<{ visits: number }>('visits', text, [61]);
    const writer = new TestVisitWriter(database.pool);
    await writer.write(aBatch([61]));
    expect(await read()).toEqual([{ visits: 1 }]);
    await move(61);
    await writer.write(aBatch([61]));
    expect(await read()).toEqual([{ visits: 2 }]);
    await shardsOf(pool).end();
    await pool.end();
  });

  it('find a website that got a shard of its own', async () => {
    const writer = new TestVisitWriter(database.pool);
    await writer.write(aBatch([51, 52]));
    const before = await placeOf(51);
    await database.pool.query(
      "SELECT isolate_tenant_to_new_shard('visits', 51, 'CASCADE', shard_transfer_mode => 'block_writes')",
    );
    expect((await placeOf(51)).shard).not.toBe(before.shard);
    expect(await writer.write(aBatch([51, 52]))).toEqual({ kind: 'stored', visits: 2 });
    expect(await counts([51, 52])).toEqual([
      { website: 51, visits: 2, counted: 2 },
      { website: 52, visits: 2, counted: 2 },
    ]);
  });

  it('are all there, each once, while their shards move', async () => {
    const websites = [31, 32, 33, 34];
    const writer = new TestVisitWriter(database.pool);
    let isOver = false;
    const sent = new Map<number, number>(websites.map((website) => [website, 0]));
    const send = async () => {
      while (!isOver) {
        const batch = aBatch(websites, randomUUID(), ['/', '/a']);
        // Every batch comes twice.
        await Promise.all([writer.write(batch), writer.write(batch)]);
        for (const website of websites) sent.set(website, (sent.get(website) ?? 0) + 2);
        await sleep(5);
      }
    };
    const senders = [send(), send()];
    for (const website of [31, 32, 33, 31]) await move(website);
    isOver = true;
    await Promise.all(senders);
    expect(await counts(websites)).toEqual(
      websites.map((website) => ({
        website,
        visits: sent.get(website),
        counted: sent.get(website),
      })),
    );
  });

  describe('in part, because the database refuses those of a website', () => {
    const batch = aBatch([41, 42, 43, 44]);
    const refused = (website: number) =>
      `ALTER TABLE visits ADD CONSTRAINT refused CHECK (website_id <> ${website})`;
    const shared = async () => {
      const shard = (await placeOf(41)).shard;
      const places = await Promise.all([42, 43, 44].map(placeOf));
      return 1 + places.filter((place) => place.shard === shard).length;
    };

    it('are written once, whole or in halves', async () => {
      const writer = new TestVisitWriter(database.pool);
      await database.pool.query(refused(41));
      await expect(writer.write(batch)).rejects.toMatchObject({ code: '23514' });
      // The other shards have their visits.
      const before = (await counts([41, 42, 43, 44])).length;
      expect(before).toBe(4 - (await shared()));
      expect(await writer.split(batch)).toBe(true);
      expect(await writer.write(batch)).toEqual({ kind: 'split' });
      await database.pool.query('ALTER TABLE visits DROP CONSTRAINT refused');
      const halves = [
        { ...aBatch([41, 42]), halfOf: [batch.id] },
        { ...aBatch([43, 44]), halfOf: [batch.id] },
      ];
      for (const half of [...halves, ...halves]) await writer.write(half);
      expect(await counts([41, 42, 43, 44])).toEqual(
        [41, 42, 43, 44].map((website) => ({ website, visits: 1, counted: 1 })),
      );
    });

    it('are not among the dead, too', async () => {
      const entry: DeadEntry = {
        ...{ id: randomUUID(), ledgerId: randomUUID(), halfOf: [batch.id], batchId: batch.id },
        ...{ position: 0, accountId: 1, websiteId: 42, countedFor: 42, receivedAt: NOON },
        ...{ fault: { sqlstate: '23514', reason: 'refused' }, payload: '{}' },
      };
      const whole = aBatch([42]);
      await new TestVisitWriter(database.pool).write(whole);
      const dead = new DeadEntries(database.pool);
      expect(await dead.buryEntry({ ...entry, halfOf: [whole.id] })).toBe(false);
      expect(await dead.buryEntry({ ...entry, halfOf: [] })).toBe(true);
      expect(await dead.buryEntry({ ...entry, halfOf: [] })).toBe(false);
      expect(await dead.count()).toEqual({ entry: 1, job: 0 });
    });
  });

  it('are noted once when a batch has none', async () => {
    const writer = new TestVisitWriter(database.pool);
    const batch = aBatch([]);
    expect(await writer.write(batch)).toEqual({ kind: 'stored', visits: 0 });
    expect(await writer.write(batch)).toEqual({ kind: 'duplicate' });
  });
});

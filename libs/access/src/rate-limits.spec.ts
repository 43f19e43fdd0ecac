import { once } from 'node:events';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { chooseBackend, type RedisClient } from '@app/queue';
import { createTestDatabase, createTestRedis, describeOnRedis } from '@app/testing';
import pg from 'pg';
import type { KeyHolder } from './key-ring.js';
import { postgresRateLimits, type RateLimitStore, redisRateLimits } from './rate-limit-stores.js';
import { RateLimits } from './rate-limits.js';

/** Stores for several processes: each call opens one more connection to the same counts. */
interface Stores {
  connect(): RateLimitStore;
  /** Returns a store that cannot be reached. */
  away(): RateLimitStore;
  drop(): Promise<void>;
}

const apiKey = (limit: number, accountId = 1) =>
  ({ kind: 'api', accountId, apiRequestsPerMinute: limit }) as KeyHolder;
const botKey = (limit: number, keyId = 1, total = 2 * limit, accountId = keyId) =>
  ({
    kind: 'bot',
    keyId,
    accountId,
    ingestRequestsPerMinute: limit,
    totalIngestRequestsPerMinute: total,
  }) as KeyHolder;

function keepsLimits(createStores: () => Promise<Stores>): void {
  let stores: Stores;
  beforeEach(async () => {
    stores = await createStores();
  });
  afterEach(() => stores.drop());

  const takeAll = async (processes: RateLimits[], requests: number, holder: KeyHolder) => {
    const states = await Promise.all(
      Array.from({ length: requests }, (_, i) =>
        (processes[i % processes.length] as RateLimits).take(holder),
      ),
    );
    return states.filter((state) => state.allowed).length;
  };
  const processes = (count: number) =>
    Array.from({ length: count }, () => new RateLimits(stores.connect()));

  it('counts down, and then refuses until the end of the window', async () => {
    const limits = new RateLimits(stores.connect());
    const before = Date.now();
    const states = [];
    for (let i = 0; i < 4; i++) states.push(await limits.take(apiKey(3)));
    expect(states.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    for (const { limit, resetAt } of states) {
      expect(limit).toBe(3);
      expect(resetAt).toBeGreaterThan(before + 55_000);
      expect(resetAt).toBeLessThanOrEqual(Date.now() + 60_000);
    }
  });

  it('accepts exactly 300 of 400 in four processes', async () => {
    expect(await takeAll(processes(4), 400, apiKey(300))).toBe(300);
  });

  it('keeps accounts and keys apart', async () => {
    const limits = new RateLimits(stores.connect());
    for (const holder of [apiKey(1, 1), apiKey(1, 2), botKey(1, 1), botKey(1, 2)]) {
      expect((await limits.take(holder)).allowed).toBe(true);
      expect((await limits.take(holder)).allowed).toBe(false);
    }
  });

  it.each([
    ['one by one', 60, 120],
    ['in blocks', 600, 1_200],
  ])(
    'accepts no more from ten keys of an account than it may send, %s',
    async (_, limit, total) => {
      const [limits] = processes(1) as [RateLimits];
      let accepted = 0;
      for (let keyId = 1; keyId <= 10; keyId++)
        accepted += await takeAll([limits], limit / 5, botKey(limit, keyId, total, 1));
      expect(accepted).toBe(total);
      const refused = await limits.take(botKey(limit, 11, total, 1));
      expect(refused).toMatchObject({
        name: 'account',
        allowed: false,
        limit: total,
        remaining: 0,
      });
      expect(await limits.take(botKey(limit, 12, total, 2))).toMatchObject({ allowed: true });
    },
  );

  it('tells about the limit that leaves less', async () => {
    const limits = new RateLimits(stores.connect());
    const take = (keyId: number) => limits.take(botKey(5, keyId, 7, 1));
    expect(await take(1)).toMatchObject({ name: 'bot', limit: 5, remaining: 4 });
    for (let i = 0; i < 3; i++) await take(1);
    expect(await take(2)).toMatchObject({ name: 'account', limit: 7, remaining: 2 });
  });

  it('does not count for the account what the limit of a key refuses', async () => {
    const limits = new RateLimits(stores.connect());
    expect(await takeAll([limits], 20, botKey(3, 1, 6, 1))).toBe(3);
    expect(await takeAll([limits], 20, botKey(3, 2, 6, 1))).toBe(3);
  });

  it('accepts exactly 650 in three processes that lease blocks of 6 until all are refused', async () => {
    expect(await takeAll(processes(3), 3 * 660, botKey(650))).toBe(650);
  });

  it('counts 6,000 views of the pixel of a website in two processes, and others apart', async () => {
    const two = processes(2);
    let counted = 0;
    for (let view = 0; view < 6_130; view++)
      if (await (two[view % 2] as RateLimits).takePixelView(1)) counted++;
    expect(counted).toBe(6_000);
    expect(await two[0]?.takePixelView(2)).toBe(true);
  });

  it('counts readers of shared links by account, and each address within that', async () => {
    const two = processes(2) as [RateLimits, RateLimits];
    const ask = async (address: string, requests: number, limit = 10, at = 0) => {
      const holder = { accountId: 1, apiRequestsPerMinute: limit };
      let counted = 0;
      for (let i = 0; i < requests; i++)
        if ((await (two[at] as RateLimits).takeShare(holder, address)).allowed) counted++;
      return counted;
    };
    expect(await ask('192.0.2.1', 101)).toBe(100);
    expect(await ask('192.0.2.2', 101)).toBe(100);
    // Addresses are counted by each process, their sum by all.
    expect(await ask('192.0.2.1', 101, 10, 1)).toBe(100);
    expect(await ask('192.0.2.3', 1)).toBe(0);
    const neighbour = { accountId: 2, apiRequestsPerMinute: 3_000 };
    expect(await two[0].takeShare(neighbour, '192.0.2.1')).toMatchObject({
      ...{ name: 'reader', allowed: true, limit: 1_000, remaining: 999 },
    });
  });

  it('gives the rest of a window to a call that asked for more', async () => {
    const [first, second] = processes(2);
    // 650 requests are 108 blocks of 6, and 2 more.
    for (let i = 0; i < 648; i++) await first?.take(botKey(650));
    const states = [];
    for (let i = 0; i < 3; i++) states.push(await second?.take(botKey(650)));
    expect(states.map((state) => [state?.allowed, state?.remaining])).toEqual([
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
  });

  it('counts within the process while the store is away', async () => {
    const limits = new RateLimits(stores.away());
    expect(await takeAll([limits], 8, apiKey(5))).toBe(5);
    expect(await takeAll([limits], 700, botKey(600))).toBe(600);
  });
}

async function postgresStores(): Promise<Stores> {
  const database = await createTestDatabase();
  const nowhere = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  return {
    connect: () => postgresRateLimits(database.pool),
    away: () => postgresRateLimits(nowhere),
    drop: async () => {
      await nowhere.end();
      await database.drop();
    },
  };
}

async function redisStores(): Promise<Stores> {
  const redis = await createTestRedis();
  const connect = (url: string) => {
    const backend = chooseBackend(loadConfig({ REDIS_URL: url }));
    const client = backend.connectForLimits(createLogger('test', 'silent'));
    if (!client) throw new Error('Redis gives a connection for limits');
    return client;
  };
  const ready = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = connect(redis.url);
      await once(client, 'ready');
      return client;
    }),
  );
  const nowhere = connect('redis://127.0.0.1:1');
  let next = 0;
  return {
    connect: () => redisRateLimits(ready[next++ % ready.length] as (typeof ready)[number]),
    away: () => redisRateLimits(nowhere),
    drop: async () => {
      nowhere.disconnect();
      await Promise.all(ready.map(end));
      await redis.drop();
    },
  };
}

async function end(client: RedisClient): Promise<void> {
  const ended = once(client, 'end');
  client.disconnect();
  await ended;
}

describe('rate limits in PostgreSQL', () => keepsLimits(postgresStores));
describeOnRedis('rate limits in Redis', () => keepsLimits(redisStores));

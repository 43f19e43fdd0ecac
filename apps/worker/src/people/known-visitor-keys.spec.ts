import { createSecretKey } from 'node:crypto';
import { createLogger } from '@app/observability';
import { type EvidenceCount, type HeldKey, VisitorKeys } from '@app/storage';
import { createTestDatabase, FakeClock, type TestDatabase } from '@app/testing';
import { KnownVisitorKeys } from './known-visitor-keys.js';

const DAY_MS = 86_400_000;
const ACCOUNT = 5;
const WEBSITE = 7;
const START = '2026-11-20T12:00:00Z';
const TODAY = Math.floor(Date.parse(START) / DAY_MS);

/** Keys as the database has them, without a database. */
class FakeKeys {
  readonly asked: string[] = [];
  /** The days on which days got their keys; those that have none give none. */
  madeOn = (_day: number): number | undefined => TODAY;
  evidence: EvidenceCount[] = [];
  /** By account and day. */
  readonly kept = new Set<string>();
  isAway = false;

  take(accountId: number, days: readonly number[]) {
    this.asked.push(`take ${days.join()}`);
    const found = days.flatMap((day) => {
      const madeOn = this.madeOn(day);
      if (madeOn === undefined) return [];
      this.kept.add(`${accountId} ${day}`);
      return [[day, { secret: createSecretKey(Buffer.alloc(32, day % 250)), madeOn }] as const];
    });
    return Promise.resolve(new Map(found));
  }

  countEvidence() {
    this.asked.push('count');
    return Promise.resolve(this.evidence);
  }

  hasAll(held: readonly HeldKey[]) {
    if (this.isAway) return Promise.reject(new Error('away'));
    this.asked.push(`has ${held.map(({ day }) => day).join()}`);
    return Promise.resolve(held.every((key) => this.kept.has(`${key.accountId} ${key.day}`)));
  }

  putBack(held: readonly HeldKey[]) {
    this.asked.push(`put ${held.map(({ day }) => day).join()}`);
    for (const { accountId, day } of held) this.kept.add(`${accountId} ${day}`);
    return Promise.resolve(held.length);
  }

  /** Returns what was asked since the last time. */
  takeAsked(): string[] {
    return this.asked.splice(0);
  }
}

let clock: FakeClock;
let keys: FakeKeys;
let known: KnownVisitorKeys;
let most: { ofAccount: number; ofDay: number };
beforeEach(() => {
  most = { ofAccount: 100, ofDay: 60 };
  clock = FakeClock.at(START);
  keys = new FakeKeys();
  known = new KnownVisitorKeys({
    keys,
    logger: createLogger('test', 'silent'),
    now: () => clock.now(),
    most,
  });
});

/** Returns those of some days that have pseudonyms for a website. */
async function daysOf(days: number[], { requests = 1, websiteId = WEBSITE } = {}) {
  const find = await known.of(ACCOUNT, days, requests);
  return days.filter((day) => find(websiteId, day));
}

describe('keys that are known', () => {
  it('are looked up once, and give the same pseudonyms then', async () => {
    const [first, again] = [
      await known.of(ACCOUNT, [TODAY, TODAY - 1], 1),
      await known.of(ACCOUNT, [TODAY, TODAY - 1], 1),
    ].map((find) => find(WEBSITE, TODAY));
    expect(keys.takeAsked()).toEqual(['count', `take ${TODAY},${TODAY - 1}`]);
    expect(first).toMatchObject({ madeOn: TODAY });
    expect(again?.pseudonyms.ofAddresses([9], [WEBSITE])).toEqual(
      first?.pseudonyms.ofAddresses([9], [WEBSITE]),
    );
    await daysOf([TODAY, TODAY - 2]);
    expect(keys.takeAsked()).toEqual([`take ${TODAY - 2}`]);
  });

  it('are those of the account and of the days that were asked for', async () => {
    const find = await known.of(ACCOUNT, [TODAY], 1);
    expect(find(WEBSITE, TODAY - 1)).toBeUndefined();
    await known.of(ACCOUNT + 1, [TODAY], 1);
    expect(keys.takeAsked()).toEqual(['count', `take ${TODAY}`, 'count', `take ${TODAY}`]);
  });

  it('are kept when it is looked up how much evidence there is', async () => {
    await daysOf([TODAY]);
    keys.takeAsked();
    clock.advance(31_000);
    expect(await daysOf([TODAY])).toEqual([TODAY]);
    expect(keys.takeAsked()).toEqual(['count']);
  });

  it('are forgotten when their day is closed, two days after the begin of the day they were made', async () => {
    await daysOf([TODAY]);
    clock.set('2026-11-21T23:59:59Z');
    expect(await daysOf([TODAY])).toEqual([TODAY]);
    keys.takeAsked();
    // As the database would do it.
    keys.madeOn = () => undefined;
    clock.set('2026-11-22T00:00:00Z');
    await known.check();
    expect(keys.takeAsked()).toEqual([]);
    expect(await daysOf([TODAY])).toEqual([]);
    expect(keys.takeAsked()).toEqual([`take ${TODAY}`]);
  });

  it('give nothing any more once their day is closed, though nobody has forgotten them yet', async () => {
    clock.set('2026-11-21T23:59:59.999Z');
    expect(await daysOf([TODAY])).toEqual([TODAY]);
    keys.takeAsked();
    clock.advance(1);
    expect(await daysOf([TODAY])).toEqual([]);
    expect(keys.takeAsked()).toEqual([]);
  });
});

describe('a day without a key', () => {
  it('is looked up again after thirty seconds, and not before', async () => {
    keys.madeOn = (day) => (day === TODAY ? undefined : TODAY);
    expect(await daysOf([TODAY, TODAY - 1])).toEqual([TODAY - 1]);
    keys.takeAsked();
    clock.advance(29_999);
    await known.check();
    expect(await daysOf([TODAY])).toEqual([]);
    expect(keys.takeAsked()).toEqual([`has ${TODAY - 1}`]);
    keys.madeOn = () => TODAY;
    clock.advance(1);
    expect(await daysOf([TODAY, TODAY - 1])).toEqual([TODAY, TODAY - 1]);
    expect(keys.takeAsked()).toEqual(['count', `take ${TODAY}`]);
  });

  it('lets its account be forgotten', async () => {
    keys.madeOn = () => undefined;
    keys.evidence = [{ websiteId: WEBSITE, day: TODAY, count: 100 }];
    await daysOf([TODAY]);
    expect(known.fullAccounts).toBe(1);
    clock.advance(30_001);
    await known.check();
    expect(known.fullAccounts).toBe(0);
  });
});

describe('an account with as much evidence as it may have', () => {
  const fill = (...counts: number[]) =>
    (keys.evidence = counts.map((count, at) => ({ websiteId: 100 + at, day: TODAY, count })));

  it('gets no more of it, until there is room again', async () => {
    fill(50, 49);
    expect(await daysOf([TODAY])).toEqual([TODAY]);
    expect(known.fullAccounts).toBe(0);
    fill(50, 50);
    expect(await daysOf([TODAY])).toEqual([TODAY]);
    clock.advance(30_000);
    expect(await daysOf([TODAY])).toEqual([]);
    expect(known.fullAccounts).toBe(1);
    fill(50);
    expect(await daysOf([TODAY])).toEqual([]);
    clock.advance(30_000);
    expect(await daysOf([TODAY])).toEqual([TODAY]);
    expect(known.fullAccounts).toBe(0);
  });

  it('is noticed after fifty thousand requests, however little time has passed', async () => {
    await daysOf([TODAY], { requests: 49_999 });
    fill(100);
    keys.takeAsked();
    expect(await daysOf([TODAY], { requests: 1 })).toEqual([TODAY]);
    expect(keys.takeAsked()).toEqual([]);
    expect(await daysOf([TODAY])).toEqual([]);
    expect(keys.takeAsked()).toEqual(['count']);
  });

  it('makes no key', async () => {
    fill(100);
    await daysOf([TODAY]);
    expect(keys.takeAsked()).toEqual(['count']);
  });
});

describe('a website and day with as much evidence as it may have', () => {
  it('gets no more of it, and other days and websites do', async () => {
    keys.evidence = [
      { websiteId: WEBSITE, day: TODAY, count: 60 },
      { websiteId: WEBSITE, day: TODAY - 1, count: 59 },
    ];
    most.ofAccount = 1_000;
    expect(await daysOf([TODAY, TODAY - 1])).toEqual([TODAY - 1]);
    expect(await daysOf([TODAY], { websiteId: WEBSITE + 1 })).toEqual([TODAY]);
    expect(known.fullAccounts).toBe(0);
  });
});

describe('a check', () => {
  it('does nothing while nobody holds a key', async () => {
    await known.check();
    expect(keys.takeAsked()).toEqual([]);
  });

  it('puts all keys back that are held when the database has lost some', async () => {
    await daysOf([TODAY, TODAY - 1]);
    await known.check();
    keys.takeAsked();
    keys.kept.delete(`${ACCOUNT} ${TODAY}`);
    await known.check();
    const all = `${TODAY},${TODAY - 1}`;
    expect(keys.takeAsked()).toEqual([`has ${all}`, `put ${all}`]);
    await known.check();
    expect(keys.takeAsked()).toEqual([`has ${all}`]);
  });

  it('puts no key back whose day is closed', async () => {
    keys.madeOn = (day) => (day === TODAY ? TODAY : TODAY - 1);
    await daysOf([TODAY, TODAY - 1]);
    keys.kept.clear();
    clock.advance(DAY_MS);
    keys.takeAsked();
    await known.check();
    expect(keys.takeAsked()).toEqual([`has ${TODAY}`, `put ${TODAY}`]);
  });

  it('asks again when the database was away', async () => {
    await daysOf([TODAY]);
    keys.kept.clear();
    keys.isAway = true;
    await known.check();
    expect(keys.kept.size).toBe(0);
    keys.isAway = false;
    await known.check();
    expect([...keys.kept]).toEqual([`${ACCOUNT} ${TODAY}`]);
  });
});

describe('a database that has crashed', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('gets its keys back from all processes, though each holds others', async () => {
    await database.pool.query(
      "INSERT INTO accounts (public_id, name, plan) VALUES ('acc_1', 'x', 'free')",
    );
    const logger = createLogger('test', 'silent');
    const aProcess = () => new KnownVisitorKeys({ keys: new VisitorKeys(database.pool), logger });
    const [one, other] = [aProcess(), aProcess()];
    const pseudonymBy = async (process: KnownVisitorKeys, day: number) =>
      (await process.of(1, [day], 1))(WEBSITE, day)?.pseudonyms.ofAddresses([9], [WEBSITE])[0];
    await pseudonymBy(one, TODAY);
    const before = [await pseudonymBy(other, TODAY - 1), await pseudonymBy(other, TODAY)];
    await database.pool.query('TRUNCATE visitor_keys');
    await one.check();
    await other.check();
    const after = aProcess();
    expect(before).not.toContain(undefined);
    expect([await pseudonymBy(after, TODAY - 1), await pseudonymBy(after, TODAY)]).toEqual(before);
  });
});

import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import { addressTexts, type IpStorage, LOG_JOB_VERSION, type LogEntry } from '@app/contracts';
import { unpackPayload } from '@app/queue';
import { Accounts, upsertBots } from '@app/storage';
import {
  aLogEntry,
  changeVisits,
  createTestDatabase,
  REFUSE_POISON,
  type TestDatabase,
} from '@app/testing';
import pg from 'pg';
import { encodeEntries, jobOf } from '../../../../libs/queue/test/entries.js';
import { aPipeline } from '../../test/a-pipeline.js';
import { joinSettlements } from './settle-batch.js';
import type { Suspect } from './settle-batch.js';
import type { Trial } from './suspicion.js';

/**
 * The constraints and the trigger with which the database of this file refuses entries. No release
 * has them.
 */
const POISON = [
  ...REFUSE_POISON,
  `CREATE FUNCTION fail_by_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF path_of(NEW.website_id, NEW.page_id) LIKE '/code/%' THEN
    RAISE EXCEPTION 'made to fail' USING ERRCODE = split_part(path_of(NEW.website_id, NEW.page_id), '/', 3);
  END IF;
  RETURN NEW;
END $$`,
  'CREATE TRIGGER fail_by_path BEFORE INSERT ON visits FOR EACH ROW EXECUTE FUNCTION fail_by_path()',
];
const CURE = [
  'ALTER TABLE visits DROP CONSTRAINT IF EXISTS no_poison',
  'DROP TRIGGER IF EXISTS fail_by_path ON visits',
  'DROP FUNCTION IF EXISTS fail_by_path, path_of',
];

let database: TestDatabase;
let pool: CrashingPool;
let cured = false;
let accountId: number;
let websiteId: number;

async function poison(): Promise<void> {
  await changeVisits(database.pool, POISON);
  cured = false;
}

/** From now on, until the test ends, the database accepts every entry. */
async function cure(): Promise<void> {
  await changeVisits(database.pool, CURE);
  cured = true;
}

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new CrashingPool(database.url);
  await upsertBots(database.pool, BOT_REGISTRY, REGISTRY_VERSION);
  await poison();
});
beforeEach(async () => {
  // To truncate a table makes every connection forget its plans.
  await database.pool.query('DELETE FROM visits; DELETE FROM dead_entries');
  if (cured) await poison();
  const accounts = new Accounts(database.pool);
  const account = { publicId: randomUUID(), name: 'x', plan: 'free' as const };
  accountId = (await accounts.createAccount(account)).id;
  const [publicId, trackingId] = [randomUUID(), randomUUID()];
  const website = { accountId, publicId, trackingId, domain: 'example.com' };
  websiteId = (await accounts.createWebsite(website))?.id ?? 0;
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** At which statement that contains a text, counted from 1, and whether after it is carried out. */
interface Crash {
  statement: string;
  time: number;
  after?: boolean;
}

interface Try {
  suspect?: Suspect;
  lastTry?: boolean;
  ipStorage?: IpStorage;
  /** Ends the connection at this statement of the delivery. */
  crashAt?: Crash;
}

async function deliver(batch: Batch, options: Try = {}) {
  return deliverJob(batch.id, dataOf(batch), options);
}

async function deliverJob(jobId: string, data: unknown, options: Try) {
  const { lastTry = false, suspect, ipStorage = 'truncated', crashAt } = options;
  pool.crashAt(crashAt);
  const process = aPipeline(pool, { ipStorage });
  const outcome = await process({ jobId, data, lastTry, suspect });
  return outcome.kind === 'settled'
    ? { kind: outcome.kind, ...joinSettlements(outcome.batches) }
    : outcome;
}

/** A pool whose connection to the server, or to a node of it, is lost when it is told to be. */
class CrashingPool extends pg.Pool {
  constructor(
    connectionString: string,
    private readonly crashes: { next?: Crash | undefined; seen: number } = { seen: 0 },
  ) {
    // Pools to nodes get the same options.
    const Client = crashingClient(crashes);
    super({ connectionString, max: 6, options: '-c timezone=UTC', Client });
    this.on('error', () => undefined);
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  crashAt(crash: Crash | undefined): void {
    this.crashes.next = crash;
    this.crashes.seen = 0;
  }
}

/** Returns clients that lose their connection at a statement, before or after it is carried out. */
function crashingClient(crashes: { next?: Crash | undefined; seen: number }): typeof pg.Client {
  return class extends pg.Client {
    constructor(...given: ConstructorParameters<typeof pg.Client>) {
      super(...given);
      const query = this.query.bind(this) as (...args: unknown[]) => unknown;
      this.query = ((...args: unknown[]) => {
        const [first] = args;
        const text = typeof first === 'string' ? first : (first as { text?: string }).text;
        const { next: crash } = crashes;
        const isMeant = crash !== undefined && text?.includes(crash.statement) === true;
        if (!isMeant || ++crashes.seen !== crash.time) return query(...args);
        if (!crash.after) this.lose();
        return crash.after ? this.loseAfter(query, args) : query(...args);
      }) as typeof this.query;
    }

    private lose(): void {
      (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    }

    private loseAfter(query: (...args: unknown[]) => unknown, args: unknown[]): unknown {
      const lost = new Error('Connection terminated unexpectedly');
      const callback = args.at(-1);
      // A pool waits with a callback.
      if (typeof callback === 'function') {
        const answer = () => (this.lose(), (callback as (error: Error) => void)(lost));
        return query(...args.slice(0, -1), answer);
      }
      const fail = () => (this.lose(), Promise.reject(lost));
      return (query(...args) as Promise<unknown>).then(fail, fail);
    }
  };
}

const paths = (count: number, poison: Record<number, string> = {}) =>
  Array.from({ length: count }, (_, i) => aLogEntry({ path: poison[i] ?? `/${i}` }));
type Batch = ReturnType<typeof batchOf>;
const batchOf = (entries: LogEntry[]) => ({
  id: randomUUID(),
  accountId,
  websiteId,
  receivedAt: Date.UTC(2026, 10, 20, 12, 0, 5),
  count: entries.length,
  payload: encodeEntries(entries),
});
/** Returns the job of a batch. */
const dataOf = ({ payload, ...head }: Batch) => jobOf(head, payload);
const settled = (fields: object) =>
  expect.objectContaining({
    kind: 'settled',
    stored: 0,
    duplicate: 0,
    dead: 0,
    left: 0,
    ...fields,
  }) as object;
const rows = async (sql: string, ...values: unknown[]) =>
  (await database.pool.query(sql, values)).rows as Record<string, unknown>[];
const storedPaths = async () =>
  (await rows('SELECT path FROM visit_entries WHERE website_id = $1', websiteId))
    .map(({ path }) => path)
    .sort();
const dead = () => rows('SELECT * FROM dead_entries ORDER BY position');
const goodPaths = (entries: LogEntry[], ...bad: number[]) =>
  entries
    .filter((_, i) => !bad.includes(i))
    .map(({ path }) => path)
    .sort();

describe('a poison entry among 1000', () => {
  it.each([0, 500, 999])('at place %i is the only entry that is not stored', async (place) => {
    const entries = paths(1_000, { [place]: '/poison' });
    const batch = batchOf(entries);
    expect(await deliver(batch)).toEqual(settled({ stored: 999, dead: 1 }));
    expect(await storedPaths()).toEqual(goodPaths(entries, place));
    const [buried, ...others] = await dead();
    expect(others).toEqual([]);
    expect({ ...buried, payload: JSON.parse(String(buried?.payload)) as unknown }).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'entry',
      batch_id: batch.id,
      position: place,
      account_id: accountId,
      website_id: websiteId,
      received_at: new Date('2026-11-20T12:00:05Z'),
      failed_at: expect.any(Date),
      sqlstate: '23514',
      reason: expect.stringMatching(/^new row for relation "\w+" violates check constraint "/),
      payload: { ...entries[place], ip: '192.0.2.0' },
    });
    expect(
      await rows(
        'SELECT sum(visits)::int AS n FROM traffic_daily WHERE website_id = $1',
        websiteId,
      ),
    ).toEqual([{ n: 999 }]);
  });

  it('is settled once, however often it is delivered', async () => {
    const batch = batchOf(paths(1_000, { 300: '/poison' }));
    await deliver(batch);
    const before = await dead();
    expect(await deliver(batch)).toEqual(settled({ duplicate: 1_000 }));
    expect(await dead()).toEqual(before);
    expect(await storedPaths()).toHaveLength(999);
  });

  it('is settled once by many deliveries at the same time', async () => {
    const batch = batchOf(paths(100, { 30: '/poison' }));
    await Promise.all([deliver(batch), deliver(batch), deliver(batch)]);
    expect(await storedPaths()).toHaveLength(99);
    expect(await dead()).toHaveLength(1);
  });

  it('stays settled when the database would accept it at the second delivery', async () => {
    const batch = batchOf(paths(100, { 30: '/poison' }));
    await deliver(batch);
    await cure();
    expect(await deliver(batch)).toEqual(settled({ duplicate: 100 }));
    expect(await storedPaths()).toHaveLength(99);
  });
});

it('finds two poison entries', async () => {
  const entries = paths(1_000, { 10: '/poison/1', 990: '/poison/2' });
  expect(await deliver(batchOf(entries))).toEqual(settled({ stored: 998, dead: 2 }));
  expect(await storedPaths()).toEqual(goodPaths(entries, 10, 990));
  expect((await dead()).map(({ position }) => position)).toEqual([10, 990]);
});

it('buries every entry of a batch with nothing but poison', async () => {
  const entries = Array.from({ length: 100 }, (_, i) => aLogEntry({ path: `/poison/${i}` }));
  expect(await deliver(batchOf(entries))).toEqual(settled({ dead: 100 }));
  expect(await storedPaths()).toEqual([]);
  expect((await dead()).map(({ position }) => position)).toEqual(entries.map((_, i) => i));
});

it('finds an entry that does not fit into a column', async () => {
  const entries = [aLogEntry({ path: '/a' }), aLogEntry({ statusCode: 99_999 }), aLogEntry()];
  expect(await deliver(batchOf(entries))).toEqual(settled({ stored: 2, dead: 1 }));
  expect(await dead()).toMatchObject([{ position: 1, sqlstate: '22003' }]);
});

it('keeps an entry with a NUL, and no value in the reason', async () => {
  const batch = batchOf([aLogEntry({ path: '/a' }), aLogEntry({ userAgent: 'x\u0000y' })]);
  expect(await deliver(batch)).toEqual(settled({ stored: 1, dead: 1 }));
  const [row] = await dead();
  expect(row).toMatchObject({ position: 1, sqlstate: '22021' });
  expect(JSON.stringify(row)).not.toContain('192.0.2.17');
  expect(JSON.parse(String(row?.payload))).toMatchObject({ path: '/', statusCode: 200 });
});

it.each([
  ['full' as const, '192.0.2.17'],
  ['truncated' as const, '192.0.2.0'],
  ['none' as const, null],
])('stores addresses of the dead as IP_STORAGE=%s says', async (ipStorage, ip) => {
  await deliver(batchOf([aLogEntry({ path: '/poison' })]), { ipStorage });
  const [row] = await dead();
  expect(JSON.parse(String(row?.payload))).toMatchObject({ ip });
  expect(JSON.stringify(row).includes('192.0.2.17')).toBe(ipStorage === 'full');
});

describe('a crash', () => {
  const POISON_AT = { 5: '/poison/1', 70: '/poison/2' };
  const WRITE = 'COPY visits';
  const crashes = [
    ...Array.from({ length: 14 }, (_, i) => ({ statement: WRITE, time: i + 1 })),
    ...Array.from({ length: 6 }, (_, i) => ({ statement: ', 0, true', time: i + 1 })),
    { statement: "'entry'", time: 1 },
    { statement: "'entry'", time: 2 },
    // The first transaction that succeeds.
    { statement: 'COMMIT', time: 1, after: true },
    { statement: ', 0, true', time: 2, after: true },
    { statement: "'entry'", time: 1, after: true },
  ];

  it.each(crashes)('%j neither loses nor doubles', async (crashAt) => {
    const entries = paths(100, POISON_AT);
    const batch = batchOf(entries);
    const outcome = await deliver(batch, { crashAt });
    expect(outcome).toMatchObject({ failure: { message: 'Connection terminated unexpectedly' } });
    await deliver(batch);
    expect(await storedPaths()).toEqual(goodPaths(entries, 5, 70));
    expect((await dead()).map(({ position }) => position)).toEqual([5, 70]);
  });

  it('between the halves, after which the database accepts everything, does not double the first half', async () => {
    const batch = batchOf(paths(100, { 80: '/poison' }));
    const outcome = await deliver(batch, { crashAt: { statement: WRITE, time: 3 } });
    expect(outcome).toEqual(settled({ stored: 50, left: 50, failure: expect.any(Error) }));
    await cure();
    expect(await deliver(batch)).toEqual(settled({ stored: 50, duplicate: 50 }));
    expect(await storedPaths()).toHaveLength(100);
    expect(await dead()).toEqual([]);
  });
});

describe.each(['53200', '57014', 'XX000'])('an entry that fails with %s', (code) => {
  it('is tried again while the job has attempts left, and the others are stored at once', async () => {
    const entries = paths(64, { 20: `/code/${code}` });
    const batch = batchOf(entries);
    const failure = expect.objectContaining({ code }) as object;
    expect(await deliver(batch)).toEqual(settled({ stored: 63, left: 1, failure }));
    expect(await deliver(batch)).toEqual(settled({ duplicate: 63, left: 1, failure }));
    expect(await dead()).toEqual([]);
    expect(await deliver(batch, { lastTry: true })).toEqual(settled({ duplicate: 63, dead: 1 }));
    expect(await dead()).toMatchObject([{ position: 20, sqlstate: code, reason: 'made to fail' }]);
    expect(await storedPaths()).toEqual(goodPaths(entries, 20));
  });
});

it('costs few statements when every entry fails for a reason outside the entries', async () => {
  const entries = Array.from({ length: 64 }, () => aLogEntry({ path: '/code/57014' }));
  const batch = batchOf(entries);
  expect(await deliver(batch)).toMatchObject({ left: 64, stored: 0, dead: 0 });
  const splits = await rows(
    'SELECT count(*)::int AS n FROM log_batches WHERE account_id = $1 AND split',
    accountId,
  );
  expect(splits).toEqual([{ n: 6 }]);
});

it('stops at an error of the infrastructure and buries nothing, even at the last attempt', async () => {
  const batch = batchOf(paths(64, { 20: '/code/53100' }));
  const outcome = await deliver(batch, { lastTry: true });
  expect(outcome).toMatchObject({ stored: 0, dead: 0, left: 64, failure: { code: '53100' } });
  expect(await dead()).toEqual([]);
});

describe('a job with which workers died', () => {
  /** The trials that are noted go into `noted`. */
  const suspectOf = (deaths: number, noted: Trial[], last = noted.at(-1)): Suspect => ({
    suspicion: { deaths, last },
    noteTrial: (trial) => Promise.resolve(void noted.push(trial)),
  });

  it('is taken in parts of at most 32 after the third death, each with its note', async () => {
    const entries = paths(100);
    const noted: Trial[] = [];
    const outcome = await deliver(batchOf(entries), { suspect: suspectOf(3, noted) });
    expect(outcome).toEqual(settled({ stored: 100 }));
    expect(noted.shift()).toEqual({ part: 'decoding', partDeaths: 0, jobDeaths: 3 });
    expect(await storedPaths()).toEqual(goodPaths(entries));
    const parts = await rows(
      'SELECT id, entries FROM log_batches WHERE id = ANY ($1) AND NOT split',
      noted.map(({ part }) => part),
    );
    expect(parts.map(({ entries }) => entries)).toEqual([25, 25, 25, 25]);
    expect(noted).toEqual(noted.map(({ part }) => ({ part, partDeaths: 0, jobDeaths: 3 })));
  });

  it('is taken batch by batch when it has several', async () => {
    const batches = [batchOf(paths(40)), batchOf(paths(40))];
    const group = {
      v: LOG_JOB_VERSION,
      batches: batches.map(({ payload: _, ...head }) => head),
      payload: encodeEntries([...paths(40), ...paths(40)]),
    };
    const noted: Trial[] = [];
    const suspect = suspectOf(3, noted);
    const storedAtTrials: number[] = [];
    suspect.noteTrial = async (trial) => {
      noted.push(trial);
      storedAtTrials.push((await storedPaths()).length);
    };
    expect(await deliverJob(randomUUID(), group, { suspect })).toEqual(settled({ stored: 80 }));
    // The first trial is the decoding.
    expect(storedAtTrials).toEqual([0, 0, 20, 40, 60]);
  });

  it('is stored once, whichever way it was divided before', async () => {
    const entries = paths(100);
    const batch = batchOf(entries);
    const crashAt = { statement: 'COMMIT', time: 2, after: true };
    await deliver(batch, { suspect: suspectOf(3, []), crashAt });
    await deliver(batch, { suspect: suspectOf(4, []), crashAt: { ...crashAt, time: 40 } });
    expect(await deliver(batch)).toEqual(
      settled({ stored: expect.any(Number), duplicate: expect.any(Number) }),
    );
    expect(await storedPaths()).toEqual(goodPaths(entries));
    expect(await dead()).toEqual([]);
  });

  it('loses only the entry that two workers died of while they handled it alone', async () => {
    const entries = paths(40);
    const batch = batchOf(entries);
    const noted: Trial[] = [];
    const atEntry = { statement: 'COPY visits', time: 18 };
    await deliver(batch, { suspect: suspectOf(4, noted), crashAt: atEntry });
    // What is stored is not written again.
    await deliver(batch, { suspect: suspectOf(5, noted), crashAt: { ...atEntry, time: 1 } });
    const outcome = await deliver(batch, { suspect: suspectOf(6, noted) });
    expect(outcome).toEqual(settled({ stored: 22, dead: 1, duplicate: 17 }));
    expect(await storedPaths()).toEqual(goodPaths(entries, 17));
    const reason = 'The worker ended twice while it handled this entry';
    expect(await dead()).toMatchObject([{ kind: 'entry', position: 17, sqlstate: null, reason }]);
  });

  it('is not tried when the trial cannot be noted', async () => {
    const failure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const suspect = { ...suspectOf(3, []), noteTrial: () => Promise.reject(failure) };
    const outcome = await deliver(batchOf(paths(10)), { suspect });
    expect(outcome).toEqual({ kind: 'untouched', failure });
    expect(await storedPaths()).toEqual([]);
  });
});

describe('a job whose decoding ends workers', () => {
  it('is buried after the second death as it was queued, and is not decoded again', async () => {
    const batch = batchOf([aLogEntry()]);
    const last = { part: 'decoding', partDeaths: 1, jobDeaths: 4 };
    const suspect = { suspicion: { deaths: 5, last }, noteTrial: () => Promise.resolve() };
    // Whoever decodes this payload would find out that it is damaged.
    const damaged = { ...batch, payload: 'AAAA' };
    const reason = 'The worker ended twice while it decoded this job';
    expect(await deliver(damaged, { suspect })).toEqual({ kind: 'unreadable', reason });
    const [row] = await dead();
    expect(row).toMatchObject({ kind: 'job', batch_id: batch.id, account_id: accountId, reason });
    expect(JSON.parse(String(row?.payload))).toEqual(dataOf(damaged));
  });
});

describe('a batch that cannot be read', () => {
  it('is dead as a whole, and addresses are cut even inside the payload', async () => {
    const entries = [aLogEntry({ host: '203.0.113.9' }), aLogEntry({ ip: '2001:db8:1:2::5' })];
    const batch = { ...batchOf(entries), count: 3 };
    expect(await deliver(batch)).toMatchObject({ kind: 'unreadable' });
    expect(await deliver(batch)).toMatchObject({ kind: 'unreadable' });
    const [row, ...others] = await dead();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      kind: 'job',
      batch_id: batch.id,
      position: null,
      account_id: accountId,
      website_id: websiteId,
      received_at: new Date('2026-11-20T12:00:05Z'),
      sqlstate: null,
      reason: 'Column time of the batch does not have 3 values',
    });
    const kept = JSON.parse(String(row?.payload)) as ReturnType<typeof dataOf>;
    expect({ ...kept, payload: '' }).toEqual({ ...dataOf(batch), payload: '' });
    const { addresses, head } = unpackPayload(kept.payload);
    expect(addressTexts(addresses)).toEqual(['192.0.2.0', '2001:db8:1::']);
    expect(head.texts).toMatchObject({ host: ['203.0.113.9', 'example.com'], path: ['/'] });
  });

  it.each([
    ['nothing', null],
    ['text with a NUL and half a surrogate', 'x\u0000\ud800'],
    [
      'numbers that no column holds',
      { v: 1, accountId: 1e300, websiteId: 0.5, receivedAt: -1e300 },
    ],
    ['a payload that is none', { v: 1, payload: 'AAAA', ip: '192.0.2.17' }],
  ])('is kept when it is %s', async (_, data) => {
    const id = randomUUID();
    expect(await aPipeline(pool)({ jobId: id, data, lastTry: false })).toMatchObject({
      kind: 'unreadable',
    });
    const [row] = await dead();
    const whole = data !== null && typeof data === 'object' && 'ip' in data;
    expect(JSON.parse(String(row?.payload))).toEqual(whole ? { ...data, ip: '192.0.2.0' } : data);
  });

  it('is kept whole with IP_STORAGE=full', async () => {
    const batch = { ...batchOf([aLogEntry({ ip: '192.0.2.17' })]), count: 2 };
    await deliver(batch, { ipStorage: 'full' });
    const [row] = await dead();
    expect(JSON.parse(String(row?.payload))).toEqual(dataOf(batch));
  });
});

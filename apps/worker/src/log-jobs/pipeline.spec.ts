import { randomUUID } from 'node:crypto';
import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import {
  type BatchHead,
  LAST_UNRELEASED_JOB_VERSION,
  LOG_JOB_VERSION,
  type LogEntry,
} from '@app/contracts';
import { Accounts, PageDictionary, upsertBots } from '@app/storage';
import { aLogEntry, createTestDatabase, GPTBOT, type TestDatabase } from '@app/testing';
import { encodeEntries, jobOf } from '../../../../libs/queue/test/entries.js';
import { aPipeline } from '../../test/a-pipeline.js';
import type { PipelineDependencies } from './pipeline.js';
import { joinSettlements } from './settle-batch.js';

let database: TestDatabase;
let accountId: number;
let websites: { own: number; main: number };
let processJob: ReturnType<typeof createProcess>;
beforeAll(async () => {
  database = await createTestDatabase();
  await upsertBots(database.pool, BOT_REGISTRY, REGISTRY_VERSION);
  processJob = createProcess();
});
beforeEach(async () => {
  const accounts = new Accounts(database.pool);
  const names = { publicId: randomUUID(), name: 'x', plan: 'free' as const };
  accountId = (await accounts.createAccount(names)).id;
  const add = async (domain: string) =>
    (
      await accounts.createWebsite({
        accountId,
        publicId: randomUUID(),
        trackingId: randomUUID(),
        domain,
      })
    )?.id ?? 0;
  websites = { own: await add('own.test'), main: await add('example.com') };
});
afterAll(() => database.drop());

function createProcess(pageBound?: number, stepSeconds?: PipelineDependencies['stepSeconds']) {
  const pages = new PageDictionary(database.pool, { bound: pageBound });
  const process = aPipeline(database.pool, { pages, stepSeconds });
  /** Returns the outcome of a job, with all its batches together. */
  return async (data: unknown) => {
    const outcome = await process({ jobId: randomUUID(), data, lastTry: false });
    return outcome.kind === 'settled'
      ? { kind: outcome.kind, ...joinSettlements(outcome.batches) }
      : outcome;
  };
}

/** Returns a job of one batch. */
const batchOf = (entries: LogEntry[], head: Partial<BatchHead> = {}) =>
  jobOf(
    {
      id: randomUUID(),
      accountId,
      websiteId: websites.own,
      receivedAt: Date.now(),
      count: entries.length,
      ...head,
    },
    encodeEntries(entries),
  );
const settled = (fields: object) => ({
  kind: 'settled',
  stored: 0,
  withoutPage: 0,
  duplicate: 0,
  dead: 0,
  dropped: 0,
  skipped: 0,
  left: 0,
  ...fields,
});
const inTurn = async <T>(works: (() => Promise<T>)[]) => {
  const results: T[] = [];
  for (const work of works) results.push(await work());
  return results;
};
const rows = async (sql: string, ...values: unknown[]) =>
  (await database.pool.query(sql, values)).rows as Record<string, unknown>[];

it('writes classified visits to their websites, with pages and the stored form of addresses', async () => {
  const batch = batchOf([
    aLogEntry({ host: 'www.example.com', path: '/a', referer: 'https://a.example/' }),
    aLogEntry({ host: 'unknown.test', path: '/b', userAgent: GPTBOT, ip: '2001:db8:1:2::3' }),
  ]);
  expect(await processJob(batch)).toEqual(settled({ stored: 2 }));
  const visits = await rows(
    `SELECT v.website_id, b.name, p.path, host(v.ip) AS ip, v.browser, v.device, v.referer
     FROM visit_entries v JOIN bots b ON b.id = v.bot_id JOIN pages p ON p.website_id = v.website_id AND p.id = v.page_id
     WHERE v.website_id = ANY ($1) ORDER BY p.path`,
    Object.values(websites),
  );
  expect(visits).toEqual([
    {
      website_id: websites.main,
      name: 'Human',
      path: '/a',
      ip: '192.0.2.0',
      browser: 'Chrome',
      device: 'desktop',
      referer: 'https://a.example/',
    },
    {
      website_id: websites.own,
      name: 'GPTBot',
      path: '/b',
      ip: '2001:db8:1::',
      browser: null,
      device: null,
      referer: null,
    },
  ]);
});

it('skips static files of a website that counts pages only, and counts them once', async () => {
  await database.pool.query("UPDATE websites SET counts = 'pages' WHERE id = $1", [websites.main]);
  const file = { path: '/a.css', isStaticFile: true as const };
  const dayBefore = Date.UTC(2026, 10, 19, 23, 59);
  const batch = batchOf([
    aLogEntry({ path: '/' }),
    aLogEntry(file),
    aLogEntry({ ...file, time: dayBefore }),
    aLogEntry({ ...file, host: 'own.test' }),
  ]);
  const onlyFiles = batchOf([aLogEntry(file)]);
  const outcomes = [batch, onlyFiles, batch, onlyFiles].map((data) => () => processJob(data));
  expect(await inTurn(outcomes)).toEqual([
    settled({ stored: 2, skipped: 2 }),
    settled({ skipped: 1 }),
    settled({ duplicate: 4 }),
    settled({ duplicate: 1 }),
  ]);
  const skipped = await rows(
    `SELECT website_id, bucket, sum(requests)::integer AS requests FROM skipped_daily
     WHERE website_id = ANY ($1) GROUP BY 1, 2 ORDER BY 2`,
    Object.values(websites),
  );
  expect(skipped).toEqual([
    { website_id: websites.main, bucket: new Date('2026-11-19'), requests: 1 },
    { website_id: websites.main, bucket: new Date('2026-11-20'), requests: 2 },
  ]);
});

it('names the agent of a plain browser by its signature agent, once', async () => {
  const batch = batchOf([
    aLogEntry({ path: '/signed', signatureAgent: 'chatgpt.com' }),
    aLogEntry({ path: '/unknown', signatureAgent: 'evil.example' }),
    aLogEntry({ path: '/plain' }),
  ]);
  expect([await processJob(batch), await processJob(batch)]).toEqual([
    settled({ stored: 3 }),
    settled({ duplicate: 3 }),
  ]);
  const visits = await rows(
    `SELECT path, coalesce(name, 'Human') AS name, browser
     FROM visit_entries LEFT JOIN bots ON bots.id = bot_id WHERE website_id = ANY ($1) ORDER BY path`,
    Object.values(websites),
  );
  expect(visits).toEqual([
    { path: '/plain', name: 'Human', browser: 'Chrome' },
    { path: '/signed', name: 'ChatGPT agent', browser: null },
    { path: '/unknown', name: 'Unidentified bot', browser: null },
  ]);
});

it('stores the names that bots give themselves, up to the bound of the account', async () => {
  const names = Array.from({ length: 201 }, (_, i) => `Zorglub${i}Bot/1.0`);
  const agents = [...names, 'ZORGLUB0BOT/2.0 (+https://zorglub.dev)', '123'];
  const batch = batchOf(agents.map((userAgent) => aLogEntry({ path: '/names', userAgent })));
  expect(await processJob(batch)).toEqual(settled({ stored: agents.length }));
  const [counts] = await rows(
    `SELECT count(*) FILTER (WHERE v.bot_id = 1)::integer AS unidentified, count(d.id)::integer AS named,
       count(DISTINCT d.key)::integer AS names, max(d.provider) FILTER (WHERE d.key = 'zorglub0bot') AS provider
     FROM visit_entries v LEFT JOIN declared_bots d ON d.id = v.bot_id AND d.account_id = $1 WHERE path = '/names'`,
    accountId,
  );
  expect(counts).toEqual({ unidentified: 2, named: 201, names: 200, provider: 'zorglub.dev' });
});

it('times its steps, in their order', async () => {
  const steps: string[] = [];
  const process = createProcess(undefined, { observe: ({ step }) => steps.push(step) });
  await process(batchOf([aLogEntry(), aLogEntry()]));
  expect(steps).toEqual([
    'decode',
    'split',
    'websites',
    'classify',
    'requests',
    'evidence',
    'verify',
    'pages',
    'names',
    'write',
  ]);
});

it('writes a batch once, however often and however parallel it is delivered', async () => {
  const batch = batchOf([aLogEntry(), aLogEntry({ path: '/x' })]);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => processJob(batch)));
  expect(outcomes).toEqual(
    expect.arrayContaining([settled({ stored: 2 }), settled({ duplicate: 2 })]),
  );
  expect(outcomes.filter((outcome) => 'stored' in outcome && outcome.stored > 0)).toHaveLength(1);
  expect(await processJob(batch)).toEqual(settled({ duplicate: 2 }));
  expect(
    await rows(
      'SELECT sum(visits)::int AS n FROM traffic_daily WHERE website_id = $1',
      websites.main,
    ),
  ).toEqual([{ n: 2 }]);
});

it('never crosses accounts', async () => {
  const foreign = websites.main;
  const accounts = new Accounts(database.pool);
  const other = await accounts.createAccount({ publicId: randomUUID(), name: 'y', plan: 'free' });
  const batch = batchOf([aLogEntry({ host: 'example.com' })], { accountId: other.id });
  await processJob(batch);
  expect(await rows('SELECT FROM visit_entries WHERE website_id = $1', foreign)).toEqual([]);
  expect(await rows('SELECT FROM visit_entries WHERE website_id = $1', websites.own)).toHaveLength(
    1,
  );
});

it('counts visits beyond the bound on distinct paths in totals, but not in pages', async () => {
  const paths = ['/1', '/2', '/3', '/4', '/4', '/5'];
  const entries = paths.map((path) => aLogEntry({ path, userAgent: GPTBOT }));
  const outcome = await createProcess(3)(batchOf(entries));
  expect(outcome).toEqual(settled({ stored: 6, withoutPage: 3 }));
  const [sums] = await rows(
    `SELECT (SELECT sum(visits)::int FROM traffic_daily WHERE website_id = $1) AS total,
       (SELECT sum(visits)::int FROM pages_daily WHERE website_id = $1) AS pages,
       (SELECT count(DISTINCT page_id)::int FROM pages_daily WHERE website_id = $1) AS visited`,
    websites.main,
  );
  expect(sums).toEqual({ total: 6, pages: 3, visited: 3 });
});

it('keeps paths apart by website, and days by UTC', async () => {
  const day = Date.UTC(2026, 10, 20);
  await processJob(
    batchOf([
      aLogEntry({ time: day - 1 }),
      aLogEntry({ time: day }),
      aLogEntry({ time: day + 86_399_999, host: 'own.test' }),
    ]),
  );
  expect(
    await rows(
      `SELECT website_id, bucket, visits::int FROM traffic_daily
       WHERE website_id = ANY ($1) ORDER BY website_id, bucket`,
      Object.values(websites),
    ),
  ).toEqual([
    { website_id: websites.own, bucket: new Date(day), visits: 1 },
    { website_id: websites.main, bucket: new Date(day - 86_400_000), visits: 1 },
    { website_id: websites.main, bucket: new Date(day), visits: 1 },
  ]);
  expect(
    await rows(
      'SELECT website_id, path FROM pages WHERE website_id = ANY ($1)',
      Object.values(websites),
    ),
  ).toHaveLength(2);
});

it('leaves a job of a newer release alone', async () => {
  const batch = batchOf([aLogEntry()]);
  const version = LAST_UNRELEASED_JOB_VERSION + 1;
  expect(await processJob({ ...batch, v: version })).toEqual({ kind: 'unknown_version', version });
  expect(await rows('SELECT FROM log_batches WHERE id = $1', batch.batches[0].id)).toEqual([]);
});

describe('finds a job unreadable', () => {
  type Job = ReturnType<typeof batchOf>;
  const withHead = (fields: object) => (job: Job) => ({
    ...job,
    batches: [{ ...job.batches[0], ...fields }],
  });
  const ofVersion = /^the job does not have the fields of version 1$/;
  it.each([
    ['that is nothing', () => null, ofVersion],
    ['that is text', () => 'x', ofVersion],
    ['without fields', () => ({ v: 1 }), ofVersion],
    ['of no version', (job: Job) => ({ ...job, v: undefined }), ofVersion],
    ['of version 0', (job: Job) => ({ ...job, v: 0 }), /^the job has version 0, and/],
    ['without batches', (job: Job) => ({ ...job, batches: [] }), ofVersion],
    ['without a UUID', withHead({ id: 'x' }), ofVersion],
    ['without entries', withHead({ count: 0 }), ofVersion],
    ['with another count', withHead({ count: 2 }), /does not have 2 values$/],
    ['with another payload', (job: Job) => ({ ...job, payload: 'AAAA' }), /no known form$/],
  ])('%s', async (_, change, reason) => {
    const outcome = await processJob(change(batchOf([aLogEntry()])));
    expect(outcome).toEqual({ kind: 'unreadable', reason: expect.stringMatching(reason) });
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'of version %i of a build before the first release, and keeps it with its batch',
    async (v) => {
      const { batches, payload } = batchOf([aLogEntry({ ip: '192.0.2.0' })]);
      const [head] = batches;
      const data = v % 2 === 1 ? { v, ...head, payload } : { v, batches, payload };
      const jobId = randomUUID();
      const outcome = await aPipeline(database.pool)({ jobId, data, lastTry: false });
      const reason =
        v === 1
          ? 'the job does not have the fields of version 1'
          : `the job has version ${v}, and this release reads version 1`;
      expect(outcome).toEqual({ kind: 'unreadable', reason });
      const [row] = await rows('SELECT * FROM dead_entries WHERE batch_id = $1', jobId);
      expect(row).toMatchObject({ kind: 'job', account_id: accountId, reason });
      expect(JSON.parse(String(row?.['payload']))).toEqual(data);
    },
  );
});

describe('of a deleted website', () => {
  const deleteWebsite = (id: number, ago = '0 s') =>
    rows(
      `UPDATE websites SET created_at = now() - interval '1 day', deleted_at = now() - $2::interval
       WHERE id = $1`,
      id,
      ago,
    );
  const beforeNow = (entries: LogEntry[]) => batchOf(entries, { receivedAt: Date.now() - 60_000 });

  it('drops what was accepted before the deletion, and stores the rest', async () => {
    const batch = beforeNow([
      aLogEntry({ path: '/dropped' }),
      aLogEntry({ host: 'www.example.com', path: '/dropped' }),
      aLogEntry({ host: 'own.test', path: '/kept' }),
    ]);
    await deleteWebsite(websites.main);
    expect(await processJob(batch)).toEqual(settled({ stored: 1, dropped: 2 }));
    expect(await processJob(batch)).toEqual(settled({ duplicate: 3 }));
    expect(
      await rows(
        'SELECT path FROM visit_entries WHERE website_id = ANY ($1)',
        Object.values(websites),
      ),
    ).toEqual([{ path: '/kept' }]);
    expect(await rows("SELECT FROM pages WHERE path = '/dropped'")).toEqual([]);
  });

  it("stores later ones for the key's own website, because nobody has the domain any more", async () => {
    await deleteWebsite(websites.main, '1 h');
    const batch = beforeNow([aLogEntry()]);
    expect(await processJob(batch)).toEqual(settled({ stored: 1 }));
    expect(
      await rows('SELECT FROM visit_entries WHERE website_id = $1', websites.own),
    ).toHaveLength(1);
  });

  it("drops a whole batch for the key's own website once, and the ledger says so", async () => {
    await deleteWebsite(websites.own, '1 h');
    const batch = beforeNow([aLogEntry({ host: 'own.test' }), aLogEntry({ host: '' })]);
    expect(await processJob(batch)).toEqual(settled({ dropped: 2 }));
    expect(await processJob(batch)).toEqual(settled({ duplicate: 2 }));
    expect(
      await rows('SELECT entries FROM log_batches WHERE id = $1', batch.batches[0].id),
    ).toEqual([{ entries: 0 }]);
  });
});

describe('a group of batches', () => {
  /** Returns a job of batches, each with the given entries. */
  const groupOf = (
    ...batches: { entries: LogEntry[]; accountId?: number; websiteId?: number }[]
  ) => ({
    v: LOG_JOB_VERSION,
    batches: batches.map(({ entries, ...fields }) => ({
      id: randomUUID(),
      accountId,
      websiteId: websites.own,
      receivedAt: Date.now(),
      count: entries.length,
      ...fields,
    })),
    payload: encodeEntries(batches.flatMap(({ entries }) => entries)),
  });
  const paths = async (websiteId: number) =>
    (
      await rows('SELECT path FROM visit_entries WHERE website_id = $1 ORDER BY path', websiteId)
    ).map(({ path }) => path);

  it('is written batch by batch in the ledger, and its entries go to their own accounts', async () => {
    const accounts = new Accounts(database.pool);
    const names = { publicId: randomUUID(), name: 'y', plan: 'free' as const };
    const other = (await accounts.createAccount(names)).id;
    const ids = { publicId: randomUUID(), trackingId: randomUUID() };
    const theirs = await accounts.createWebsite({ accountId: other, domain: 'their.test', ...ids });
    const job = groupOf(
      { entries: [aLogEntry({ path: '/1' }), aLogEntry({ path: '/2', host: 'unknown.test' })] },
      { entries: [aLogEntry({ path: '/3' })], accountId: other, websiteId: theirs?.id ?? 0 },
      { entries: [aLogEntry({ path: '/4' })] },
    );
    expect(await processJob(job)).toEqual(settled({ stored: 4 }));
    expect(await paths(websites.main)).toEqual(['/1', '/4']);
    expect(await paths(websites.own)).toEqual(['/2']);
    expect(await paths(theirs?.id ?? 0)).toEqual(['/3']);
    const ledger = await rows(
      'SELECT id, account_id, sum(entries)::int AS entries FROM log_batches WHERE id = ANY ($1) GROUP BY 1, 2',
      job.batches.map(({ id }) => id),
    );
    expect(ledger).toHaveLength(3);
    expect(ledger).toEqual(
      expect.arrayContaining(
        job.batches.map(({ id, accountId, count }) => ({
          id,
          account_id: accountId,
          entries: count,
        })),
      ),
    );
  });

  it('counts each batch once, even if it came before alone or in another group', async () => {
    const job = groupOf(
      { entries: [aLogEntry({ path: '/1' })] },
      { entries: [aLogEntry({ path: '/2' })] },
    );
    await processJob(batchOf([aLogEntry({ path: '/1' })], job.batches[0]));
    expect(await processJob(job)).toEqual(settled({ stored: 1, duplicate: 1 }));
    const outcomes = await Promise.all([processJob(job), processJob(job)]);
    expect(outcomes).toEqual([settled({ duplicate: 2 }), settled({ duplicate: 2 })]);
    expect(await paths(websites.main)).toEqual(['/1', '/2']);
  });

  it('loses only the entry at fault', async () => {
    const job = groupOf(
      { entries: [aLogEntry({ path: '/1' })] },
      { entries: [aLogEntry({ path: '/2' }), aLogEntry({ path: '/3', statusCode: 99_999 })] },
      { entries: [aLogEntry({ path: '/4' })] },
    );
    expect(await processJob(job)).toEqual(settled({ stored: 3, dead: 1 }));
    expect(await paths(websites.main)).toEqual(['/1', '/2', '/4']);
    const ids = job.batches.map(({ id }) => id);
    const dead = await rows(
      'SELECT batch_id, position FROM dead_entries WHERE batch_id = ANY ($1)',
      ids,
    );
    expect(dead).toEqual([{ batch_id: ids[1], position: 1 }]);
  });

  it('is dead as a whole when it has another number of entries than its batches say', async () => {
    const job = groupOf({ entries: [aLogEntry()] }, { entries: [aLogEntry()] });
    const [first, second] = job.batches;
    expect(await processJob({ ...job, batches: [first, { ...second, count: 2 }] })).toEqual({
      kind: 'unreadable',
      reason: 'Column time of the batch does not have 3 values',
    });
  });
});

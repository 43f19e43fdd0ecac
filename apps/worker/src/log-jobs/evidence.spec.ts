import { randomUUID } from 'node:crypto';
import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import type { IpStorage, LogEntry } from '@app/contracts';
import { createLogger } from '@app/observability';
import { agentFacts, pathFacts, type Sign, SIGNS } from '@app/people';
import type { AddressKey } from '@app/queue';
import { Accounts, AddressKeys, type NewWebsite, upsertBots, VisitorKeys } from '@app/storage';
import {
  aLogEntry,
  changeVisits,
  CHROME,
  createTestDatabase,
  GPTBOT,
  REFUSE_POISON,
  type TestDatabase,
} from '@app/testing';
import { AddressSet, addressesOfHosters } from '@app/verification';
import { aPipeline } from '../../test/a-pipeline.js';
import { sealedHead } from '../../test/sealed-batch.js';
import { encodeEntries, jobOf } from '../../../../libs/queue/test/entries.js';
import {
  type StoredEvidence,
  storedEvidence,
} from '../../../../libs/storage/test/shown-evidence.js';
import { KnownVisitorKeys } from '../people/known-visitor-keys.js';
import { KnownKeys } from '../verification/known-keys.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = Math.floor(NOON / DAY_MS);
const EDGES = new AddressSet(['198.51.100.0/24']);
const CUT = '192.0.2.0';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

let database: TestDatabase;
let addressKeys: AddressKeys;
let addressKey: AddressKey;
let accountId: number;
/** Each test has a website of its own. */
let website: { id: number; domain: string };
beforeAll(async () => {
  database = await createTestDatabase();
  await upsertBots(database.pool, BOT_REGISTRY, REGISTRY_VERSION);
  await changeVisits(database.pool, REFUSE_POISON);
  addressKeys = new AddressKeys(database.pool);
  addressKey = await addressKeys.take(60_000);
});
afterAll(() => database.drop());
beforeEach(async () => {
  const account = { publicId: randomUUID(), name: 'x', plan: 'free' } as const;
  accountId = (await new Accounts(database.pool).createAccount(account)).id;
  website = await aWebsite();
});

async function aWebsite(
  changes: Partial<NewWebsite> = {},
): Promise<{ id: number; domain: string }> {
  const ids = { publicId: randomUUID(), trackingId: randomUUID() };
  const domain = changes.domain ?? `${randomUUID()}.test`;
  const made = await new Accounts(database.pool).createWebsite({
    accountId,
    domain,
    ...ids,
    ...changes,
  });
  return { id: made?.id ?? 0, domain };
}

interface Worker {
  behaviour?: 'visitor' | 'entry' | 'off';
  ipStorage?: IpStorage;
  /** How many days get a key. */
  mostNewDays?: number;
  /** Networks of hosters. */
  hosters?: string[];
}

function aWorker(worker: Worker = {}) {
  const { behaviour = 'visitor', ipStorage = 'full', mostNewDays = 400, hosters } = worker;
  const addresses = hosters && addressesOfHosters(hosters);
  const logger = createLogger('test', 'silent');
  return aPipeline(database.pool, {
    ...{ ipStorage, behaviour },
    visitors: {
      addressKeys: new KnownKeys({ keys: addressKeys, logger }),
      visitorKeys: new KnownVisitorKeys({
        keys: new VisitorKeys(database.pool, mostNewDays),
        logger,
      }),
      edges: () => EDGES,
      hosters: addresses && { current: () => addresses },
    },
  });
}

/** Stores requests as one batch that came with the key of the website. */
async function store(sent: Partial<LogEntry>[], worker: Worker = {}, to = website): Promise<void> {
  const entries = sent.map((fields) => aLogEntry({ host: to.domain, time: NOON, ...fields }));
  const { ipStorage = 'full' } = worker;
  const head = { accountId, websiteId: to.id, receivedAt: Date.now(), ipStorage, key: addressKey };
  const data = jobOf(sealedHead(entries, head), encodeEntries(entries));
  const outcome = await aWorker(worker)({ jobId: randomUUID(), data, lastTry: true });
  expect(outcome).toMatchObject({ kind: 'settled' });
}

const evidence = (of = website) => storedEvidence(database.pool, [of.id]);
/** Returns the visitors and hours of a single row of evidence. */
async function visitors(of = website): Promise<StoredEvidence['rows']> {
  const all = await evidence(of);
  expect(all.length).toBeLessThanOrEqual(1);
  return all[0]?.rows ?? [];
}
const signsOf = async (of = website): Promise<Sign[][]> =>
  (await visitors(of)).map(({ signs }) =>
    (Object.keys(SIGNS) as Sign[]).filter((name) => signs & SIGNS[name]),
  );

async function count(sql: string, of = website): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(sql, [of.id]);
  return rows[0]?.count ?? 0;
}
const visits = (of = website) =>
  count('SELECT count(*)::integer AS count FROM visits WHERE website_id = $1', of);

describe('a visitor', () => {
  it('has all requests of an address and agent within an hour', async () => {
    await store([
      { path: '/a', time: NOON + 2_000, protocol: 'HTTP/2' },
      { path: '/b', time: NOON + 1_000, statusCode: 404 },
      { path: '/b', time: NOON + 9_000, statusCode: 301, secFetchMode: 'navigate' },
      { path: '/a.css', time: NOON + 5_000 },
    ]);
    const { checksum, released } = agentFacts(CHROME);
    const groups = ['/a', '/b'].map((path) => pathFacts(path).group);
    const bits = (from: number) =>
      groups.reduce(
        (all, group) => (group >= from && group < from + 32 ? all | (1 << (group % 32)) : all),
        0,
      );
    expect(await visitors()).toEqual([
      {
        ...{ hours: 12, visitors: expect.any(Number), addresses: expect.any(Number) },
        networks: expect.any(Number),
        ...{ agents: checksum, released, signs: expect.any(Number) },
        ...{ pathsLow: bits(0), pathsHigh: bits(32), requests: 4, visits: 4, errorVisits: 1 },
        ...{ pages: 3, refusals: 1, firstMs: 1_000, lastMs: 9_000 },
      },
    ]);
    expect(await signsOf()).toEqual([['page', 'bareFile', 'style', 'http2', 'withMode']]);
    expect(await evidence()).toMatchObject([{ day: DAY, count: 1 }]);
  });

  it('is another one with another address, agent or hour, and the address is known again', async () => {
    await store([
      { ip: '192.0.2.1' },
      { ip: '192.0.2.2' },
      { ip: '192.0.2.1', userAgent: FIREFOX },
      { ip: '192.0.2.1', time: NOON + HOUR_MS },
    ]);
    const rows = await visitors();
    const [one, other, firefox, later] = rows;
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map((row) => row.visitors)).size).toBe(3);
    expect([firefox?.addresses, later?.addresses]).toEqual([one?.addresses, one?.addresses]);
    expect(other?.addresses).not.toBe(one?.addresses);
    expect([later?.visitors, later?.hours]).toEqual([one?.visitors, 13]);
  });

  it('is the same in other batches and processes, and whatever is stored of its address', async () => {
    for (const ipStorage of ['full', 'truncated', 'none'] as const)
      await store([{ ip: '192.0.2.1' }], { ipStorage });
    const found = (await evidence()).flatMap(({ rows }) => rows);
    expect(found).toHaveLength(3);
    expect(new Set(found.map((row) => row.visitors)).size).toBe(1);
  });

  it('is another one on another day and on another website', async () => {
    const other = await aWebsite();
    await store([{}, { time: NOON + DAY_MS }, { host: other.domain }]);
    const all = [...(await evidence()), ...(await evidence(other))];
    expect(all.map(({ day }) => day)).toEqual([DAY, DAY + 1, DAY]);
    expect(new Set(all.flatMap(({ rows }) => rows.map((row) => row.addresses))).size).toBe(3);
  });

  it.each(['full', 'truncated', 'none'] as const)(
    'is marked in a network of a hoster, and no other one is, with addresses stored: %s',
    async (ipStorage) => {
      const hosters = ['192.0.2.16/28', '203.0.113.5/32', '2001:db8:1:2::8/128'];
      const sent = [
        ...['192.0.2.15', '192.0.2.16', '192.0.2.31', '192.0.2.32', '203.0.113.5'],
        ...['2001:db8:1:2::9', '2001:db8:1:3::8'],
      ];
      const requests = sent.flatMap((ip, at) => [
        { ip, path: `/${at}` },
        { ip, path: '/a.css', userAgent: at % 2 ? FIREFOX : CHROME },
      ]);
      await store(requests, { hosters, ipStorage });
      const marked = (rows: StoredEvidence['rows']) =>
        new Set(rows.filter(({ signs }) => signs & SIGNS.hoster).map(({ addresses }) => addresses));
      const rows = await visitors();
      expect([marked(rows).size, new Set(rows.map((row) => row.addresses)).size]).toEqual([4, 7]);
      const without = await aWebsite();
      await store(requests, { ipStorage }, without);
      expect(marked(await visitors(without)).size).toBe(0);
      for (const [index, isMarked] of [false, true, true, false, true, true, false].entries()) {
        const alone = await aWebsite();
        await store([requests[index * 2]!], { hosters, ipStorage }, alone);
        expect((await signsOf(alone))[0]).toEqual(isMarked ? ['page', 'hoster'] : ['page']);
      }
    },
  );

  it('of IPv6 is known by its network of 64 bits', async () => {
    await store([
      { ip: '2001:db8:1:2::3' },
      { ip: '2001:db8:1:2:ffff::9' },
      { ip: '2001:db8:1:3::3' },
    ]);
    expect((await visitors()).map(({ requests }) => requests).sort()).toEqual([1, 2]);
  });

  it('that is a bot with a name leaves nothing', async () => {
    await store([{ userAgent: GPTBOT }, { userAgent: 'curl/8.5.0' }, { userAgent: '' }]);
    expect([await evidence(), await visits()]).toEqual([[], 3]);
  });

  it('has what a browser fetches in advance as a visit, and as no page', async () => {
    await store([{ secPurpose: 'prefetch' }]);
    expect(await visitors()).toMatchObject([{ requests: 1, visits: 1, pages: 0 }]);
  });

  it.each([
    ['was given', { path: '/wp-login.php' }, ['likeProbe']],
    ['was led', { path: '/wp-login.php', referer: 'https://a.example/' }, []],
    ['followed a link of a page', { path: '/how-we-moved' }, []],
    ['was refused', { path: '/wp-login.php', statusCode: 404 }, ['probe']],
    ['was answered by a failure', { path: '/wp-login.php', statusCode: 502 }, ['likeProbe']],
    ['was given what none has', { path: '/.env' }, ['probe', 'servedProbe']],
  ] as [string, Partial<LogEntry>, Sign[]][])('that %s shows it', async (_, request, shown) => {
    await store([request]);
    const found = (await signsOf()).flat();
    expect(found.filter((sign) => /probe/i.test(sign))).toEqual(shown);
  });

  it('has what is left when an entry of a batch cannot be stored, and has it once', async () => {
    await store([{ path: '/a' }, { path: '/poison' }, { path: '/b' }, { path: '/a.css' }]);
    const rows = (await evidence()).flatMap((one) => one.rows);
    const sum = (name: 'requests' | 'visits' | 'pages') =>
      rows.reduce((all, row) => all + row[name], 0);
    expect([sum('requests'), sum('visits'), sum('pages')]).toEqual([3, 3, 2]);
    expect(await visits()).toBe(3);
  });
});

describe('static files', () => {
  const FILES = [
    { path: '/' },
    { path: '/a.css', isStaticFile: true as const },
    { path: '/a.js', isStaticFile: true as const, statusCode: 404 },
  ];

  it('of a website that counts pages only are evidence, and no visits', async () => {
    const pages = await aWebsite({ counts: 'pages' });
    await store(FILES, {}, pages);
    expect(await visitors(pages)).toMatchObject([
      { requests: 3, visits: 1, errorVisits: 0, pages: 1 },
    ]);
    expect(await signsOf(pages)).toEqual([['page', 'bareFile', 'style']]);
    expect(await visits(pages)).toBe(1);
    const skipped =
      'SELECT sum(requests)::integer AS count FROM skipped_daily WHERE website_id = $1';
    expect(await count(skipped, pages)).toBe(2);
  });

  it('of a website that counts all are evidence and visits', async () => {
    await store(FILES);
    expect(await visitors()).toMatchObject([{ requests: 3, visits: 3, errorVisits: 1, pages: 1 }]);
    expect(await visits()).toBe(3);
  });

  it('alone leave evidence, too', async () => {
    const pages = await aWebsite({ counts: 'pages' });
    await store(FILES.slice(1), {}, pages);
    expect(await visitors(pages)).toMatchObject([{ requests: 2, visits: 0 }]);
    expect(await visits(pages)).toBe(0);
  });
});

describe('what no site links', () => {
  it('is evidence against who asks for it, and a visit of a scanner', async () => {
    await store([{ path: '/.env', statusCode: 404 }, { path: '/' }]);
    expect(await visitors()).toMatchObject([
      { requests: 2, visits: 1, errorVisits: 0, refusals: 1 },
    ]);
    expect(await signsOf()).toEqual([['page', 'probe']]);
    expect(await visits()).toBe(2);
  });
});

describe('visits that cannot be judged', () => {
  const unjudged = async (of = website) => {
    const { rows } = await database.pool.query(
      `SELECT (extract(epoch FROM bucket) / 86400)::integer AS day, sum(no_address)::integer AS no_address,
         sum(shared_address)::integer AS shared_address, sum(no_key)::integer AS no_key
       FROM unjudged_daily WHERE website_id = $1 GROUP BY bucket ORDER BY bucket`,
      [of.id],
    );
    return rows;
  };
  const counts = (fields: object, day = DAY) => ({
    ...{ day, no_address: 0, shared_address: 0, no_key: 0, ...fields },
  });

  it('are counted by day and by why', async () => {
    await store([
      ...[{}, { ip: null }, { ip: null, time: NOON + DAY_MS }],
      ...[{ ip: '10.0.0.7' }, { ip: CUT }, { ip: '198.51.100.7' }, { ip: '2001:db8:1::' }],
      { ip: '127.0.0.1', time: NOON + DAY_MS },
    ]);
    expect(await unjudged()).toEqual([
      counts({ no_address: 1, shared_address: 4 }),
      counts({ no_address: 1, shared_address: 1 }, DAY + 1),
    ]);
    expect(await visitors()).toMatchObject([{ requests: 1 }]);
  });

  it('are those of days without a key', async () => {
    await store([{}, {}, { ip: null }], { mostNewDays: 0 });
    expect(await unjudged()).toEqual([counts({ no_key: 2, no_address: 1 })]);
    expect([await evidence(), await visits()]).toEqual([[], 3]);
  });

  it('are those of a day that is closed, and others of the batch are judged', async () => {
    await store([{}]);
    await database.pool.query(
      'UPDATE visitor_days SET made_on = made_on - 2 WHERE account_id = $1',
      [accountId],
    );
    await store([{}, { time: NOON + DAY_MS }]);
    expect(await unjudged()).toEqual([counts({ no_key: 1 })]);
    expect((await evidence()).map(({ day }) => day)).toEqual([DAY, DAY + 1]);
  });

  it.each(['truncated', 'none'] as const)(
    'are those whose address is cut (%s) by a key that is lost',
    async (ipStorage) => {
      await database.pool.query('TRUNCATE address_keys');
      try {
        await store([{}, { ip: null }], { ipStorage });
      } finally {
        addressKey = await addressKeys.take(60_000);
      }
      const [only] = await unjudged();
      expect(only?.no_key + only?.no_address).toBe(2);
      expect(only?.no_key).toBeGreaterThanOrEqual(1);
      expect(await evidence()).toEqual([]);
    },
  );

  it('are neither probes, nor files that are not counted, nor visits of bots', async () => {
    const pages = await aWebsite({ counts: 'pages' });
    await store(
      [
        { ip: null, path: '/.env', statusCode: 404 },
        { ip: null, path: '/a.css', isStaticFile: true },
        { ip: null, userAgent: GPTBOT },
        { ip: null, path: '/page' },
      ],
      {},
      pages,
    );
    expect(await unjudged(pages)).toEqual([counts({ no_address: 1 })]);
  });

  it.each([
    ['first', [{ ip: '2001:db8:1::' }, { ip: '2001:db8:1::7' }]],
    ['last', [{ ip: '2001:db8:1::7' }, { ip: '2001:db8:1::' }]],
  ])('are those of a network and not of its addresses, if it comes %s', async (_, sent) => {
    await store(sent);
    expect(await unjudged()).toEqual([counts({ shared_address: 1 })]);
    expect(await visitors()).toMatchObject([{ requests: 1 }]);
  });

  it.each([
    ['a website that chose entry', { behaviour: 'entry' }, {}],
    ['a website that chose off', { behaviour: 'off' }, {}],
    ['a worker with BEHAVIOUR=entry', {}, { behaviour: 'entry' }],
    ['a worker with BEHAVIOUR=off', {}, { behaviour: 'off' }],
  ] as [string, Partial<NewWebsite>, Worker][])(
    'and evidence are nothing of %s',
    async (_, changes, worker) => {
      const own = await aWebsite(changes);
      await store([{}, { ip: null }, { path: '/.env', statusCode: 404 }], worker, own);
      expect([await evidence(own), await unjudged(own), await visits(own)]).toEqual([[], [], 3]);
    },
  );

  it('leave the others of the batch to websites that are judged', async () => {
    const off = await aWebsite({ behaviour: 'off' });
    await store([{ host: off.domain }, {}, { host: off.domain, ip: null }]);
    expect(await evidence(off)).toEqual([]);
    expect(await visitors()).toMatchObject([{ requests: 1 }]);
    expect([await unjudged(off), await unjudged()]).toEqual([[], []]);
  });
});

describe('a referer', () => {
  const OWN = ['page', 'called', 'followedLink', 'referer'];
  const FOREIGN = ['page', 'called', 'foreignReferer', 'referer'];
  const found = async (host: string, referer: string) => {
    await store([{ host, referer, path: '/to' }]);
    return signsOf();
  };

  it('is the own one by the host that was asked', async () => {
    expect(await found(`shop.${website.domain}`, `https://shop.${website.domain}/`)).toEqual([OWN]);
  });

  it('is the own one by the domain of the website', async () => {
    expect(await found(`shop.${website.domain}`, `https://www.${website.domain}/`)).toEqual([OWN]);
  });

  it('is the own one of another host of the domain', async () => {
    expect(await found(website.domain, `https://shop.${website.domain}/`)).toEqual([OWN]);
  });

  it('is the own one by the domain, where the log has no hosts', async () => {
    expect(await found('', `https://${website.domain}/`)).toEqual([OWN]);
  });

  it('is the own one by the host, where the host is no website', async () => {
    expect(await found('elsewhere.example', 'https://elsewhere.example/')).toEqual([OWN]);
  });

  it('is that of another website, though that is one of the same account', async () => {
    const other = await aWebsite();
    expect(await found(website.domain, `https://${other.domain}/`)).toEqual([FOREIGN]);
  });

  it('is judged for each host that it led to', async () => {
    const other = await aWebsite();
    const referer = `https://${other.domain}/`;
    await store([
      ...[
        { referer, path: '/to' },
        { referer, path: '/to', host: other.domain },
      ],
      { referer, path: '/to', time: NOON + HOUR_MS },
    ]);
    expect([await signsOf(), await signsOf(other)]).toEqual([[FOREIGN, FOREIGN], [OWN]]);
  });

  it('is the page itself', async () => {
    const [signs] = await found(website.domain, `https://${website.domain}/to?page=2`);
    expect(signs).toContain('selfReferer');
  });
});

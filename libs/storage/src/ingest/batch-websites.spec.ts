import { createTestDatabase, type TestDatabase } from '@app/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Accounts } from '../accounts/accounts.js';
import { statement } from '../database/statement.js';
import { WebsitesOfBatches, websitesOf } from './batch-websites.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function anAccount(...domains: string[]) {
  const accounts = new Accounts(database.pool);
  const account = await accounts.createAccount({ publicId: randomUUID(), name: 'x', plan: 'free' });
  const ids = [];
  for (const domain of domains) {
    const names = { publicId: randomUUID(), trackingId: randomUUID() };
    const website = await accounts.createWebsite({ accountId: account.id, domain, ...names });
    ids.push(website?.id ?? 0);
  }
  return { accountId: account.id, ids };
}

it('answers each of the requests that come together for its own account', async () => {
  const one = await anAccount('example.com', 'one.test');
  const two = await anAccount('example.com', 'two.test');
  const websites = new WebsitesOfBatches(database.pool);
  const request = ({ accountId, ids }: typeof one, ...domains: string[]) =>
    websites.find({ accountId, domains, ownWebsiteId: ids[1] ?? 0, receivedAt: Date.now() });
  const answers = await Promise.all([
    request(one, 'example.com', 'two.test'),
    request(two, 'example.com'),
    request(one, 'unknown.test'),
  ]);
  expect(answers.map(({ byDomain }) => Object.fromEntries(byDomain))).toEqual([
    { 'example.com': one.ids[0], 'one.test': one.ids[1] },
    { 'example.com': two.ids[0], 'two.test': two.ids[1] },
    { 'one.test': one.ids[1] },
  ]);
});

it('answers the same before and after domains were changed', async () => {
  const { accountId, ids } = await anAccount('a.test', 'b.test', 'own.test');
  const accounts = new Accounts(database.pool);
  const [a = 0, b = 0, ownWebsiteId = 0] = ids;
  const find = async (receivedAt: number) => {
    const domains = ['a.test', 'b.test', 'c.test'];
    const request = { accountId, domains, ownWebsiteId, receivedAt };
    const { byDomain } = await new WebsitesOfBatches(database.pool).find(request);
    return Object.fromEntries([...byDomain].filter(([domain]) => domain !== 'own.test'));
  };
  const now = async () => {
    const { rows } = await database.pool.query<{ ms: number }>(
      'SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000)::float8 + 1 AS ms',
    );
    await setTimeout(5);
    return rows[0]?.ms ?? 0;
  };
  const first = await now();
  const before = { 'a.test': a, 'b.test': b };
  expect(await find(first)).toEqual(before);
  await accounts.updateWebsite(a, { domain: 'c.test' });
  const second = await now();
  await accounts.updateWebsite(b, { domain: 'a.test' });
  const third = await now();
  await accounts.updateWebsite(a, { domain: 'b.test' });
  const fourth = await now();
  expect(await find(first)).toEqual(before);
  expect(await find(second)).toEqual({ 'c.test': a, 'b.test': b });
  expect(await find(third)).toEqual({ 'c.test': a, 'a.test': b });
  expect(await find(fourth)).toEqual({ 'b.test': a, 'a.test': b });
});

it('reads no domains that websites of other accounts had, however many those are', async () => {
  const [one, two] = [await anAccount('mine.test'), await anAccount('busy.test')];
  await new Accounts(database.pool).updateWebsite(one.ids[0] ?? 0, { domain: 'new.test' });
  await database.pool.query(
    `INSERT INTO former_domains (website_id, domain, until)
     SELECT $1, 'mine.test', now() - n * interval '1 s' FROM generate_series(1, 20000) n`,
    [two.ids[0]],
  );
  await database.pool.query('ANALYZE former_domains, websites');
  const { rows } = await database.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${statement('ingest/find_websites_of_batches')}`,
    [[one.accountId], ['mine.test'], [0], Date.now() - 86_400_000],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan as Plan;
  expect(rowsOfTables(plan)).toBeLessThan(200);
});

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Returns how many rows of tables a plan has read. */
function rowsOfTables(plan: Plan): number {
  const own = plan['Relation Name']
    ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
    : 0;
  return (plan.Plans ?? []).reduce(
    (sum, part) => sum + rowsOfTables(part),
    own * plan['Actual Loops'],
  );
}

it('fails a request that the database refuses, but not the others of its group', async () => {
  const { accountId, ids } = await anAccount('good.test');
  const websites = new WebsitesOfBatches(database.pool);
  const request = (domain: string) =>
    websites.find({ accountId, domains: [domain], ownWebsiteId: 0, receivedAt: Date.now() });
  const [good, bad] = await Promise.allSettled([request('good.test'), request('bad\u0000.test')]);
  expect(good).toMatchObject({ value: { byDomain: new Map([['good.test', ids[0]]]) } });
  expect(bad).toMatchObject({ reason: { code: '22021' } });
});

describe('websites of a batch', () => {
  const at = (ms: number) => new Date(ms);
  const row = (id: number, domain: string, deleted: number | null = null, account = 1) => ({
    id,
    account_id: account,
    domain,
    counts: 'all' as const,
    behaviour: 'default' as const,
    created_at: at(0),
    deleted_at: deleted === null ? null : at(deleted),
    since: null as Date | null,
    until: null as Date | null,
  });
  const request = {
    accountId: 1,
    domains: ['a.test', 'b.test'],
    ownWebsiteId: 9,
    receivedAt: 1_000,
  };

  it.each([
    ['one that lives', row(1, 'a.test'), true, false],
    ['one of another domain', row(1, 'c.test'), false, false],
    ['one of another account', row(1, 'a.test', null, 2), false, false],
    ['one deleted after the batch came', row(1, 'a.test', 1_001), true, true],
    ['one deleted when the batch came', row(1, 'a.test', 1_000), false, false],
    ["the key's own", row(9, 'c.test'), true, false],
    ["the key's own, deleted before", row(9, 'c.test', 1), true, true],
    ["the key's own, of another account", row(9, 'c.test', null, 2), false, false],
  ])('%s', (_, candidate, isFound, isDeleted) => {
    const { byDomain, deleted } = websitesOf(request, [candidate]);
    expect(byDomain.get(candidate.domain)).toBe(isFound ? candidate.id : undefined);
    expect(deleted.has(candidate.id)).toBe(isDeleted);
  });

  it.each([
    ['one that got the domain before', { since: at(1_000) }, 1],
    ['one that got the domain after it', { since: at(1_001) }, undefined],
    ['one that had the domain until then', { until: at(1_000) }, undefined],
    ['one that had the domain for longer', { since: at(900), until: at(1_001) }, 1],
    ['one that was made later', { created_at: at(1_001) }, undefined],
    ['one that was made at that moment', { created_at: at(1_000) }, 1],
  ])('as of when it was accepted: %s', (_, fields, id) => {
    const { byDomain } = websitesOf(request, [{ ...row(1, 'a.test'), ...fields }]);
    expect(byDomain.get('a.test')).toBe(id);
  });

  it("leaves a domain that the key's own got later to the one that had it", () => {
    const own = { ...row(9, 'a.test'), since: at(1_001) };
    const before = { ...row(1, 'a.test'), until: at(1_001) };
    for (const some of [
      [own, before],
      [before, own],
    ])
      expect(websitesOf(request, some).byDomain).toEqual(new Map([['a.test', 1]]));
  });

  it('tells which of them count pages only', () => {
    const some = [row(1, 'a.test'), { ...row(2, 'b.test'), counts: 'pages' as const }];
    expect(websitesOf(request, some).pagesOnly).toEqual(new Set([2]));
  });

  it('tells which of them have chosen how they are judged', () => {
    const some = [row(1, 'a.test'), { ...row(2, 'b.test'), behaviour: 'off' as const }];
    expect(websitesOf(request, some).behaviours).toEqual(new Map([[2, 'off']]));
  });

  it('takes the deleted one of two websites with the same domain, because the batch was for it', () => {
    const { byDomain } = websitesOf(request, [row(2, 'a.test'), row(1, 'a.test', 2_000)]);
    expect(byDomain.get('a.test')).toBe(1);
  });
});

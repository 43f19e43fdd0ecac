import { AddressListStore } from '@app/storage';
import {
  createTestDatabase,
  type ListAnswer,
  type ListServer,
  startListServer,
  type TestDatabase,
  withEtag,
} from '@app/testing';
import { aList, BUNDLED, published, TEN } from '../test/example-lists.js';
import { loadLists } from './load-lists.js';
import { refreshAllLists, refreshDueLists } from './refresh-lists.js';

const SOURCE = 'https://www.bots.example/list.json';
const NEW = [...TEN, '21.0.0.0/24', '2001:db8::/32'];
const lists = [aList(), aList({ id: 'bundled-only', sources: [] })];

let database: TestDatabase;
let operators: ListServer;
let store: AddressListStore;
beforeAll(async () => {
  database = await createTestDatabase();
  operators = await startListServer();
  store = new AddressListStore(database.pool);
});
beforeEach(async () => {
  await database.pool.query('TRUNCATE address_lists');
  operators.answers.clear();
  operators.asked.length = 0;
});
afterAll(async () => {
  await operators.close();
  await database.drop();
});

const settings = () => ({ store, lists, bundled: BUNDLED, fetch: operators.fetch });
const refresh = async (answer: ListAnswer, timeoutMs = 60_000) => {
  operators.answers.set(SOURCE, answer);
  const [refreshed] = await refreshAllLists({ ...settings(), timeoutMs });
  return refreshed;
};
const inUse = async () =>
  (await loadLists({ from: 'refresh', rows: await store.find(), lists, bundled: BUNDLED })).lists;
const row = async () => (await store.find())[0];

it('replaces the list of the release by what its operator publishes', async () => {
  expect(await refresh(published([...NEW, '20.0.0.128/25']))).toEqual({
    list: 'example',
    outcome: 'changed',
    prefixes: NEW.length,
    reason: null,
  });
  const [list, ...more] = await inUse();
  expect(more).toEqual([]);
  expect(list).toMatchObject({ origin: 'fetched', prefixes: NEW });
  // The day of the fetch, not the creationTime of six years ago.
  expect(Date.parse(list!.fetchedAt)).toBeGreaterThan(Date.now() - 600_000);
});

it('asks with the ETag that it keeps, and takes 304 for a proof that the list is still valid', async () => {
  await refresh(withEtag(published(NEW), '"v1"'));
  await database.pool.query("UPDATE address_lists SET fetched_at = '2026-10-01'");
  expect(await refresh(withEtag(published(NEW), '"v1"'))).toMatchObject({
    outcome: 'unchanged',
    prefixes: NEW.length,
  });
  expect(operators.asked.map(({ etag }) => etag)).toEqual([undefined, '"v1"']);
  expect((await row())!.fetched_at!.getTime()).toBeGreaterThan(Date.now() - 600_000);
  expect((await inUse())[0]!.prefixes).toEqual(NEW);
  const newer = withEtag(published([...NEW, '22.0.0.0/24']), '"v2"');
  expect(await refresh(newer)).toMatchObject({ outcome: 'changed' });
  expect((await row())!.etags).toEqual({ [SOURCE]: '"v2"' });
});

/** Promises more than it sends, and then closes the connection. */
const cutShort: ListAnswer = (_, response) => {
  response.setHeader('content-length', '1000');
  response.write('{"prefixes":[');
  setTimeout(() => response.destroy(), 10);
};
const endless: ListAnswer = (_, response) => {
  const more = () => {
    while (!response.destroyed && response.write('7'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};
const status =
  (code: number, headers: Record<string, string> = {}): ListAnswer =>
  (_, response) =>
    void response.writeHead(code, headers).end(published(TEN));
const WRONG: [string, ListAnswer, 'refused' | 'failed', RegExp][] = [
  ['cut short on the way', cutShort, 'failed', /the connection failed \(/],
  ['half of a file', published(NEW).slice(0, 200), 'refused', /no JSON/],
  ['HTML', '<!doctype html><title>Sign in</title>', 'refused', /no JSON: "<!doctype html>/],
  ['JSON of another kind', '{"error":"gone"}', 'refused', /no list "prefixes"/],
  ['a prefix that is none', published(['20.0.0.0/33']), 'refused', /prefixes\[0\] is no CIDR/],
  ['no prefixes', published([]), 'refused', /no addresses/],
  ['a shrunk list', published(TEN.slice(0, 4)), 'refused', /shrinks by more than half: from 10/],
  ['everybody', published([...TEN, '0.0.0.0/0']), 'refused', /0\.0\.0\.0\/0 is wider than/],
  ['a wide IPv4 prefix', published([...TEN, '64.0.0.0/7']), 'refused', /64\.0\.0\.0\/7 is wider/],
  ['a wide IPv6 prefix', published([...TEN, '2001::/23']), 'refused', /2001::\/23 is wider/],
  ['more than 1 MiB', endless, 'failed', /longer than 1 MiB/],
  ['an error', status(500), 'failed', /^www\.bots\.example: it answered with 500$/],
  ['304 without a question', status(304), 'failed', /it answered with 304/],
  [
    'a redirect into a private network',
    status(302, { location: 'http://169.254.169.254/latest/meta-data/' }),
    'failed',
    /a redirect to http:\/\/169\.254\.169\.254 is not followed/,
  ],
  ['a circle', status(301, { location: SOURCE }), 'failed', /redirected more than 3 times/],
];

it.each(WRONG)('keeps the last valid list when it gets %s', async (_, answer, outcome, reason) => {
  const wrong = { outcome, reason: expect.stringMatching(reason) as string };
  expect(await refresh(answer)).toMatchObject(wrong);
  expect(await inUse()).toEqual([{ ...BUNDLED[0], origin: 'bundled' }]);

  await refresh(published(NEW));
  const before = await inUse();
  // Compared with 12 prefixes now.
  expect(await refresh(answer)).toMatchObject({ outcome, prefixes: NEW.length });
  expect(await inUse()).toEqual(before);
  expect(await row()).toMatchObject({ failure: expect.any(String) as string });
  await refresh(published(NEW));
  expect(await row()).toMatchObject({ failure: null, failed_at: null });
});

it('gives up a server that says nothing, or does not come to an end', async () => {
  expect(await refresh(() => undefined, 50)).toMatchObject({
    outcome: 'failed',
    reason: 'www.bots.example: it did not answer within 0.05 s',
  });
  const slow: ListAnswer = (_, response) => void response.write('{');
  expect(await refresh(slow, 50)).toMatchObject({
    reason: expect.stringContaining('did not answer within') as string,
  });
  expect(await inUse()).toEqual([{ ...BUNDLED[0], origin: 'bundled' }]);
});

it('says when nobody listens', async () => {
  const nobody: typeof fetch = () => fetch('http://127.0.0.1:1/');
  const [refreshed] = await refreshAllLists({ ...settings(), fetch: nobody });
  expect(refreshed).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(/the connection failed \(/) as string,
  });
});

it('follows a redirect within the site', async () => {
  operators.answers.set('https://bots.example/new.json', published(NEW));
  const moved = status(308, { location: 'https://bots.example/new.json' });
  expect(await refresh(moved)).toMatchObject({ outcome: 'changed', prefixes: NEW.length });
});

it('asks for all parts of a list again when one has changed', async () => {
  const [four, six] = ['https://bots.example/v4', 'https://bots.example/v6'];
  const list = aList({ format: 'text', sources: [four, six] });
  const run = async () => {
    operators.asked.length = 0;
    const [refreshed] = await refreshAllLists({ ...settings(), lists: [list], bundled: [] });
    return { ...refreshed, asked: operators.asked.length };
  };
  operators.answers.set(four, withEtag('20.0.0.0/24\n', '"4a"'));
  operators.answers.set(six, withEtag('2001:db8::/32\n', '"6a"'));
  expect(await run()).toMatchObject({ outcome: 'changed', prefixes: 2, asked: 2 });
  expect(await run()).toMatchObject({ outcome: 'unchanged', prefixes: 2, asked: 2 });
  operators.answers.set(six, withEtag('2001:db8::/32\n2001:db9::1\n', '"6b"'));
  expect(await run()).toMatchObject({ outcome: 'changed', prefixes: 3, asked: 4 });
  expect((await row())!.prefixes).toEqual(['20.0.0.0/24', '2001:db8::/32', '2001:db9::1/128']);
  operators.answers.delete(four);
  expect(await run()).toMatchObject({ outcome: 'failed', asked: 1 });
});

it('fetches what is due, once, and a failed list sooner than a good one', async () => {
  operators.answers.set(SOURCE, published(NEW));
  const due = () => refreshDueLists({ ...settings(), everySeconds: 3_600, retrySeconds: -1 });
  const both = await Promise.all([due(), due()]);
  expect(both.map((refreshed) => refreshed.length).sort()).toEqual([0, 1]);
  expect(await due()).toEqual([]);
  expect(operators.asked).toHaveLength(1);
  await database.pool.query("UPDATE address_lists SET due_at = now() - interval '1 s'");
  operators.answers.clear();
  expect(await due()).toMatchObject([{ outcome: 'failed' }]);
  expect(await due()).toMatchObject([{ outcome: 'failed' }]);
});

it('leaves a list to others again when the worker that took it died', async () => {
  expect(await store.claim(['example'], -1)).toEqual(['example']);
  expect(await store.claim(['example'], 900)).toEqual(['example']);
  expect(await store.claim(['example'], 900)).toEqual([]);
});

it('uses the list of a release that is newer than the one in the database', async () => {
  await refresh(published(NEW));
  await database.pool.query("UPDATE address_lists SET fetched_at = '2026-05-04T23:59:59Z'");
  expect(await inUse()).toEqual([{ ...BUNDLED[0], origin: 'bundled' }]);
  await database.pool.query("UPDATE address_lists SET fetched_at = '2026-05-05T00:00:00Z'");
  expect(await inUse()).toMatchObject([{ origin: 'fetched' }]);
});

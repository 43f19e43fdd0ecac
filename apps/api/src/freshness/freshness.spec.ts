import type { AddressListRow } from '@app/storage';
import { FreshnessOfReports, type FreshnessSources } from './freshness.js';

const QUEUE = { waiting: 7, ready: 5, first: 0, oldestMs: 20_000, finished: 0 };
const SAMPLE = { ...QUEUE, behindMs: 40_400 };
const row = (id: string, at: string | null): AddressListRow => ({
  id,
  prefixes: at === null ? null : ['192.0.2.0/24'],
  fetched_at: at === null ? null : new Date(at),
  etags: {},
  failed_at: null,
  failure: null,
});

/** Sources whose store has one row for each list of the release, and counts how often it is read. */
function sources(given: Partial<FreshnessSources> = {}) {
  const read = { times: 0, rows: [] as AddressListRow[] };
  const store = {
    find: () => {
      read.times += 1;
      return Promise.resolve(read.rows);
    },
  };
  const sampler = { sample: SAMPLE, obstacle: undefined };
  return { read, sources: { sampler, from: 'refresh', store, ...given } as FreshnessSources };
}

it('tells the age of the oldest batch that is not counted yet, and how many wait', async () => {
  const { sources: of } = sources();
  expect(await new FreshnessOfReports(of).read()).toMatchObject({
    behind_seconds: 40,
    waiting_jobs: 7,
  });
});

it.each([
  ['before the first look', { sample: undefined, obstacle: undefined }],
  ['while the queue is away', { sample: SAMPLE, obstacle: 'queue_away' as const }],
])('knows nothing of the queue %s', async (_, sampler) => {
  const { sources: of } = sources({ sampler });
  expect(await new FreshnessOfReports(of).read()).toMatchObject({
    behind_seconds: null,
    waiting_jobs: null,
  });
});

it('tells the age of the oldest list, and reads the lists once a minute at most', async () => {
  let now = 0;
  const { read, sources: of } = sources({ now: () => now });
  const freshness = new FreshnessOfReports(of);
  const oldest = async () => (await freshness.read()).address_lists.oldest;
  const bundled = await oldest();
  expect(bundled).toMatch(/^20\d\d-\d\d-\d\dT/);
  // A list that was fetched is never the reason why the oldest one is older.
  read.rows = [row('gptbot', '2099-01-01T00:00:00Z'), row('bingbot', null)];
  expect(await Promise.all([oldest(), oldest()])).toEqual([bundled, bundled]);
  expect(read.times).toBe(1);
  now += 60_001;
  expect(await oldest()).toBe(bundled);
  expect(read.times).toBe(2);
});

it('tells where the lists come from, and no age without lists and for a folder of workers', async () => {
  const of = async (from: FreshnessSources['from']) => {
    const { sources: given } = sources({ from });
    return (await new FreshnessOfReports(given).read()).address_lists;
  };
  expect(await of('off')).toEqual({ source: 'off', oldest: null });
  expect(await of({ directory: '/nowhere' })).toEqual({ source: 'folder', oldest: null });
  expect(await of('bundled')).toEqual({ source: 'bundled', oldest: expect.stringMatching(/^20/) });
});

it('asks again after the database did not answer', async () => {
  const { sources: of } = sources();
  let away = true;
  const store = { find: () => (away ? Promise.reject(new Error('away')) : Promise.resolve([])) };
  const freshness = new FreshnessOfReports({ ...of, store });
  await expect(freshness.read()).rejects.toThrow('away');
  away = false;
  expect((await freshness.read()).address_lists.oldest).toMatch(/^20/);
});

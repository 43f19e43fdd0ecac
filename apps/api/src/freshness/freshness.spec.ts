import { BOT_REGISTRY } from '@app/classification';
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

const NAMES = BOT_REGISTRY.map(({ name }) => name);
/** A moment of today, so that days can be subtracted from it. */
const TODAY = Date.now();
const daysAgo = (days: number) => new Date(TODAY - days * 86_400_000).toISOString();
const aList = (id: string, completeFor: string[] = [], sources = ['https://bots.example/']) => ({
  ...{ id, completeFor, sources, provider: 'Example', role: 'bots' as const },
  ...{ published: 'https://bots.example/', format: 'text' as const, provesForDays: 7 as const },
});
const LISTS = [
  aList('old', ['gptbot', 'nobody']),
  aList('verifies'),
  aList('missing', ['bingbot']),
  aList('release', ['semrushbot'], []),
];
const BUNDLED = [
  { id: 'old', fetchedAt: daysAgo(40), prefixes: ['192.0.2.0/24'] },
  { id: 'verifies', fetchedAt: daysAgo(3), prefixes: ['192.0.2.0/24'] },
  { id: 'release', fetchedAt: daysAgo(400), prefixes: ['192.0.2.0/24'] },
];

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

it('tells how many lists are current, and reads them once a minute at most', async () => {
  let now = 0;
  const { read, sources: of } = sources({ now: () => now });
  const freshness = new FreshnessOfReports({ ...of, lists: LISTS, bundled: BUNDLED });
  const lists = async () => (await freshness.read()).address_lists;
  const before = {
    ...{ source: 'refresh', oldest: daysAgo(40), lists: 3, release_only: 1 },
    ...{ current: 1, old: 1, missing: 1 },
    old_lists: [{ bots: ['GPTBot', 'nobody'], fetched_at: daysAgo(40) }],
  };
  expect(await lists()).toEqual(before);
  read.rows = [row('old', daysAgo(0)), row('missing', null)];
  expect(await Promise.all([lists(), lists()])).toEqual([before, before]);
  expect(read.times).toBe(1);
  now += 60_001;
  expect(await lists()).toEqual({
    ...{ ...before, oldest: daysAgo(3) },
    ...{ current: 2, old: 0, old_lists: [] },
  });
  expect(read.times).toBe(2);
});

it('tells where the lists come from, and nothing of those that only workers have', async () => {
  const of = async (from: FreshnessSources['from']) => {
    const { sources: given } = sources({ from });
    return (await new FreshnessOfReports(given).read()).address_lists;
  };
  const unknown = {
    ...{ oldest: null, lists: null, current: null, old: null, missing: null },
    ...{ old_lists: [], release_only: null },
  };
  expect(await of('off')).toEqual({ source: 'off', ...unknown });
  expect(await of({ directory: '/nowhere' })).toEqual({ source: 'folder', ...unknown });
  const bundled = await of('bundled');
  expect(bundled).toMatchObject({ source: 'bundled', oldest: expect.stringMatching(/^20/) });
  const { lists, current, old, missing, old_lists } = bundled;
  expect(lists).toBeGreaterThan(20);
  expect((current ?? 0) + (old ?? 0) + (missing ?? 0)).toBe(lists);
  expect(old_lists).toHaveLength(old ?? NaN);
  // Every bot of a list is called by its name, and not by its slug.
  for (const { bots } of old_lists) for (const bot of bots) expect(NAMES).toContain(bot);
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

import { randomUUID } from 'node:crypto';
import type { CoveredPage, CoverageOf, CoverageShown } from '@app/contracts';
import { createLogger } from '@app/observability';
import {
  aVisit,
  createTestDatabase,
  describeOnFlavour,
  runUpkeepRound,
  type TestDatabase,
  type TestFlavour,
  TestVisitWriter,
  type Visit,
} from '@app/testing';
import { createPool, type Pool } from '../database/pool.js';
import { Sitemaps } from '../sitemaps/sitemaps.js';
import { pageDigestsTask } from '../upkeep/page-digests.js';
import { rollUpRefreshTask } from '../upkeep/roll-up-refresher.js';
import { type Coverage, CoverageReader } from './coverage-reader.js';
import type { DayRange } from './report-questions.js';

const DAY = 86_400_000;
const PATHS = Array.from({ length: 40 }, (_, i) => `/${i % 3 ? 'blog' : 'shop'}/${i}`);
const ALL_PATHS = [...PATHS, '/style.CSS', '/v1.2/no.file', '/Ä', '/z'];
const NEVER_VISITED = ['/never/1', '/never/2', '/blog/never'];
const LIMIT = 15;

/** 900001 and 900003 are no AI bots; 1000001 was taken over by 900002, and 1000002 by none. */
const CATEGORIES: Record<number, string> = {
  900_001: 'seo',
  900_002: 'ai_search',
  900_003: 'seo',
  900_004: 'ai_training',
  900_006: 'ai_training',
};
const reportedAs = (bot: number) => (bot === 1_000_001 ? 900_002 : bot);
const BOTS = [...Object.keys(CATEGORIES).map(Number), 1_000_001, 1_000_002];

let database: TestDatabase;
let pool: Pool;
let reader: CoverageReader;
let websites = 100;

async function begin(flavour: TestFlavour): Promise<void> {
  database = await createTestDatabase(flavour);
  const logger = createLogger('test', 'silent');
  const order = { max: 4, name: 'test', statementTimeoutMs: 20_000, logger };
  pool = createPool({ url: database.url, ...order });
  reader = new CoverageReader(pool);
  await pool.query(
    `INSERT INTO bots (id, slug, name, provider, category, registry_version)
     SELECT id, 'b' || id, 'B' || id, CASE WHEN id = 900006 THEN 'Q' ELSE 'P' END, category, 1
     FROM unnest($1::integer[], $2::text[]) AS b (id, category)
     UNION ALL SELECT 1, 'unidentified-bot', 'Unidentified bot', 'Unknown', 'unidentified', 1`,
    [Object.keys(CATEGORIES), Object.values(CATEGORIES)],
  );
  await pool.query(
    `INSERT INTO declared_bots (id, account_id, key, name, provider, category, bot_id, judged_by) OVERRIDING SYSTEM VALUE
     SELECT i, 1, 'd' || i, 'D' || i, 'Unknown', 'unidentified', CASE i WHEN 1000001 THEN 900002 END, '1'
     FROM generate_series(1000001, 1000002) i`,
  );
}

/** A website with a sitemap of which a part was never visited. */
async function aWebsite(): Promise<{ id: number; pageIds: number[] }> {
  const { rows: made } = await pool.query<{ id: number }>(
    `WITH account AS (
       INSERT INTO accounts (public_id, name, plan) VALUES (gen_random_uuid(), 'a', 'pro') RETURNING id
     )
     INSERT INTO websites (id, public_id, account_id, domain, tracking_id) OVERRIDING SYSTEM VALUE
     SELECT $1, gen_random_uuid(), id, 'shop.example', gen_random_uuid() FROM account RETURNING id`,
    [websites++],
  );
  const { id } = made[0]!;
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO pages (website_id, id, path)
     SELECT $1::integer, n, path FROM unnest($2::text[]) WITH ORDINALITY AS p (path, n) RETURNING id`,
    [id, ALL_PATHS],
  );
  return { id, pageIds: rows.map((row) => row.id) };
}

const SITEMAP = [...PATHS.slice(0, 30), '/Ä', ...NEVER_VISITED];
const keepSitemap = (id: number, paths = SITEMAP) =>
  new Sitemaps(pool).keep(id, {
    ...{ paths, source: 'given', now: new Date(), files: 1, addresses: paths.length },
    leftOut: { other_hosts: 0, no_addresses: 0, too_long: 0, beyond_bound: 0, files: 0 },
  });

async function settle(): Promise<void> {
  const task = pageDigestsTask({ leastVisits: 60 });
  await runUpkeepRound(pool, task);
  await runUpkeepRound(pool, task);
}

/** Draws the same numbers for the same seed. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Days of which some have a digest, some are too quiet for one, and two are recent. */
function someVisits(id: number, pageIds: number[], draw: (below: number) => number): Visit[] {
  const today = Date.now() - (Date.now() % DAY);
  return Array.from({ length: 4_000 }, () => {
    const botId = draw(3) ? BOTS[draw(BOTS.length)]! : 0;
    const age = Math.floor(draw(9) ** 2 * 1.3) + draw(2);
    return aVisit({
      ...{ websiteId: id, botId, time: today - age * DAY + draw(1_000) },
      pageId: draw(50) ? pageIds[Math.floor(draw(pageIds.length) ** 2 / pageIds.length)]! : null,
      verification: botId && draw(4) === 0 ? 'spoofed' : 'not_checked',
      statusCode: draw(3) ? 200 : 404,
    });
  });
}

interface Question {
  of: CoverageOf;
  show: CoverageShown;
  filter: { bot?: string; provider?: string; category?: 'ai_training' };
  path?: string;
}

/** Returns what the report must say, by the visits alone. */
function expected(visits: Visit[], pageIds: number[], { from, to }: DayRange, asked: Question) {
  const pathOf = new Map(pageIds.map((id, place) => [id, ALL_PATHS[place]!]));
  const within = visits.filter(
    ({ time, pageId }) => pageId !== null && time >= from.getTime() && time < to.getTime(),
  );
  const { of, filter, path = '' } = asked;
  const chosen = within.filter(({ botId }) => {
    const [bot, category] = [reportedAs(botId), CATEGORIES[reportedAs(botId)]];
    if (!category?.startsWith('ai_') || (filter.category ?? category) !== category) return false;
    if (filter.provider !== undefined && (bot === 900_006) !== (filter.provider === 'Q'))
      return false;
    return (filter.bot ?? `B${bot}`) === `B${bot}`;
  });
  const days = new Map<string, Visit[]>();
  for (const visit of chosen) {
    const key = `${Math.floor(visit.time / DAY)} ${visit.botId} ${visit.pageId}`;
    days.set(key, [...(days.get(key) ?? []), visit]);
  }
  const reads = [...days.values()]
    .filter(
      (some) =>
        some.some(({ verification }) => verification !== 'spoofed') &&
        some.some(({ statusCode }) => statusCode < 400),
    )
    .map(([visit]) => ({
      path: pathOf.get(visit!.pageId!)!,
      bot: reportedAs(visit!.botId),
      day: new Date(visit!.time).toISOString().slice(0, 10),
    }));
  const people = within.filter(({ botId }) => botId === 0);
  const byPeople = (one: string) => people.filter(({ pageId }) => pathOf.get(pageId!) === one);
  const wanted =
    of === 'sitemap'
      ? SITEMAP
      : ALL_PATHS.filter(
          (one) => !/\.css$/i.test(one) && byPeople(one).some((visit) => visit.statusCode < 400),
        );
  const pages = wanted
    .filter((one) => one.startsWith(path))
    .map((one): CoveredPage => {
      const own = chosen.filter(({ pageId }) => pathOf.get(pageId!) === one);
      const read = reads.filter((some) => some.path === one);
      const bots = [...new Set(read.map(({ bot }) => bot))];
      return {
        path: one,
        human_visits: byPeople(one).length,
        ai_bot_visits: own.length,
        error_visits: own.filter(({ statusCode }) => statusCode >= 400).length,
        read_by: bots.length,
        categories: [...new Set(bots.map((bot) => CATEGORIES[bot]))].sort() as never,
        last_read:
          read
            .map(({ day }) => day)
            .sort()
            .at(-1) ?? null,
      };
    })
    .sort(
      (a, b) =>
        b.human_visits - a.human_visits || Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)),
    );
  return documentOf(pages, reads, asked.show);
}

function documentOf(
  pages: CoveredPage[],
  reads: { path: string; bot: number }[],
  show: CoverageShown,
) {
  const known = new Set(pages.map(({ path }) => path));
  const counted = (name: (bot: number) => string) => {
    const groups = new Map<string, Set<string>>();
    for (const { bot, path } of reads)
      if (known.has(path)) groups.set(name(bot), (groups.get(name(bot)) ?? new Set()).add(path));
    return Object.fromEntries([...groups].map(([key, paths]) => [key, paths.size]));
  };
  const isShown: Record<CoverageShown, (page: CoveredPage) => boolean> = {
    all: () => true,
    read: ({ read_by }) => read_by > 0,
    never_read: ({ read_by }) => read_by === 0,
    errors: ({ error_visits }) => error_visits > 0,
  };
  const has = (test: (page: CoveredPage) => boolean) => pages.filter(test).length;
  return {
    totals: {
      pages: pages.length,
      read: has(isShown.read),
      asked_not_read: has((page) => page.read_by === 0 && page.ai_bot_visits > 0),
      with_errors: has(isShown.errors),
    },
    categories: counted((bot) => CATEGORIES[bot]!),
    bots: counted((bot) => `B${bot}`),
    pages: pages.filter(isShown[show]),
  };
}

/** Reads all parts of the report. */
async function reported(id: number, range: DayRange, asked: Question) {
  const parts: Coverage[] = [];
  for (let after; parts.length === 0 || after; after = parts.at(-1)?.list.next ?? undefined) {
    parts.push(await reader.coverage(id, range, { ...asked, limit: LIMIT, after }));
  }
  const [{ totals, categories, bots }] = parts as [Coverage];
  for (const part of parts) expect(part.totals).toEqual(totals);
  expect(bots.map(({ pages }) => pages)).toEqual(
    bots.map(({ pages }) => pages).sort((a, b) => b - a),
  );
  return {
    totals,
    categories: Object.fromEntries(categories.map(({ category, pages }) => [category, pages])),
    bots: Object.fromEntries(bots.map(({ name, pages }) => [name, pages])),
    pages: parts.flatMap(({ list }) => list.rows),
  };
}

function questions(): [DayRange, Question][] {
  const today = Date.now() - (Date.now() % DAY);
  const ranges = [
    [100, 0],
    [70, 5],
    [1, 1],
  ].map(([from, to]) => ({
    from: new Date(today - from! * DAY),
    to: new Date(today - (to! - 1) * DAY),
  }));
  const asked: Question[] = [
    ...(['sitemap', 'visited'] as const).flatMap((of) =>
      (['all', 'read', 'never_read', 'errors'] as const).map((show) => ({ of, show, filter: {} })),
    ),
    { of: 'sitemap', show: 'never_read', filter: { bot: 'B900002' } },
    { of: 'visited', show: 'all', filter: { category: 'ai_training' }, path: '/blog/' },
    { of: 'sitemap', show: 'errors', filter: { provider: 'Q' }, path: '/shop' },
    { of: 'sitemap', show: 'all', filter: { bot: 'B900001' } },
  ];
  return ranges.flatMap((range) => asked.map((one): [DayRange, Question] => [range, one]));
}

async function compare(id: number, visits: Visit[], pageIds: number[]): Promise<void> {
  for (const [range, asked] of questions()) {
    const is = await reported(id, range, asked);
    expect({ range, asked, ...is }).toEqual({
      ...{ range, asked },
      ...expected(visits, pageIds, range, asked),
    });
  }
}

describe.each<TestFlavour>(['plain', 'timescale', 'citus'])('on %s', (flavour) => {
  describeOnFlavour(flavour, 'coverage', () => {
    beforeAll(() => begin(flavour));
    afterAll(async () => {
      await pool.end();
      await database.drop();
    });
    const write = (visits: Visit[]) =>
      new TestVisitWriter(pool).write({
        ...{ id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits },
      });

    it.each([1, 2])(
      'says of days, digests and late visits what the visits say (%s)',
      async (seed) => {
        const { id, pageIds } = await aWebsite();
        const draw = draws(seed);
        const visits = someVisits(id, pageIds, draw);
        const first = visits.slice(0, 3_000);
        await keepSitemap(id);
        await write(first);
        await compare(id, first, pageIds);
        if (flavour === 'timescale') await runUpkeepRound(pool, rollUpRefreshTask());
        await settle();
        await compare(id, first, pageIds);
        // These make digests stale, and their pages have positions by now.
        await write(visits.slice(3_000));
        await keepSitemap(id);
        await compare(id, visits, pageIds);
        await settle();
        await compare(id, visits, pageIds);
      },
    );
  });
});

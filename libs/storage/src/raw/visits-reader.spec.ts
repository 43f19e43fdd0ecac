import { randomUUID } from 'node:crypto';
import { VERIFICATIONS, type VisitEntry } from '@app/contracts';
import { createLogger } from '@app/observability';
import {
  aVisit,
  createTestDatabase,
  describeOnFlavour,
  type TestDatabase,
  TestVisitWriter,
  type Visit,
} from '@app/testing';
import pg from 'pg';
import { filledDatabase } from '../../test/filled-database.js';
import { createPool, type Pool } from '../database/pool.js';
import type { ListFilter } from '../reports/report-questions.js';
import { TrafficReader } from '../reports/traffic-reader.js';
import { placeBefore, type VisitPlace } from './visit-place.js';
import { type Turn, type VisitFilter, VisitsReader } from './visits-reader.js';

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 7, 3);
const days = { from: new Date(FIRST), to: new Date(FIRST + 3 * DAY) };
const turn: Turn = (work) => work();

/** A statement may take this long, also when it waits for a lock. */
const HASTY = '-c timezone=UTC -c statement_timeout=200';

/** Numbers that look random, and are the same in every run. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each(['plain', 'timescale', 'citus'] as const)('on %s', (flavour) => {
  describeOnFlavour(flavour, 'visits, one by one', () => {
    let database: TestDatabase;
    let pool: Pool;
    let reader: VisitsReader;
    let website = 100;
    beforeAll(async () => {
      database = await createTestDatabase(flavour);
      const logger = createLogger('test', 'silent');
      const { url } = database;
      pool = createPool({ url, max: 4, name: 'test', statementTimeoutMs: 20_000, logger });
      reader = new VisitsReader(pool);
      await pool.query(
        `INSERT INTO bots (id, slug, name, provider, category, registry_version)
         SELECT i, 'b' || i, 'B' || i, 'P' || i % 2, CASE WHEN i % 2 = 0 THEN 'ai_search' ELSE 'seo' END, 1
         FROM generate_series(900001, 900004) i`,
      );
    });
    beforeEach(() => {
      website++;
    });
    afterAll(async () => {
      await pool.end();
      await database.drop();
    });

    async function write(visits: Partial<Visit>[]): Promise<void> {
      const rows = visits.map((visit) => aVisit({ websiteId: website, ...visit }));
      for (let from = 0; from < rows.length; from += 1_000) {
        const batch = { id: randomUUID(), accountId: 1, receivedAt: Date.now() };
        await new TestVisitWriter(pool).write({ ...batch, visits: rows.slice(from, from + 1_000) });
      }
    }

    /** Compresses every chunk, where there are chunks. */
    async function compress(): Promise<void> {
      if (flavour === 'timescale')
        await pool.query(`SELECT compress_chunk(c, true) FROM show_chunks('visits') c`);
    }

    async function readPart(
      after: VisitPlace,
      most: number,
      filter: ListFilter = {},
    ): Promise<{ visits: VisitEntry[]; next: VisitPlace | undefined }> {
      const chosen = await reader.choose(website, days, filter);
      const to = days.to.getTime();
      const { end, more } = await reader.findEnd(chosen, { after, to, most }, turn);
      const visits: VisitEntry[] = [];
      for await (const some of reader.visits(chosen, { after, end }, turn)) visits.push(...some);
      return { visits, next: more ? end : undefined };
    }

    const readAll = async (filter?: ListFilter) =>
      (await readPart(placeBefore(FIRST), 1_000_000, filter)).visits;

    /** Equal visits cannot be told apart, so lists of visits are compared as sorted texts. */
    const sorted = (visits: VisitEntry[]) => visits.map((visit) => JSON.stringify(visit)).sort();

    /** Few different visits at few times, so that many are equal and more have equal times. */
    const crowd = (draw: (below: number) => number, count: number): Partial<Visit>[] =>
      Array.from({ length: count }, () => ({
        time: FIRST + draw(3) * DAY + draw(20),
        path: `/${draw(3)}`,
        userAgent: `agent ${draw(3)}`,
        ip: draw(2) ? '198.51.100.0' : null,
      }));

    it('has each visit once in any parts, while others arrive and chunks are compressed', async () => {
      for (let seed = 1; seed <= 6; seed++) {
        website++;
        const draw = drawing(seed);
        await write(crowd(draw, 400));
        const before = sorted(await readAll());
        expect(before).toHaveLength(400);
        const seen: VisitEntry[] = [];
        let arrived = 0;
        let place: VisitPlace | undefined = placeBefore(FIRST);
        for (let part = 0; place; part++) {
          const { visits, next }: Awaited<ReturnType<typeof readPart>> = await readPart(
            place,
            1 + draw(60),
          );
          seen.push(...visits.filter(({ referer }) => referer === null));
          place = next;
          // Those that arrive have a referer, so that they can be told from the older ones.
          const late = crowd(draw, 20).map((visit) => ({ ...visit, referer: 'https://late/' }));
          await write(late);
          arrived += late.length;
          if (part === 2 && seed === 1) await compress();
        }
        expect(sorted(seen)).toEqual(before);
        expect(await readAll()).toHaveLength(400 + arrived);
      }
    });

    it('keeps its place among equal visits when more of them arrive', async () => {
      const same = Array.from({ length: 10 }, () => ({ time: FIRST + 5 }));
      await write(same);
      const first = await readPart(placeBefore(FIRST), 4);
      expect(first.visits).toHaveLength(4);
      await write(same.slice(0, 3));
      const second = await readPart(first.next as VisitPlace, 5);
      expect(second.visits).toHaveLength(5);
      const third = await readPart(second.next as VisitPlace, 100);
      expect(third).toMatchObject({ next: undefined });
      expect(third.visits).toHaveLength(4);
    });

    it('reads an instant with more visits than a statement returns', async () => {
      await write(
        Array.from({ length: 5_000 }, (_, n) => ({ time: FIRST, path: `/${n % 4_500}` })),
      );
      const seen: VisitEntry[] = [];
      for (let place: VisitPlace | undefined = placeBefore(FIRST); place;) {
        const { visits, next }: Awaited<ReturnType<typeof readPart>> = await readPart(place, 2_300);
        seen.push(...visits);
        place = next;
      }
      expect(seen).toHaveLength(5_000);
      expect(new Set(seen.map(({ path }) => path)).size).toBe(4_500);
    });

    it('ends exactly: a part as long as the list has none behind it', async () => {
      await write(Array.from({ length: 5 }, (_, n) => ({ time: FIRST + n * DAY * 0.5 })));
      expect((await readPart(placeBefore(FIRST), 5)).next).toBeUndefined();
      expect((await readPart(placeBefore(FIRST), 4)).next).toBeDefined();
      website++;
      expect(await readPart(placeBefore(FIRST), 4)).toEqual({ visits: [], next: undefined });
    });

    it('reads less at a time after a statement that took too long', async () => {
      await write(Array.from({ length: 50 }, (_, n) => ({ time: FIRST + n * 1_000 })));
      const hasty = new pg.Pool({ connectionString: database.url, options: HASTY });
      const slow = new VisitsReader(hasty);
      const chosen = await slow.choose(website, days, {});
      const part = { after: placeBefore(FIRST), end: placeBefore(days.to.getTime()) };
      let turns = 0;
      const locked = await pool.connect();
      await locked.query('BEGIN; LOCK TABLE visits IN ACCESS EXCLUSIVE MODE');
      const unlocking: Turn = async (work) => {
        if (++turns === 2) await locked.query('COMMIT');
        return work();
      };
      const visits: VisitEntry[] = [];
      for await (const some of slow.visits(chosen, part, unlocking)) visits.push(...some);
      expect([visits.length, turns > 2]).toEqual([50, true]);

      await locked.query('BEGIN; LOCK TABLE visits IN ACCESS EXCLUSIVE MODE');
      const instant = { after: placeBefore(FIRST), end: placeBefore(FIRST + 1) };
      await expect(slow.visits(chosen, instant, turn).next()).rejects.toThrow('statement timeout');
      const asked = { after: placeBefore(FIRST), to: FIRST + 1, most: 1 };
      await expect(slow.findEnd(chosen, asked, turn)).rejects.toThrow('statement timeout');
      await locked.query('COMMIT');
      locked.release();
      await hasty.end();
    });

    it('has as many visits as the reports count, for every filter, late and compressed', async () => {
      const { rows } = await pool.query<{ id: string }>(
        `INSERT INTO pages (website_id, id, path) SELECT $1::integer, i + 1, '/p' || i || '/x' FROM generate_series(0, 4) i RETURNING id`,
        [website],
      );
      const draw = drawing(7);
      const visit = (): Partial<Visit> => {
        const page = draw(6);
        return {
          time: FIRST + draw(3 * DAY),
          botId: draw(5) && 900_000 + draw(5),
          verification: 'not_checked',
          pageId: page < 5 ? Number(rows[page]?.id) : null,
          path: `/p${page}/x`,
          statusCode: 200 + 100 * draw(4) + draw(3),
        };
      };
      const visits = Array.from({ length: 600 }, visit).map((one) => ({
        ...one,
        botId: one.botId === 900_000 ? 0 : (one.botId ?? 0),
        ...(one.botId && one.botId > 900_000 ? { verification: VERIFICATIONS[draw(4)] } : {}),
      }));
      await write(visits.slice(0, 400));
      await compress();
      await write(visits.slice(400));
      await expectCountsOfReports();
    });

    async function expectCountsOfReports(): Promise<void> {
      const reports = new TrafficReader(pool);
      const filters: ListFilter[] = [
        ...[{}, { bot: 'b900001' }, { provider: 'P1' }, { category: 'ai_search' as const }],
        ...[{ visitors: 'bots' as const }, { visitors: 'ai_bots' as const }, { bot: 'nobody' }],
        ...VERIFICATIONS.map((verification) => ({ verification })),
        { provider: 'P0', verification: 'spoofed' },
      ];
      const counts: number[] = [];
      for (const filter of filters) {
        const series = await reports.series(website, days, 'day', filter);
        const visits = (await readAll(filter)).length;
        const counted = series.map(({ total_visits }) => total_visits);
        expect([filter, visits]).toEqual([filter, counted.reduce((a, b) => a + b, 0)]);
        counts.push(visits);
        for (const chosen of [{ path: '/p' }, { path: '/p1' }, { exact_path: '/p2/x' }]) {
          const both = { ...filter, ...chosen };
          const pages = await reports.pages(website, days, both);
          const counted = pages.map((page) => page.bot_visits + page.human_visits);
          const sum = counted.reduce((a, b) => a + b, 0);
          expect([both, (await readAll(both)).length]).toEqual([both, sum]);
        }
      }
      expect(counts.filter((count) => count > 0).length).toBeGreaterThan(8);
      for (const { status_code, visits } of await reports.statuses(website, days)) {
        const statuses = [status_code, status_code] as const;
        expect(await readWith({ statuses })).toHaveLength(visits);
      }
    }

    async function readWith(filter: { statuses: readonly [number, number] }) {
      return readAll(filter as ListFilter);
    }
  });
});

describe.each(['plain', 'timescale', 'citus'] as const)('on %s', (flavour) => {
  describeOnFlavour(flavour, 'visits of sixty days, most of them in time', () => {
    it('are as many as the reports count', async () => {
      const { database, pool } = await filledDatabase(flavour);
      const reports = new TrafficReader(pool);
      const reader = new VisitsReader(pool);
      const tomorrow = Math.ceil(Date.now() / DAY) * DAY;
      const range = { from: new Date(tomorrow - 70 * DAY), to: new Date(tomorrow) };
      const part = {
        after: placeBefore(range.from.getTime()),
        end: placeBefore(range.to.getTime()),
      };
      const count = async (website: number, filter: VisitFilter) => {
        const chosen = await reader.choose(website, range, filter);
        let visits = 0;
        for await (const some of reader.visits(chosen, part, turn)) visits += some.length;
        return visits;
      };
      for (const website of [1, 2]) {
        const totals = await reports.totals(website, range);
        expect(totals.total_visits).toBeGreaterThan(1_900);
        expect(await count(website, {})).toBe(totals.total_visits);
        expect(await count(website, { visitors: 'bots' })).toBe(totals.bot_visits);
        expect(await count(website, { verification: 'spoofed' })).toBe(totals.spoofed_visits);
        for (const { status_code, visits } of await reports.statuses(website, range))
          expect(await count(website, { statuses: [status_code, status_code] })).toBe(visits);
      }
      await pool.end();
      await database.drop();
    });
  });
});

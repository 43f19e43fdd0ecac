import { aLogEntryInput, CHROME, FakeClock } from '@app/testing';
import { expectJson, expectProcessed, get, ingest } from '../support/http.js';
import {
  readBots,
  readGroups,
  readPages,
  readSeries,
  readSummary,
  type Reading,
} from '../support/reports.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System } from '../support/system-on-queue.js';

const OF_ANTHROPIC = 'Mozilla/5.0 (compatible; Anthropic-Qzx/1.0; +https://www.anthropic.com)';
const DAYS = 'start_date=2026-11-18&end_date=2026-11-20';

let system: System;
let reading: Reading;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock: FakeClock.at('2026-11-20T12:00:00Z') });
  const tenant = await system.createTenant();
  const entries = [
    [OF_ANTHROPIC, '/a'],
    ['Zorglub-AI/2.0', '/b'],
    ['Google-Qzx/1.0', '/b'],
    ['Google-Qzx/1.0', '/c'],
    ['Google-Qzx/1.0', '/c'],
    ['LAION-Qzx/1.0', '/d'],
    ['Criteo-Qzx/1.0', '/e'],
    ['Criteo-Qzx/1.0', '/e'],
    ['Criteo-Qzx/1.0', '/e'],
    [CHROME, '/a'],
  ].map(([user_agent = '', path = '']) =>
    aLogEntryInput({ user_agent, path, timestamp: '2026-11-19T10:00:00Z' }),
  );
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length);
  reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
});
afterAll(() => system.stop());

const of = (name: string, provider: string, category: string, visits: number) => ({
  ...{ name, provider, category, visits, declared: true },
});
const ANTHROPICS = of('Anthropic-Qzx', 'Anthropic', 'ai_unidentified', 1);
const ZORGLUBS = of('Zorglub-AI', 'Unknown', 'ai_unidentified', 1);
/** All bots of the operator are of one category. */
const LAIONS = of('LAION-Qzx', 'LAION', 'ai_training', 1);
const CRITEOS = of('Criteo-Qzx', 'Criteo', 'advertising', 3);

describe('A bot that no row names, and that tells its operator or that it is for AI', () => {
  it('has its operator, and counts as an AI bot from its first visit on', async () => {
    expect(await readBots(reading, DAYS)).toMatchObject([
      CRITEOS,
      of('Google-Qzx', 'Google', 'unidentified', 3),
      ANTHROPICS,
      LAIONS,
      ZORGLUBS,
    ]);
    expect(await readSummary(reading, DAYS)).toMatchObject({ bot_visits: 9, ai_bot_visits: 3 });
  });

  it.each([
    ['provider=Anthropic', [ANTHROPICS]],
    ['category=advertising', [CRITEOS]],
    ['category=ai_training', [LAIONS]],
    ['category=ai_unidentified', [ANTHROPICS, ZORGLUBS]],
    ['path=/b&category=ai_unidentified', [ZORGLUBS]],
    ['new=true&category=ai_unidentified', [ANTHROPICS, ZORGLUBS]],
  ])('is found by %s', async (words, bots) => {
    expect(await readBots(reading, `${DAYS}&${words}`)).toMatchObject(bots);
  });

  it('is in the counts of AI bots by page, hour and group', async () => {
    const pages = await readPages(reading, DAYS);
    expect(pages.map(({ path, ai_bot_visits }) => `${path} ${ai_bot_visits}`).sort()).toEqual([
      '/a 1',
      '/b 1',
      '/c 0',
      '/d 1',
      '/e 0',
    ]);
    const ofAi = await readPages(reading, `${DAYS}&visitors=ai_bots`);
    expect(ofAi.map(({ path }) => path).sort()).toEqual(['/a', '/b', '/d']);
    const series = await readSeries(reading, `${DAYS}&interval=hour`);
    expect(series.reduce((sum, point) => sum + point.ai_bot_visits, 0)).toBe(3);
    const { groups } = await readGroups(reading, `${DAYS}&interval=day&group_by=category`);
    expect(groups.map(({ name, visits }) => [name, visits])).toContainEqual(['ai_unidentified', 2]);
  });

  it('has read the pages that it got', async () => {
    const path = `/websites/${reading.id}/coverage` as const;
    const answer = await get(system.base, `${path}?${DAYS}&of=visited`, reading.apiKey);
    expectJson(answer, 200);
    const { counts, bots, categories } = answer.body.data;
    expect(counts).toMatchObject({ pages: 1, read: 1 });
    expect(bots).toMatchObject([{ name: 'Anthropic-Qzx', pages: 1 }]);
    expect(categories).toContainEqual({ category: 'ai_unidentified', pages: 1, share: 1 });
  });
});

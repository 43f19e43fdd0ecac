import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aLogEntryInput, eventually, GPTBOT } from '@app/testing';
import { exchange, expectProcessed, ingest } from '../support/http.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { type Reading, readBots, readPages, readSeries, readSummary } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

let folder: string;
let system: System;
let worker: ServiceProcess;
const startWorker = (file = '') =>
  startProcess('worker', { ...system.env, BOTS_FILE: file, WORKER_PORT: '0' });
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'botgauge-names-'));
  system = await startSystem({ worker: false });
  worker = await startWorker();
});
afterAll(async () => {
  await worker.stop();
  await system.stop();
  rmSync(folder, { recursive: true });
});

type Sent = [userAgent: string, visits: number, path?: string, day?: string];

async function visited(tenant: Tenant, ...sent: Sent[]): Promise<Reading> {
  const entries = sent.flatMap(([user_agent, visits, path = '/', day = '2026-11-20']) =>
    Array.from({ length: visits }, () =>
      aLogEntryInput({ path, user_agent, timestamp: `${day}T12:00:00Z` }),
    ),
  );
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length);
  return { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
}

const NOVEMBER = 'start_date=2026-11-01&end_date=2026-11-30';
const ZORGLUB = 'Mozilla/5.0 (compatible; Zorglub-Monitor/1.0; +https://www.zorglub.dev/bot)';
const UNKNOWN = { provider: 'Unknown', category: 'unidentified', declared: false };

/** A small website, whose bots are known, name themselves often and rarely, or say nothing. */
const someVisits = () =>
  visited(
    { ...tenant },
    [GPTBOT, 2],
    [ZORGLUB, 2, '/a'],
    ['zorglub_monitor/2.1', 3, '/b', '2026-11-21'],
    ['Quibble/0.1', 2, '/b'],
    ['Fnord/0.1', 1, '/c'],
    ['123', 1, '/b'],
  );
let tenant: Tenant;
let reading: Reading;
beforeAll(async () => {
  tenant = await system.createTenant();
  reading = await someVisits();
});

describe('A bot that names itself', () => {
  it('is a bot of its own from its third visit on; all others are one row', async () => {
    const bots = await readBots(reading, NOVEMBER);
    expect(bots).toMatchObject([
      {
        ...{ name: 'Zorglub-Monitor', provider: 'zorglub.dev', category: 'monitoring' },
        ...{ visits: 5, pages_visited: 2, declared: true },
        first_seen: '2026-11-20T12:00:00.000Z',
        last_seen: '2026-11-21T12:00:00.000Z',
      },
      { ...UNKNOWN, name: 'Unidentified bot', visits: 4, pages_visited: 2 },
      { name: 'GPTBot', visits: 2, declared: false },
    ]);
    const { bot_visits, ai_bot_visits } = await readSummary(reading, NOVEMBER);
    expect({ bot_visits, ai_bot_visits }).toEqual({ bot_visits: 11, ai_bot_visits: 2 });
  });

  it('is unidentified in a period in which it came fewer than three times', async () => {
    const bots = await readBots(reading, 'start_date=2026-11-20&end_date=2026-11-20');
    expect(bots).toMatchObject([
      { ...UNKNOWN, name: 'Unidentified bot', visits: 6, pages_visited: 3 },
      { name: 'GPTBot', visits: 2 },
    ]);
  });

  it('has its name in a time zone, too, by the visits of whole UTC days', async () => {
    const named = await readBots(reading, `${NOVEMBER}&timezone=Asia/Tokyo`);
    const all = await readBots(reading, NOVEMBER);
    expect(named).toEqual(all.map((bot) => ({ ...bot, pages_visited: null })));
    // Two of its visits came on this day of Kiribati, and five on the UTC days that it touches.
    const day = 'start_date=2026-11-21&end_date=2026-11-21&timezone=Pacific/Kiritimati';
    const zorglub = { name: 'Zorglub-Monitor', visits: 2, declared: true };
    expect(await readBots(reading, `${day}&bot=Zorglub-Monitor`)).toMatchObject([zorglub]);
    const names = (await readBots(reading, day)).map(({ name }) => name);
    expect(names.sort()).toEqual(['GPTBot', 'Unidentified bot', 'Zorglub-Monitor']);
  });

  it('is found by its name, provider and category in every report', async () => {
    for (const words of ['bot=ZORGLUB-monitor', 'provider=zorglub.dev', 'category=monitoring']) {
      const query = `${NOVEMBER}&${words}`;
      expect(await readBots(reading, query)).toMatchObject([{ visits: 5, declared: true }]);
      const pages = await readPages(reading, query);
      expect(pages.map(({ path, bot_visits }) => [path, bot_visits])).toEqual([
        ['/b', 3],
        ['/a', 2],
      ]);
      const series = await readSeries(reading, `${query}&interval=week`);
      expect(series.reduce((sum, point) => sum + point.bot_visits, 0)).toBe(5);
    }
    const unknown = `${NOVEMBER}&bot=unidentified%20bot`;
    expect(await readBots(reading, unknown)).toMatchObject([{ visits: 4, pages_visited: 2 }]);
    expect(await readBots(reading, `${unknown}&path=/c`)).toMatchObject([{ visits: 1 }]);
    expect(await readBots(reading, `${NOVEMBER}&bot=quibble`)).toEqual([]);
    const unverified = await readBots(reading, `${NOVEMBER}&verification=unverifiable`);
    expect(unverified.map(({ name, visits }) => [name, visits])).toContainEqual([
      'Zorglub-Monitor',
      5,
    ]);
  });

  it('is marked in CSV', async () => {
    const url = `${system.base}/api/v1/websites/${reading.id}/bots?${NOVEMBER}&format=csv`;
    const { text } = await exchange(url, { headers: { 'x-api-key': reading.apiKey } });
    const [head = '', first = ''] = text.split('\r\n');
    const columns = head.split(',');
    const cells = first.split(',');
    expect([columns.at(-1), cells[0], cells.at(-1)]).toEqual([
      'declared',
      'Zorglub-Monitor',
      'true',
    ]);
  });

  it('is never shown to another account, which may have a bot of the same name', async () => {
    const neighbour = await system.createTenant();
    const theirs = await visited(neighbour, ['Zorglub-Monitor (+https://evil.example)', 4]);
    expect(await readBots(theirs, NOVEMBER)).toMatchObject([
      { provider: 'evil.example', visits: 4, declared: true },
    ]);
    expect(await readBots(theirs, `${NOVEMBER}&provider=zorglub.dev`)).toEqual([]);
    expect(await readBots(reading, `${NOVEMBER}&provider=evil.example`)).toEqual([]);
    expect(await readBots(reading, NOVEMBER)).toHaveLength(3);
  });
});

describe('A row that comes later', () => {
  /** Runs a worker with these rows, until a condition holds. */
  async function withRows(rows: object[], holds: () => Promise<void>): Promise<void> {
    const path = join(folder, 'bots.json');
    writeFileSync(path, JSON.stringify(rows));
    await worker.stop();
    worker = await startWorker(path);
    await eventually(holds);
  }

  it('takes over the visits of the past, few ones too, and gives them back when it goes', async () => {
    const row = {
      ...{ id: 100_000, name: 'Quibble', provider: 'Quibble Inc.', category: 'ai_search' },
      ...{ documentation: null, tokens: ['Quibble'], examples: ['Quibble/1.0'] },
    };
    await withRows([row], async () => {
      const bots = await readBots(reading, NOVEMBER);
      expect(bots).toContainEqual(
        expect.objectContaining({
          name: 'Quibble',
          provider: 'Quibble Inc.',
          visits: 2,
          declared: false,
        }),
      );
      expect(bots).toContainEqual(
        expect.objectContaining({ name: 'Unidentified bot', visits: 2, pages_visited: 2 }),
      );
      expect(await readSummary(reading, NOVEMBER)).toMatchObject({
        ...{ bot_visits: 11, ai_bot_visits: 4 },
      });
      expect(await readBots(reading, `${NOVEMBER}&category=ai_search`)).toMatchObject([
        { visits: 2 },
      ]);
    });
    const other = {
      ...row,
      id: 100_001,
      name: 'Other',
      tokens: ['Other'],
      examples: ['Other/1.0'],
    };
    await withRows([other], async () => {
      expect(await readSummary(reading, NOVEMBER)).toMatchObject({ ai_bot_visits: 2 });
    });
  });
});

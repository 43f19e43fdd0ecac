import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aLogEntryInput, eventually } from '@app/testing';
import { ingest, request } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { readBots, readKnownBots, readSummary } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

let folder: string;
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'botgauge-bots-'));
  system = await startSystem({ worker: false });
  tenant = await system.createTenant();
});
afterAll(async () => {
  await system.stop();
  rmSync(folder, { recursive: true });
});

const HOUSE = {
  id: 100_000,
  name: 'House crawler',
  provider: 'Example Ltd',
  category: 'ai_search',
  documentation: 'https://crawler.example/',
  tokens: ['HouseCrawler'],
  examples: ['HouseCrawler/1.0'],
};

function aFile(name: string, rows: object[]): { path: string; digest: string } {
  const text = JSON.stringify(rows);
  const path = join(folder, name);
  writeFileSync(path, text);
  return { path, digest: createHash('sha256').update(text).digest('hex') };
}

const start = (app: 'api' | 'worker', path: string) =>
  startProcess(app, { ...system.env, BOTS_FILE: path, WORKER_PORT: '0' });

/** Runs a worker with a file, or without one, and stops it as a restart does. */
async function withWorker(path: string, work: (worker: ServiceProcess) => Promise<void>) {
  const worker = await start('worker', path);
  try {
    await work(worker);
  } finally {
    expect(await worker.stop()).toBe(0);
  }
}

const reading = () => ({
  base: system.base,
  apiKey: tenant.apiKey,
  id: tenant.website.public_id,
});
const known = async (name: string) =>
  (await readKnownBots(reading())).filter((bot) => bot.name === name);

let sent = 0;
async function visit(userAgent: string): Promise<void> {
  const timestamp = new Date().toISOString();
  await ingest(system.base, tenant.botKey, [aLogEntryInput({ timestamp, user_agent: userAgent })]);
  sent += 1;
}

describe('BOTS_FILE', () => {
  it('names bots, changes rows of the registry, and takes back what it no longer says', async () => {
    const first = aFile('first.json', [HOUSE, { id: 101, category: 'seo' }]);
    await withWorker(first.path, async () => {
      await visit('HouseCrawler/1.0');
      await visit('GPTBot/1.2');
      await system.untilVisits(tenant.website, sent);
    });
    expect(await known('House crawler')).toMatchObject([{ category: 'ai_search' }]);
    expect(await known('GPTBot')).toMatchObject([{ category: 'seo', provider: 'OpenAI' }]);
    expect(await readSummary(reading(), 'period=today')).toMatchObject({ ai_bot_visits: 1 });

    const second = aFile('second.json', [{ ...HOUSE, name: 'House crawler 2' }]);
    await withWorker(second.path, async () => {
      await visit('HouseCrawler/1.0');
      await system.untilVisits(tenant.website, sent);
    });
    expect(await known('GPTBot')).toMatchObject([{ category: 'ai_training' }]);
    expect(await known('House crawler')).toEqual([]);
    expect(await readSummary(reading(), 'period=today')).toMatchObject({ ai_bot_visits: 3 });

    // Without a file, what was counted with the row keeps its name, and new visits do not get it.
    await withWorker('', async () => {
      await visit('HouseCrawler/1.0');
      await system.untilVisits(tenant.website, sent);
    });
    expect(await known('House crawler 2')).toHaveLength(1);
    const bots = await readBots(reading(), 'period=today');
    expect(bots.map(({ name, visits }) => [name, visits])).toEqual(
      expect.arrayContaining([
        ['House crawler 2', 2],
        ['GPTBot', 1],
      ]),
    );
  });

  it('gives the name and slug of a lost row to another row', async () => {
    for (const id of [100_001, 100_002]) {
      const { path } = aFile(`${id}.json`, [
        { ...HOUSE, id, name: 'Moving crawler', tokens: ['MovingCrawler'] },
      ]);
      await withWorker(path, () => Promise.resolve());
    }
    expect(await known('Moving crawler')).toHaveLength(2);
  });

  it('shows its digest, and warns while another process has another file', async () => {
    const one = aFile('one.json', [HOUSE]);
    const other = aFile('other.json', [{ ...HOUSE, provider: 'Other Ltd' }]);
    const api = await start('api', one.path);
    const worker = await start('worker', one.path);
    expect((await request(`${api.base}/readyz`)).body).toMatchObject({
      data: { bots_file: one.digest },
    });
    expect((await request(`${worker.base}/readyz`)).body).toMatchObject({
      data: { bots_file: one.digest },
    });
    for (const { base } of [api, worker])
      expect(await metricOf(base, `botgauge_bots_file_info{digest="${one.digest}"}`)).toBe(1);

    const second = await start('worker', other.path);
    await eventually(async () => {
      expect(second.output()).toContain('another process has another BOTS_FILE');
      expect(second.output()).toContain(`botgauge-worker bots-file=${one.digest.slice(0, 16)}`);
      expect(await metricOf(second.base, 'botgauge_bots_file_others')).toBeGreaterThan(0);
    });
    expect(await second.stop()).toBe(0);
    expect(await worker.stop()).toBe(0);
    expect(await api.stop()).toBe(0);
  });

  it('ends the start of a process when it is wrong, with row and field', async () => {
    const { path } = aFile('wrong.json', [{ ...HOUSE, tokens: ['House.*'] }]);
    for (const app of ['api', 'worker'] as const)
      await expect(start(app, path)).rejects.toThrow(
        /BOTS_FILE .*wrong\.json: row 1 \(House crawler\), tokens\[0\]: looks like a pattern/,
      );
  });
});

import { verifyRollUps } from '@app/storage';
import { aLogEntryInput, CHROME, describeOnFlavour, eventually, GPTBOT } from '@app/testing';
import { ingest } from '../support/http.js';
import { type Reading, readBots, readPages, readSeries, readSummary } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const DAY = 86_400_000;
const SINCE_EVER = 'start_date=2000-01-01';

describeOnFlavour('timescale', 'continuous aggregates', () => {
  let system: System;
  let tenant: Tenant;
  let reading: Reading;
  let sent = 0;
  beforeAll(async () => {
    system = await startSystem({ flavour: 'timescale' });
  });
  afterAll(() => system.stop());
  beforeEach(async () => {
    tenant = await system.createTenant();
    reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
    sent = 0;
  });

  async function send(times: number[]): Promise<void> {
    const entries = times.map((timestamp, i) =>
      aLogEntryInput({ timestamp, user_agent: i % 2 ? GPTBOT : CHROME, path: `/${i % 9}` }),
    );
    const answer = await ingest(system.base, tenant.botKey, entries);
    expect(answer.status).toBe(200);
    sent += entries.length;
  }

  /** Waits until every report over all time shows what was sent. */
  async function untilVisible(): Promise<void> {
    await eventually(async () => {
      const summary = await readSummary(
        reading,
        `${SINCE_EVER}&end_date=${dateOf(Date.now() + DAY)}`,
      );
      expect(summary.total_visits).toBe(sent);
      const all = `${SINCE_EVER}&end_date=${dateOf(Date.now() + DAY)}`;
      for (const interval of ['week', 'month']) {
        const series = await readSeries(reading, `${all}&interval=${interval}`);
        expect(sum(series.map((point) => point.total_visits))).toBe(sent);
      }
      const bots = await readBots(reading, all);
      expect(sum(bots.map((bot) => bot.visits))).toBe(summary.bot_visits);
      const pages = await readPages(reading, `${all}&limit=1000`);
      expect(sum(pages.map((page) => page.bot_visits + page.human_visits))).toBe(sent);
    });
  }

  it('show current entries, and then entries of a year ago', async () => {
    await send([Date.now(), Date.now() - 1_000]);
    await untilVisible();
    await refreshed(system);
    await send([Date.now() - 365 * DAY, Date.now() - 400 * DAY, Date.now()]);
    await untilVisible();
  });

  it('show entries sent into compressed chunks', async () => {
    const times = Array.from({ length: 200 }, (_, i) => Date.now() - 30 * DAY - i * 60_000);
    await send(times);
    await untilVisible();
    await system.database.pool.query("SELECT compress_chunk(c, true) FROM show_chunks('visits') c");
    await send(times.map((time) => time + 1_000));
    await untilVisible();
  });

  it('count today even after an entry with the date of tomorrow', async () => {
    await send([Date.now() + 23 * 3_600_000]);
    await untilVisible();
    await refreshed(system);
    await send([Date.now(), Date.now() - 1_000]);
    await untilVisible();
    const today = await readSummary(reading, `start_date=${dateOf(Date.now() - DAY)}`);
    expect(today.total_visits).toBeGreaterThanOrEqual(2);
  });

  it('show entries of 20 past days, sent together with new ones', async () => {
    await send([Date.now()]);
    await refreshed(system);
    await send(Array.from({ length: 1_000 }, (_, i) => Date.now() - (i % 20) * DAY - i * 1_000));
    await untilVisible();
  });

  it('accept entries spread over 4,000 days, and agree with the raw visits in the end', async () => {
    const { rows } = await system.database.pool.query<{ locks: string }>(
      "SELECT current_setting('max_locks_per_transaction') AS locks",
    );
    expect(Number(rows[0]?.locks)).toBeGreaterThanOrEqual(1024);
    await send([Date.now()]);
    await refreshed(system);
    await send(Array.from({ length: 100 }, (_, i) => Date.now() - (i + 1) * 40 * DAY));
    await untilVisible();
    const client = await system.database.pool.connect();
    const { differences } = await verifyRollUps(client, 0);
    client.release();
    expect(differences).toEqual([]);
  });

  it('stay when retention drops the raw visits', async () => {
    await send([Date.now() - 100 * DAY, Date.now() - 99 * DAY, Date.now()]);
    await untilVisible();
    await refreshed(system);
    const { pool } = system.database;
    await pool.query("SELECT drop_chunks('visits', older_than => now() - interval '50 days')");
    await untilVisible();
    await refreshed(system);
    await untilVisible();
  });
});

/** Resolves when the aggregates have been materialised up to this minute. */
async function refreshed(system: System): Promise<void> {
  await eventually(async () => {
    const { rows } = await system.database.pool.query<{ done: boolean }>(
      "SELECT late_before >= now() - interval '90 seconds' AS done FROM roll_up_horizon",
    );
    expect(rows[0]?.done).toBe(true);
  });
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

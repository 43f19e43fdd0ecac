import { createShare } from '@app/access';
import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import { createLogger } from '@app/observability';
import {
  countMergeTask,
  DeclaredBots,
  FeedHealth,
  noTotals,
  pageDigestsTask,
  rollUpRefreshTask,
  Shares,
  upsertBots,
  verifyRollUps,
  websiteErasureTask,
} from '@app/storage';
import {
  aLogEntryInput,
  describeOnFlavour,
  eventually,
  GPTBOT,
  runUpkeepRound,
  type TestFlavour,
  recount,
} from '@app/testing';
import { expectProcessed, ingest } from '../support/http.js';
import { deleteWebsite } from '../support/manage.js';
import { readBots, readPages, readSeries, readSummary } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const logger = createLogger('test', 'silent');

/**
 * The views that reports read. The relations that they are made from are in the database's own
 * list.
 */
const VIEWS = [
  ...['traffic_hourly', 'traffic_daily', 'traffic_weekly', 'traffic_monthly'],
  ...['pages_daily', 'pages_recent'],
];

/** The tables of the verdicts on visits by what lists tell apart. */
const LIST_OF_VERDICTS = /^people_.*_(?:hourly|daily)$/;

/** A delivery with one entry and one reject. */
const aFeedCell = (websiteId: number) => ({
  websiteId,
  feed: 'json',
  hour: Date.now() - (Date.now() % HOUR),
  deliveries: 1,
  ...noTotals(),
  entries: 1,
  first: Date.now(),
  last: Date.now(),
  reasons: { skipped: {}, rejected: { no_time: 1 }, refused: {} },
  samples: [{ at: Date.now(), reason: 'no_time', message: 'has no time', outline: null }],
});

describe.each<TestFlavour>(['plain', 'timescale', 'citus'])('on %s', (flavour) => {
  describeOnFlavour(flavour, 'a deleted website', () => {
    let system: System;
    let deleted: Tenant;
    let kept: Tenant;
    let relations: string[];
    beforeEach(async () => {
      system = await startSystem({ flavour, worker: false });
      deleted = await system.createTenant({ domain: 'deleted.example' });
      kept = await system.createTenant({ domain: 'kept.example' });
      await upsertBots(system.database.pool, BOT_REGISTRY, REGISTRY_VERSION);
      const listed = await query<{ relation: string }>('SELECT relation FROM website_relations');
      relations = [...VIEWS, ...listed.map(({ relation }) => relation)];
    });
    afterEach(() => system.stop());

    const query = async <Row extends object>(sql: string, ...values: unknown[]) =>
      (await system.database.pool.query<Row>(sql, values)).rows;

    /** Names of the relations that have rows of the website. */
    async function relationsWith(websiteId: number): Promise<string[]> {
      const found: string[] = [];
      for (const relation of relations) {
        const rows = await query(
          `SELECT FROM ${relation} WHERE website_id = $1 LIMIT 1`,
          websiteId,
        );
        if (rows.length > 0) found.push(relation);
      }
      return found;
    }

    /**
     * Writes visits of both websites in every possible state. On TimescaleDB no visit before the
     * migration is in time, so the horizon is moved into the future, and some of the visits with
     * it.
     */
    async function fill(): Promise<void> {
      if (flavour === 'timescale')
        await query(
          "UPDATE roll_up_horizon SET late_before = date_trunc('hour', now() + interval '20 days')",
        );
      for (const { website } of [deleted, kept]) {
        await query(
          "INSERT INTO pages (website_id, id, path) SELECT $1::integer, n, '/' || n FROM generate_series(1, 20) n",
          website.id,
        );
        await query(
          "INSERT INTO page_quotas (website_id, day, new_pages) VALUES ($1, '2026-01-01', 20)",
          website.id,
        );
        await query(
          `INSERT INTO dead_entries (id, kind, batch_id, website_id, reason, payload)
           VALUES (gen_random_uuid(), 'entry', 'b', $1, 'r', '{}')`,
          website.id,
        );
        await query(
          `INSERT INTO visits (time, website_id, bot_id, verification, status_code, page_id, method, host, path, ip, user_agent, late, referral_source, country)
           SELECT date_trunc('hour', now() + make_interval(days => d, hours => -2)) + make_interval(secs => s),
             $1::integer, s % 2, s % 2 * (1 + s % 3), 200, s % 20 + 1, 'GET', 'h', '/' || s % 20 + 1, '192.0.2.0', 'u',
             NOT $2 OR d <= 0 OR s % 3 = 0, 'ChatGPT', 'DE'
           FROM generate_series(-10, 20) d, generate_series(1, 100) s`,
          website.id,
          flavour === 'timescale',
        );
        await query("INSERT INTO hosts (website_id, id, host) VALUES ($1, 1, 'h')", website.id);
        await query(
          "INSERT INTO host_keys_daily (website_id, bucket, host_id, key_id, visits) VALUES ($1, '2026-01-01', 1, 1, 5)",
          website.id,
        );
        await recount(system.database.pool);
        await query(
          "INSERT INTO clients (website_id, id, key, method, host, user_agent) VALUES ($1, 1, 'k', 'GET', 'h', 'u')",
          website.id,
        );
        await query(
          "INSERT INTO referers (website_id, id, key, referer) VALUES ($1, 1, 'k', 'r')",
          website.id,
        );
        await query('INSERT INTO dictionary_numbers VALUES ($1, 1, 1)', website.id);
        await query("INSERT INTO dictionary_quotas VALUES ($1, '2026-01-01', 1, 1)", website.id);
        await query(
          "INSERT INTO former_domains (website_id, domain) VALUES ($1, 'before.example')",
          website.id,
        );
        await query(
          "INSERT INTO skipped_daily (website_id, bucket, lane, requests) VALUES ($1, '2026-01-01', 0, 5)",
          website.id,
        );
        await query(
          `WITH unjudged AS (
             INSERT INTO unjudged_daily VALUES ($1, '2026-01-01', 0, 1, 1, 1)
           ), hours AS (
             INSERT INTO people_hourly VALUES ($1, '2026-01-01', 0, 0, 0, NULL, NULL, 0, 0)
           ), days AS (
             INSERT INTO people_daily VALUES ($1, '2026-01-01', 0, 0, 0, NULL, NULL, 0, 0)
           ), judged AS (
             INSERT INTO judged_days VALUES ($1, '2026-01-01', 1, 1, 0, 0, 1, 1, 1, NULL, 2)
           ), grouped AS (
             INSERT INTO visitor_groups VALUES ($1, '2026-01-01', '[]')
           )
           INSERT INTO visitor_evidence (website_id, day, slot, count, appended, evidence, visits)
           SELECT $1, 20000, slot, 1, 1, '', '' FROM generate_series(0, 3) slot`,
          website.id,
        );
        // Lists that the judge found nothing for.
        for (const relation of relations.filter((name) => LIST_OF_VERDICTS.test(name))) {
          const { fields } = await system.database.pool.query(`SELECT * FROM ${relation} LIMIT 0`);
          const lists = fields.slice(2).map(() => "'{}'");
          await query(
            `INSERT INTO ${relation} VALUES ($1, '2026-01-01', ${lists.join()})`,
            website.id,
          );
        }
        await new FeedHealth(system.database.pool).add([aFeedCell(website.id)]);
        await createShare(new Shares(system.database.pool), {
          websiteId: website.id,
          name: 'An agency',
          ...{ firstDay: null, lastDay: null, expiresAt: null, now: new Date() },
        });
        await query(
          `WITH fetched AS (
             INSERT INTO website_fetches (website_id, kind, due_at) VALUES ($1, 'robots', now() + interval '1 day')
           )
           INSERT INTO robots_texts VALUES ($1, '2026-11-01', 'User-agent: *', 'given', now())`,
          website.id,
        );
        await query(
          `INSERT INTO sitemaps VALUES ($1, '{/a}', '{NULL}', '{NULL}', 'given', now(), 1, 1, '{}')`,
          website.id,
        );
        await query(
          `WITH alert AS (
             INSERT INTO alerts (public_id, website_id, kind, conditions, created_at, changed_at)
             VALUES ('al_' || $1::integer, $1, 'errors', '{}', now(), now()) RETURNING id
           ), state AS (
             INSERT INTO alert_states SELECT id, $1, 'errors', now(), '{}' FROM alert
           )
           INSERT INTO events (public_id, account_id, website_id, alert_id, kind, cause, opened_at, seen_at, figures)
           SELECT 'ev_' || $1::integer, $2, $1, id, 'errors', 'errors', now(), now(), '{}' FROM alert`,
          website.id,
          website.account_id,
        );
        // The event above was told to nobody, because there was no webhook. This one is.
        await query(
          `WITH webhook AS (
             INSERT INTO webhooks (public_id, account_id, name, url, secret)
             VALUES ('wh_' || $1::integer, $2, 'w', 'https://a.test/', 'sealed') RETURNING id
           )
           INSERT INTO webhook_deliveries (webhook_id, event_id, type)
           SELECT webhook.id, events.id, 'event.opened' FROM webhook, events WHERE events.website_id = $1`,
          website.id,
          website.account_id,
        );
        const bot = {
          key: 'foo',
          name: 'Foo',
          provider: 'Unknown',
          category: 'unidentified',
        } as const;
        await new DeclaredBots(system.database.pool, { registry: '1' }).resolve(
          website.account_id,
          [bot],
        );
      }
      // Last, because to count a day again also counts what is not merged. These are of no visit.
      for (const { website } of [deleted, kept])
        for (const [table, columns] of Object.entries({
          unmerged_traffic: ['error_visits', 'first_seen', 'last_seen'],
          unmerged_pages: ['error_visits', 'page_id'],
          unmerged_hosts: ['status_code', 'host_id'],
          unmerged_countries: ['status_code', 'country'],
        }))
          await query(
            `INSERT INTO ${table} (website_id, bucket, bot_id, visits, ${columns.join(', ')})
             VALUES ($1, now(), '{}', '{}', ${columns.map(() => "'{}'").join(', ')})`,
            website.id,
          );
    }

    /** The accounts that have names which bots gave themselves. */
    const accountsWithNames = async () => {
      const names = await query<{ account_id: number }>(
        'SELECT account_id FROM declared_bots UNION SELECT account_id FROM declared_bot_quotas ORDER BY 1',
      );
      return names.map(({ account_id }) => account_id);
    };

    async function materialise(): Promise<void> {
      const { pool } = system.database;
      if (flavour === 'timescale') await runUpkeepRound(pool, rollUpRefreshTask());
      const digests = pageDigestsTask({ leastVisits: 100 });
      for (let round = 0; round < 2; round++) await runUpkeepRound(pool, digests);
    }

    async function compress(): Promise<void> {
      if (flavour === 'timescale')
        await query(
          "SELECT compress_chunk(c, true) FROM show_chunks('visits', older_than => interval '8 days') c",
        );
    }

    /** Runs one round and returns what it did. */
    async function erase(settledAfterSeconds: number) {
      const task = websiteErasureTask({ logger, settledAfterSeconds });
      return (await runUpkeepRound(system.database.pool, task)).done;
    }

    async function erasedAt(id: number): Promise<Date | null | undefined> {
      const rows = await query<{ erased_at: Date | null }>(
        'SELECT erased_at FROM websites WHERE id = $1',
        id,
      );
      return rows[0]?.erased_at;
    }

    async function verify() {
      const client = await system.database.pool.connect();
      try {
        return await verifyRollUps(client, 0);
      } finally {
        client.release();
      }
    }

    const reading = ({ apiKey, website }: Tenant) => ({
      base: system.base,
      apiKey,
      id: website.public_id,
    });
    async function reportsOf(tenant: Tenant) {
      const end = new Date(Date.now() + 31 * DAY).toISOString().slice(0, 10);
      const all = `start_date=2026-01-01&end_date=${end}`;
      return {
        summary: await readSummary(reading(tenant), all),
        bots: await readBots(reading(tenant), all),
        pages: await readPages(reading(tenant), `${all}&limit=1000`),
        weeks: await readSeries(reading(tenant), `${all}&interval=week`),
        hours: await readSeries(reading(tenant), 'period=last_30_days&interval=hour'),
      };
    }

    it('loses all of its rows, and nobody else loses any', async () => {
      await fill();
      await materialise();
      await compress();
      expect((await verify()).differences).toEqual([]);
      expect(await relationsWith(deleted.website.id)).toEqual(await relationsWith(kept.website.id));
      const everywhere = relations.filter((name) => !/weekly|monthly|late/.test(name));
      expect(await relationsWith(deleted.website.id)).toEqual(expect.arrayContaining(everywhere));
      const before = await reportsOf(kept);
      expect(before.summary.total_visits).toBe(3_100);

      await deleteWebsite({ base: system.base, apiKey: deleted.apiKey }, deleted.website.public_id);
      expect(await erase(0)).toEqual({ rows: expect.any(Number), websites: 0 });
      expect(await accountsWithNames()).toEqual([deleted.account.id, kept.account.id]);
      expect(await erase(0)).toEqual({ rows: 0, websites: 1 });
      expect(await accountsWithNames()).toEqual([kept.account.id]);
      expect(await erasedAt(deleted.website.id)).not.toBeNull();
      expect(await relationsWith(deleted.website.id)).toEqual([]);
      // They go with their events.
      const deliveries = await query(
        'SELECT e.website_id FROM webhook_deliveries LEFT JOIN events e ON e.id = event_id',
      );
      expect(deliveries).toEqual([{ website_id: kept.website.id }]);
      expect((await verify()).differences).toEqual([]);
      expect(await reportsOf(kept)).toEqual(before);

      // It stays erased, and the others stay, whatever is refreshed, merged and digested later.
      await materialise();
      await runUpkeepRound(system.database.pool, countMergeTask());
      if (flavour === 'timescale') {
        // Otherwise this would compute hours again, from minutes that were dropped.
        expect(
          await query(
            'SELECT * FROM _timescaledb_catalog.continuous_aggs_hypertable_invalidation_log',
          ),
        ).toEqual([]);
        for (const name of ['traffic_hourly', 'traffic_daily'])
          await query(
            `CALL refresh_continuous_aggregate('in_time.${name}', NULL, now() + interval '19 days')`,
          );
      }
      expect(await relationsWith(deleted.website.id)).toEqual([]);
      expect(await reportsOf(kept)).toEqual(before);
      expect((await verify()).differences).toEqual([]);
    });

    it('also loses what a writer had under way, and is not finished before', async () => {
      await fill();
      const { id, public_id } = deleted.website;
      await deleteWebsite({ base: system.base, apiKey: deleted.apiKey }, public_id);
      for (let round = 0; round < 3; round++) expect((await erase(3_600))?.websites ?? 0).toBe(0);
      await query(
        `INSERT INTO visits (time, website_id, bot_id, status_code, method, host, path, user_agent)
         VALUES (now(), $1, 0, 200, 'GET', 'h', '/', 'u')`,
        id,
      );
      expect((await erase(3_600))?.rows).toBeGreaterThan(0);
      expect(await relationsWith(id)).toEqual([]);
      expect(await erasedAt(id)).toBeNull();
      // While it is half erased, `verify` must not warn of it; a later loss must be reported.
      await query('DELETE FROM visits WHERE website_id = $1', kept.website.id);
      const differing = async () =>
        new Set((await verify()).differences.map((difference) => difference.website_id));
      expect(await differing()).toEqual(new Set([kept.website.public_id]));
    });
  });
});

describe('Entries queued for a website that is deleted before they are written', () => {
  it('are dropped and counted; the rest of their batches is stored', async () => {
    // They are accepted while no worker runs.
    const system = await startSystem({ worker: false });
    try {
      const { apiKey, botKey, account, website } = await system.createTenant({
        domain: 'kept.example',
      });
      const doomed = await system.accounts.createWebsite({
        accountId: account.id,
        publicId: 'ws_doomed',
        trackingId: 't_doomed',
        domain: 'doomed.example',
      });
      const timestamp = new Date().toISOString();
      const entry = (host: string) => aLogEntryInput({ timestamp, host, user_agent: GPTBOT });
      const doomedKey = await system.createKey('bot', account, doomed);
      expectProcessed(
        await ingest(system.base, botKey, [entry('kept.example'), entry('doomed.example')]),
        2,
      );
      expectProcessed(
        await ingest(system.base, doomedKey, [entry('doomed.example'), entry('x.example')]),
        2,
      );
      await deleteWebsite({ base: system.base, apiKey }, 'ws_doomed');
      // The key is known for a few more seconds. What it still sends is dropped, too.
      expectProcessed(await ingest(system.base, doomedKey, [entry('y.example')]), 1);
      const worker = await system.startWorker();
      await eventually(async () => {
        const ledger = await system.database.pool.query(
          'SELECT entries FROM log_batches ORDER BY 1',
        );
        expect(ledger.rows.map(({ entries }) => entries)).toEqual([0, 0, 1]);
      });
      const metrics = await (await fetch(`${worker}/metrics`)).text();
      expect(metrics).toMatch(/^botgauge_entries_dropped_total 4$/m);
      const visits = await system.database.pool.query('SELECT website_id, host FROM visit_entries');
      expect(visits.rows).toEqual([{ website_id: website.id, host: 'kept.example' }]);
    } finally {
      await system.stop();
    }
  });
});

it('the worker erases in the background what was deleted', async () => {
  const system = await startSystem();
  try {
    const { apiKey, botKey, website } = await system.createTenant();
    const entry = aLogEntryInput({
      timestamp: new Date(Date.now() - 2 * DAY - HOUR).toISOString(),
    });
    await ingest(system.base, botKey, [entry]);
    await system.untilVisits(website, 1);
    await deleteWebsite({ base: system.base, apiKey }, website.public_id);
    await eventually(async () => {
      const { rows } = await system.database.pool.query(
        'SELECT FROM visit_entries WHERE website_id = $1',
        [website.id],
      );
      expect(rows).toEqual([]);
    });
  } finally {
    await system.stop();
  }
});

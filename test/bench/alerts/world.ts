// Websites with alerts, and what is known of them: four weeks of hours and some hours of visits.
import { BOT_REGISTRY } from '@app/classification';
import { alertInputSchema } from '@app/contracts';
import { recount, type TestFlavour } from '@app/testing';
import type pg from 'pg';

/** So many bots come to each website, most of them AI bots, beside people. */
const BOTS = 15;
const ALERTS = [
  { kind: 'new_bot' },
  { kind: 'unusual_visits' },
  { kind: 'unusual_visits', bot: 'GPTBot' },
  { kind: 'errors' },
  { kind: 'spoofed' },
  { kind: 'feed_silent' },
  { kind: 'feed_rejects' },
  { kind: 'dead_entries' },
].map((alert) => alertInputSchema.parse(alert));
/** Every tenth website has these, too. */
const SOME_ALERTS = [
  { kind: 'errors', statuses: '404' },
  { kind: 'errors', path: '/p1' },
  { kind: 'robots_disobeyed' },
].map((alert) => alertInputSchema.parse(alert));

/** Fills an empty database. Every website has traffic in every hour. */
export async function fillWorld(
  client: pg.Client,
  flavour: TestFlavour,
  websites: number,
): Promise<void> {
  const ai = BOT_REGISTRY.filter(({ category }) => category.startsWith('ai_'));
  const gptbot = ai.find(({ name }) => name === 'GPTBot')!.id;
  const bots = [0, gptbot, ...ai.filter(({ id }) => id !== gptbot).map(({ id }) => id)];
  const all = bots.slice(0, BOTS + 1);
  await client.query(
    `INSERT INTO accounts (public_id, name, plan) SELECT 'acc_' || n, 'a', 'pro' FROM generate_series(1, 100) n`,
  );
  await client.query(
    `INSERT INTO websites (account_id, public_id, tracking_id, domain)
     SELECT 1 + n % 100, 'ws_' || n, 't_' || n, n || '.example' FROM generate_series(1, $1::integer) n`,
    [websites],
  );
  await fillHours(client, all, websites);
  await fillVisits(client, flavour, all, websites);
  await fillFeeds(client, websites);
  await client.query(
    `INSERT INTO robots_texts SELECT n, '2026-01-01', E'User-agent: *\\nDisallow: /p1\\n', 'given', now()
     FROM generate_series(10, $1::integer, 10) n`,
    [websites],
  );
  for (const [step, alerts] of [
    [1, ALERTS],
    [10, SOME_ALERTS],
  ] as const)
    for (const { enabled, ...conditions } of alerts)
      await client.query(
        `INSERT INTO alerts (public_id, website_id, kind, conditions, enabled, created_at, changed_at)
         SELECT 'al_' || gen_random_uuid(), n, $2, $3, $4, now(), now()
         FROM generate_series($5::integer, $1::integer, $5) n`,
        [websites, conditions.kind, conditions, enabled, step],
      );
  await client.query('VACUUM ANALYZE');
}

/** Twenty-eight days of hours, as the writer of visits would have counted them. */
async function fillHours(client: pg.Client, bots: number[], websites: number): Promise<void> {
  for (let from = 1; from <= websites; from += 50)
    await client.query(
      `INSERT INTO late_traffic_hourly (website_id, bot_id, bucket, visits, error_visits, spoofed_visits, first_seen, last_seen)
       SELECT n, bot, hour, 10 + (n * 7 + bot + extract(hour FROM hour)::integer) % 30, 0, NULL, hour, hour
       FROM generate_series($1::integer, least($1 + 49, $3)) n, unnest($2::integer[]) bot,
         generate_series(date_trunc('hour', now()) - interval '28 days', date_trunc('hour', now()) - interval '5 hours', interval '1 hour') hour
       ORDER BY n, hour, bot`,
      [from, bots, websites],
    );
  await client.query(
    `INSERT INTO late_traffic_daily (website_id, bot_id, bucket, visits, error_visits, first_seen, last_seen)
     SELECT website_id, bot_id, day_of(bucket), sum(visits), 0, min(first_seen), max(last_seen)
     FROM late_traffic_hourly GROUP BY 1, 2, 3 ORDER BY 1, 3, 2`,
  );
}

/** The last four hours, as visits: in time, where that makes a difference. */
async function fillVisits(
  client: pg.Client,
  flavour: TestFlavour,
  bots: number[],
  websites: number,
): Promise<void> {
  if (flavour === 'timescale')
    await client.query("UPDATE roll_up_horizon SET late_before = now() - interval '5 hours'");
  await client.query(
    `INSERT INTO pages (website_id, id, path) SELECT n, p, '/p' || p FROM generate_series(1, $1::integer) n, generate_series(1, 3) p`,
    [websites],
  );
  await client.query(
    `INSERT INTO visits (time, website_id, bot_id, status_code, page_id, method, host, path, user_agent, late)
     SELECT now() - make_interval(secs => 14000.0 * v / 16), p.website_id, bot, CASE WHEN v % 16 = 0 THEN 404 ELSE 200 END,
       p.id, 'GET', 'h', p.path, 'u', $2
     FROM unnest($1::integer[]) bot, generate_series(1, 16) v, pages p WHERE p.path = '/p' || 1 + v % 3`,
    [bots, flavour === 'plain'],
  );
  await recount(client);
}

async function fillFeeds(client: pg.Client, websites: number): Promise<void> {
  await client.query(
    `INSERT INTO website_feeds SELECT n, 'json', now() - interval '90 days', now() FROM generate_series(1, $1::integer) n`,
    [websites],
  );
  await client.query(
    `INSERT INTO feed_counts SELECT n, 'json', 'hour', date_trunc('hour', now()) - make_interval(hours => h), 60, 900, 0, 0
     FROM generate_series(1, $1::integer) n, generate_series(0, 28 * 24) h`,
    [websites],
  );
}

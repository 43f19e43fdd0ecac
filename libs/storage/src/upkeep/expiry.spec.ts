import { createTestDatabase, runUpkeepRound, type TestDatabase } from '@app/testing';
import { expiryTask } from './expiry.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE idempotency_keys, log_batches, rate_limits'));

/** Adds rows of this age to each table from which something expires. */
async function add(age: string, rows = 1): Promise<void> {
  const insert = (statement: string) => database.pool.query(statement, [age, rows]);
  await insert(
    `INSERT INTO idempotency_keys (lineage_id, key, body_sha256, batch_id, state, lease_until, created_at)
     SELECT 1, $1 || n, '', gen_random_uuid(), 'done', now(), now() - $1::interval FROM generate_series(1, $2::int) n`,
  );
  await insert(
    `INSERT INTO log_batches (id, account_id, entries, received_at, written_at)
     SELECT gen_random_uuid(), 1, 1, now(), now() - $1::interval FROM generate_series(1, $2::int)`,
  );
  await insert(
    `INSERT INTO rate_limits (key, expire)
     SELECT $1 || n, extract(epoch FROM now() - $1::interval) * 1000 FROM generate_series(1, $2::int) n`,
  );
}

async function left() {
  const { rows } = await database.pool.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM log_batches) AS batches,
       (SELECT count(*)::int FROM idempotency_keys) AS requests,
       (SELECT count(*)::int FROM rate_limits) AS windows`,
  );
  return rows[0];
}

it('forgets requests after 24 hours, the ledger after 14 days, windows after an hour', async () => {
  for (const age of ['59 minutes', '61 minutes', '23 hours', '25 hours', '13 days', '15 days'])
    await add(age);
  const { done } = await runUpkeepRound(database.pool, expiryTask());
  expect(await left()).toEqual({ batches: 5, requests: 3, windows: 1 });
  expect(done).toEqual({ batches: 1, requests: 3, windows: 5 });
  expect(await runUpkeepRound(database.pool, expiryTask())).not.toHaveProperty('done');
});

it('forgets former domains when no batch of their time can come again', async () => {
  await database.pool.query(
    `INSERT INTO former_domains (website_id, domain, until)
     SELECT 1, 'a.test', now() - days * interval '1 day' FROM unnest('{1,13,15,400}'::int[]) AS days`,
  );
  const { done } = await runUpkeepRound(database.pool, expiryTask());
  expect(done).toEqual({ formerDomains: 2 });
});

it('deletes in portions, and lets another task have its turn after each', async () => {
  await add('15 days', 25);
  const client = await database.pool.connect();
  try {
    const round = expiryTask({ portion: 10 }).round(client);
    const seen = [];
    while (!(await round.next()).done) seen.push(await left());
    const after = (batches: number, requests: number, windows: number) => ({
      batches,
      requests,
      windows,
    });
    expect(seen).toEqual([
      after(15, 25, 25),
      after(5, 25, 25),
      after(0, 25, 25),
      after(0, 15, 25),
      after(0, 5, 25),
      after(0, 0, 25),
      after(0, 0, 15),
      after(0, 0, 5),
      ...Array<unknown>(13).fill(after(0, 0, 0)),
    ]);
  } finally {
    client.release();
  }
});

it('forgets a signing secret when no key of its line works any more', async () => {
  await database.pool.query(`
    INSERT INTO accounts (public_id, name, plan) VALUES ('acc', 'a', 'pro');
    INSERT INTO api_keys (public_id, account_id, kind, name, sha256, last4, revoked_at, expires_at)
    SELECT k.name, a.id, 'api', k.name, sha256(k.name::bytea), '', revoked, expires
    FROM accounts a, (VALUES
      ('works', NULL, NULL),
      ('works until tomorrow', NULL, now() + interval '1 day'),
      ('was revoked', now(), NULL),
      ('has expired', NULL, now() - interval '1 second')
    ) AS k (name, revoked, expires)`);
  const addKey = (name: string, first: string, revoked: string | null) =>
    database.pool.query(
      `INSERT INTO api_keys (public_id, account_id, kind, name, sha256, last4, first_key, revoked_at)
       SELECT $1::text, account_id, 'api', $1::text, sha256($1::text::bytea), '', id, $3::timestamptz FROM api_keys WHERE public_id = $2`,
      [name, first, revoked],
    );
  await addKey('its successor works', 'has expired', null);
  await addKey('its successor was revoked', 'was revoked', '2026-01-01');
  await database.pool.query(
    `INSERT INTO signing_secrets (first_key, sealed) SELECT id, 'x' FROM api_keys WHERE first_key IS NULL`,
  );
  const { done } = await runUpkeepRound(database.pool, expiryTask());
  expect(done).toEqual({ secrets: 1 });
  const { rows } = await database.pool.query<{ name: string }>(
    'SELECT k.name FROM signing_secrets s JOIN api_keys k ON k.id = s.first_key ORDER BY k.id',
  );
  expect(rows.map(({ name }) => name)).toEqual(['works', 'works until tomorrow', 'has expired']);
});

it('forgets hours of feeds after 29 days, of their rejects after 2, days after 31, samples after 30', async () => {
  await database.pool.query(`
    INSERT INTO feed_counts
    SELECT 1, 'json', grain, now() - make_interval(days => age), 1, 1, 1, 1
    FROM unnest(ARRAY['hour', 'day']) grain, unnest(ARRAY[1, 3, 30, 32]) age;
    INSERT INTO feed_reasons
    SELECT website_id, feed, grain, bucket, 'rejected', 'no_time', 1 FROM feed_counts;
    INSERT INTO feed_samples (website_id, feed, noted_at, reason, message)
    SELECT 1, 'json', now() - make_interval(days => age), 'no_time', '' FROM unnest(ARRAY[29, 31]) age`);
  const { done } = await runUpkeepRound(database.pool, expiryTask());
  expect(done).toEqual({ feedCounts: 3, feedReasons: 4, feedSamples: 1 });
  for (const [table, hours] of [
    ['feed_counts', ['hour3']],
    ['feed_reasons', []],
  ] as const) {
    const { rows } = await database.pool.query<{ kept: string }>(
      `SELECT grain || extract(day FROM now() - bucket) AS kept FROM ${table} ORDER BY bucket DESC, grain`,
    );
    const kept = rows.map((row) => row.kept);
    expect(kept).toEqual(['day1', 'hour1', 'day3', ...hours, 'day30']);
  }
});

it('forgets the keys of sealed addresses 24 hours after nobody seals with them any more', async () => {
  await database.pool.query(`
    INSERT INTO address_keys (made_at)
    SELECT now() - make_interval(mins => minutes) FROM unnest(ARRAY[0, 60, 26 * 60 - 1, 26 * 60 + 1]) minutes`);
  const { done } = await runUpkeepRound(database.pool, expiryTask());
  expect(done).toEqual({ addressKeys: 1 });
  const { rows } = await database.pool.query(
    "SELECT FROM address_keys WHERE made_at > now() - interval '26 hours'",
  );
  expect(rows).toHaveLength(3);
});

it('forgets sessions and one-time codes that have ended', async () => {
  await database.pool.query(`
    INSERT INTO accounts (public_id, name, plan) VALUES ('of sessions', 'a', 'pro');
    INSERT INTO api_keys (public_id, account_id, kind, name, sha256, last4, revoked_at, expires_at)
    SELECT k.name, a.id, 'api', k.name, sha256(k.name::bytea), '', revoked, expires
    FROM accounts a, (VALUES
      ('a key that works', NULL, NULL),
      ('a revoked key', now(), NULL),
      ('an expired key', NULL, now() - interval '1 second')
    ) AS k (name, revoked, expires) WHERE a.public_id = 'of sessions';
    INSERT INTO sessions (public_id, key_id, sha256, created_at, last_used_at, ends_at)
    SELECT s.name, k.id, sha256(s.name::bytea), now(), now() - s.idle::interval, now() + s.rest::interval
    FROM api_keys k JOIN (VALUES
      ('used lately', 'a key that works', '11 hours 59 minutes', '1 minute'),
      ('idle', 'a key that works', '12 hours', '1 day'),
      ('old', 'a key that works', '1 minute', '0'),
      ('of a revoked key', 'a revoked key', '0', '1 day'),
      ('of an expired key', 'an expired key', '0', '1 day')
    ) AS s (name, key, idle, rest) ON s.key = k.public_id;
    INSERT INTO sign_in_codes (sha256, key_id, ends_at)
    SELECT sha256(c.name::bytea), k.id, now() + c.rest::interval
    FROM api_keys k, (VALUES ('valid', '1 minute'), ('old', '0')) AS c (name, rest)
    WHERE k.public_id = 'a key that works'`);
  const { done } = await runUpkeepRound(database.pool, expiryTask());
  expect(done).toMatchObject({ sessions: 4, signInCodes: 1 });
  const { rows } = await database.pool.query('SELECT public_id FROM sessions');
  expect(rows).toEqual([{ public_id: 'used lately' }]);
  const codes = await database.pool.query(
    `SELECT FROM sign_in_codes WHERE sha256 = sha256('valid')`,
  );
  expect(codes.rowCount).toBe(1);
});

it('forgets shared links that have expired', async () => {
  await database.pool.query(`
    INSERT INTO accounts (public_id, name, plan) VALUES ('of links', 'a', 'pro');
    INSERT INTO websites (account_id, public_id, tracking_id, domain)
    SELECT id, 'of links', 'of links', 'a.test' FROM accounts WHERE public_id = 'of links';
    INSERT INTO shares (public_id, website_id, name, sha256, first4, created_at, expires_at)
    SELECT s.name, w.id, s.name, sha256(s.name::bytea), 'abcd', now(), now() + s.rest::interval
    FROM websites w, (VALUES
      ('for ever', NULL), ('valid', '1 minute'), ('over', '0'), ('long over', '-1 year')
    ) AS s (name, rest) WHERE w.public_id = 'of links'`);
  const { done } = await runUpkeepRound(database.pool, expiryTask());
  expect(done).toEqual({ shares: 2 });
  const { rows } = await database.pool.query('SELECT name FROM shares ORDER BY id');
  expect(rows).toEqual([{ name: 'for ever' }, { name: 'valid' }]);
});

it('deletes events after 400 days, unless they are still open', async () => {
  await database.pool.query(`
    INSERT INTO accounts (public_id, name, plan) VALUES ('of events', 'a', 'pro');
    INSERT INTO events (public_id, account_id, kind, cause, opened_at, seen_at, closed_at, figures)
    SELECT e.name, a.id, 'errors', 'errors', now() - e.age::interval, now(), e.closed_at, '{}'
    FROM accounts a, (VALUES
      ('old', '401 days', now()), ('still open', '401 days', NULL), ('young', '399 days', now())
    ) AS e (name, age, closed_at) WHERE a.public_id = 'of events'`);
  const { done } = await runUpkeepRound(database.pool, expiryTask());
  expect(done).toEqual({ events: 1 });
  const { rows } = await database.pool.query('SELECT public_id FROM events ORDER BY id');
  expect(rows).toEqual([{ public_id: 'still open' }, { public_id: 'young' }]);
});

it('forgets deliveries to webhooks after 30 days', async () => {
  await database.pool.query(`
    INSERT INTO accounts (public_id, name, plan) VALUES ('of webhooks', 'a', 'pro');
    INSERT INTO webhooks (public_id, account_id, name, url, secret)
    SELECT 'wh', id, 'w', 'https://a.test/', 'sealed' FROM accounts WHERE public_id = 'of webhooks';
    INSERT INTO webhook_deliveries (public_id, webhook_id, type, made_at)
    SELECT 'dl_' || d.days, w.id, 'test', now() - d.days * interval '1 day'
    FROM webhooks w, (VALUES (31), (29), (0)) AS d (days)`);
  const { done } = await runUpkeepRound(database.pool, expiryTask());
  expect(done).toEqual({ deliveries: 1 });
  const { rows } = await database.pool.query(
    'SELECT public_id FROM webhook_deliveries ORDER BY id',
  );
  expect(rows).toEqual([{ public_id: 'dl_29' }, { public_id: 'dl_0' }]);
});

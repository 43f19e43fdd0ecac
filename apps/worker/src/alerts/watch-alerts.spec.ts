import { BOT_REGISTRY, REGISTRY_VERSION } from '@app/classification';
import { alertInputSchema, AUTOMATION_BOT_ID, type EventKind } from '@app/contracts';
import { createLogger } from '@app/observability';
import {
  Alerts,
  createPool,
  type Pool,
  type RecentGroupsRow,
  RobotsTexts,
  Sitemaps,
  upsertBots,
  writeEvents,
} from '@app/storage';
import {
  createTestDatabase,
  describeOnFlavour,
  runUpkeepRound,
  type TestDatabase,
  recount,
} from '@app/testing';
import { watchAlertsTask } from './watch-alerts.js';

type StoredGroup = RecentGroupsRow['groups'][number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Friday. */
const NOW = Date.parse('2026-11-20T15:30:00Z');

const logger = createLogger('test', 'silent');

const botNamed = (wanted: string): number => BOT_REGISTRY.find(({ name }) => name === wanted)!.id;
const PEOPLE = 0;
const GPTBOT = botNamed('GPTBot');
const CLAUDEBOT = botNamed('ClaudeBot');
const CCBOT = botNamed('CCBot');
const GOOGLEBOT = botNamed('Googlebot');

describe.each(['plain', 'timescale', 'citus'] as const)('on %s', (flavour) => {
  describeOnFlavour(flavour, 'the alerts of a website', () => {
    let database: TestDatabase;
    let pool: Pool;
    let now: number;
    let website: number;
    let made = 0;
    /** A worker that was elected. Another one knows nothing of what it learnt. */
    let elected: ReturnType<typeof watchAlertsTask>;
    const elect = () => (elected = watchAlertsTask({ pool, logger, now: () => now }));
    const round = () => runUpkeepRound(pool, elected);

    beforeAll(async () => {
      database = await createTestDatabase(flavour);
      const settings = { url: database.url, max: 3, name: 'test', logger };
      pool = createPool({ ...settings, statementTimeoutMs: 60_000 });
      await upsertBots(pool, BOT_REGISTRY, REGISTRY_VERSION);
      await pool.query("INSERT INTO accounts (public_id, name, plan) VALUES ('acc_1', 'A', 'pro')");
    });
    afterAll(async () => {
      await pool.end();
      await database.drop();
    });
    beforeEach(async () => {
      now = NOW;
      await pool.query('TRUNCATE alerts, events, dead_entries CASCADE');
      const { rows } = await pool.query<{ id: number }>(
        `INSERT INTO websites (account_id, public_id, tracking_id, domain)
         VALUES (1, $1, $1, $1) RETURNING id`,
        [`ws_${(made += 1)}`],
      );
      website = rows[0]!.id;
      elect();
    });

    /** Writes visits of a bot in some hours: those that `hours` numbers, before the present one. */
    async function visits(
      bot: number,
      hours: number[],
      each: number,
      { status = 200, spoofed = false, path = null as string | null, minute = 1 } = {},
    ): Promise<void> {
      await pool.query(
        `INSERT INTO pages (website_id, id, path)
         SELECT $1::integer, 1 + coalesce(max(id), 0), $2::text FROM pages WHERE website_id = $1
         HAVING $2 IS NOT NULL ON CONFLICT (website_id, path) DO NOTHING`,
        [website, path],
      );
      await pool.query(
        `INSERT INTO visits (time, website_id, bot_id, verification, status_code, page_id, method, host, path, user_agent)
         SELECT to_timestamp($2::float8 / 1000) - make_interval(hours => h) + make_interval(mins => $8), $1, $3,
           CASE WHEN $6 THEN 2 ELSE 0 END, $5, (SELECT id FROM pages WHERE website_id = $1 AND path = $7), 'GET', 'h', '/', 'u'
         FROM unnest($4::integer[]) h, generate_series(1, $9::integer)`,
        [website, now - (now % HOUR), bot, hours, status, spoofed, path, minute, each],
      );
      await recount(pool, website);
    }
    const hours = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => from + at);

    async function alert(body: object): Promise<string> {
      const { enabled, ...conditions } = alertInputSchema.parse(body);
      const publicId = `al_${(made += 1)}`;
      const at = new Date(now - 3 * HOUR);
      const order = { publicId, websiteId: website, conditions, enabled, now: at, most: 50 };
      await new Alerts(pool).create(order);
      return publicId;
    }
    async function events(): Promise<{ kind: EventKind; subject: string | null; open: boolean }[]> {
      const rows = await new Alerts(pool).events({});
      return rows
        .map(({ kind, subject, closed_at }) => ({ kind, subject, open: closed_at === null }))
        .reverse();
    }

    it('tell a bot that comes for the first time, once for ever', async () => {
      await visits(PEOPLE, hours(1, 24 * 9), 1);
      await visits(GPTBOT, hours(1, 24 * 9), 1);
      await alert({ kind: 'new_bot' });
      expect(await round()).not.toHaveProperty('done');
      await visits(CLAUDEBOT, [0], 2, { spoofed: true });
      await round();
      expect(await events()).toEqual([]);
      await visits(CCBOT, [0], 1);
      expect(await round()).toHaveProperty('done', { opened: 1, closed: 0 });
      await visits(CLAUDEBOT, [0], 1);
      expect(await round()).toHaveProperty('done', { opened: 1, closed: 0 });
      expect(await events()).toEqual([
        { kind: 'new_bot', subject: 'CCBot', open: false },
        { kind: 'new_bot', subject: 'ClaudeBot', open: false },
      ]);
      for (let again = 0; again < 3; again += 1) {
        elect();
        expect(await round()).not.toHaveProperty('done');
        now += HOUR;
      }
    });

    it('tell nothing while the logs of a website begin', async () => {
      await visits(GPTBOT, [0, 1, 2], 5);
      await alert({ kind: 'new_bot' });
      expect(await round()).not.toHaveProperty('done');
    });

    it('tell more visits than usual, once, also over a restart', async () => {
      await visits(PEOPLE, hours(1, 24 * 28), 3);
      await visits(GPTBOT, hours(1, 24 * 28), 20);
      await alert({ kind: 'unusual_visits', bot: 'GPTBot', direction: 'above' });
      await round();
      await visits(GPTBOT, [0], 40);
      await visits(GPTBOT, [0], 200, { spoofed: true });
      await round();
      expect(await events()).toEqual([]);
      await visits(GPTBOT, [0], 100);
      expect(await round()).toHaveProperty('done', { opened: 1, closed: 0 });
      const [event] = await new Alerts(pool).events({});
      expect(event?.figures).toEqual({
        ...{ direction: 'above', visits: 140, usual_visits: 20 },
        ...{ from: '2026-11-20T15:00:00.000Z', to: '2026-11-20T16:00:00.000Z' },
        // The hour is not over.
        until: '2026-11-20T15:30:00.000Z',
      });
      for (const minutes of [5, 60, 180]) {
        elect();
        now = NOW + minutes * MINUTE;
        expect(await round()).not.toHaveProperty('done');
      }
      for (const minutes of [245, 310]) {
        now = NOW + minutes * MINUTE;
        await round();
      }
      expect(await events()).toEqual([{ kind: 'unusual_visits', subject: 'GPTBot', open: false }]);
    });

    it('tell fewer visits than usual, but not when logs are missing', async () => {
      await visits(PEOPLE, hours(2, 24 * 28), 10);
      await visits(GPTBOT, hours(2, 24 * 28), 60);
      await alert({ kind: 'unusual_visits', bot: 'GPTBot', direction: 'below' });
      expect(await round()).not.toHaveProperty('done');
      await visits(PEOPLE, [0, 1], 10);
      expect(await round()).toHaveProperty('done', { opened: 1, closed: 0 });
      // They come back, and have come as usual for an hour.
      now += HOUR;
      await visits(PEOPLE, [0], 10);
      await visits(GPTBOT, [1, 2], 60);
      await round();
      now += HOUR;
      await visits(PEOPLE, [0], 10);
      await visits(GPTBOT, [1], 60);
      expect(await round()).toHaveProperty('done', { opened: 0, closed: 1 });
    });

    it('tell errors that go on for ten minutes, also over a restart', async () => {
      await alert({ kind: 'errors', bot: 'GPTBot', statuses: '404' });
      await alert({ kind: 'errors', path: '/a' });
      await visits(GPTBOT, [1], 50);
      await visits(CLAUDEBOT, [1], 50, { path: '/a' });
      await visits(GPTBOT, [0], 10, { status: 404 });
      await visits(CLAUDEBOT, [0], 10, { status: 500, path: '/a' });
      await round();
      now += 11 * MINUTE;
      elect();
      expect(await round()).not.toHaveProperty('done');
      await visits(GPTBOT, [0], 5, { status: 404, minute: 35 });
      await visits(CLAUDEBOT, [0], 5, { status: 500, path: '/a', minute: 35 });
      expect(await round()).toHaveProperty('done', { opened: 2, closed: 0 });
      expect(await events()).toEqual([
        { kind: 'errors', subject: 'GPTBot', open: true },
        { kind: 'errors', subject: '/a', open: true },
      ]);
      now += 7 * HOUR;
      await round();
      now += 31 * MINUTE;
      // The page is judged by its day, so it stays.
      expect(await round()).toHaveProperty('done', { opened: 0, closed: 1 });
    });

    it('tell spoofed visits, and entries that could not be stored', async () => {
      await alert({ kind: 'spoofed' });
      await alert({ kind: 'dead_entries' });
      await visits(GPTBOT, [0], 15, { spoofed: true });
      await round();
      expect(await events()).toEqual([]);
      await visits(GOOGLEBOT, [1], 5, { spoofed: true });
      await pool.query(
        `INSERT INTO dead_entries (id, kind, batch_id, website_id, reason, payload, failed_at)
         VALUES (gen_random_uuid(), 'entry', 'b', $1, 'r', '{}', $2)`,
        [website, new Date(now - HOUR)],
      );
      await round();
      expect(await events()).toEqual([
        { kind: 'spoofed', subject: null, open: true },
        { kind: 'dead_entries', subject: null, open: true },
      ]);
    });

    it('tell bots that visit what robots.txt does not allow to them, until a day passes without', async () => {
      const text = (content: string, from: string) =>
        new RobotsTexts(pool).keep(website, { content, source: 'given', from, now: new Date(now) });
      await text('User-agent: *\nDisallow: /private\n\nUser-agent: CCBot\nAllow: /', '2026-11-20');
      await alert({ kind: 'robots_disobeyed' });
      await alert({ kind: 'robots_disobeyed', bot: 'Googlebot', least: 5 });
      await visits(GPTBOT, [0], 19, { path: '/private/a' });
      await visits(GPTBOT, [1], 50, { path: '/private/a', spoofed: true });
      await visits(GPTBOT, [1], 50, { path: '/public' });
      await visits(CCBOT, [1], 50, { path: '/private/a' });
      // Yesterday nothing was forbidden.
      await visits(CLAUDEBOT, [20], 50, { path: '/private/a' });
      await visits(GOOGLEBOT, [2], 5, { path: '/private/b' });
      expect(await round()).toHaveProperty('done', { opened: 1, closed: 0 });
      await visits(GPTBOT, [0], 2, { path: '/private/b' });
      now += 59 * MINUTE;
      expect(await round()).not.toHaveProperty('done');
      now += MINUTE;
      expect(await round()).toHaveProperty('done', { opened: 1, closed: 0 });
      expect(await events()).toEqual([
        { kind: 'robots_disobeyed', subject: 'Googlebot', open: true },
        { kind: 'robots_disobeyed', subject: 'GPTBot', open: true },
      ]);
      const [{ figures } = { figures: {} }] = await new Alerts(pool).events({});
      expect(figures).toEqual({
        ...{ visits: 21, day: '2026-11-20', path: '/private/a', rule: 'Disallow: /private' },
      });
      // The next day is below, and only when it is over has a whole day passed.
      for (const hoursLater of [9, 20, 31]) {
        now = NOW + hoursLater * HOUR;
        elect();
        expect(await round()).not.toHaveProperty('done');
      }
      now = Date.parse('2026-11-22T00:01:00Z');
      await round();
      now += HOUR;
      expect(await round()).toHaveProperty('done', { opened: 0, closed: 2 });
    });

    it('keep what bots disobeyed while nobody has looked again', async () => {
      await alert({ kind: 'robots_disobeyed', least: 1 });
      await new RobotsTexts(pool).keep(website, {
        ...{ content: 'User-agent: *\nDisallow: /', source: 'given', now: new Date(now) },
      });
      await visits(GPTBOT, [0], 3, { path: '/a' });
      expect(await round()).toHaveProperty('done', { opened: 1, closed: 0 });
      const [{ figures } = { figures: {} }] = await new Alerts(pool).events({});
      expect(figures).toMatchObject({ visits: 3, rule: 'Disallow: /' });
      await pool.query('DELETE FROM robots_texts');
      now += 30 * MINUTE;
      expect(await round()).not.toHaveProperty('done');
      now += 31 * MINUTE;
      await round();
      now += 61 * MINUTE;
      expect(await round()).toHaveProperty('done', { opened: 0, closed: 1 });
    });

    it('tell that bots read too little of what should be read, once the logs are old enough', async () => {
      const keep = (paths: string[]) =>
        new Sitemaps(pool).keep(website, {
          ...{ paths, source: 'given', now: new Date(now), files: 1, addresses: paths.length },
          leftOut: { other_hosts: 0, no_addresses: 0, too_long: 0, beyond_bound: 0, files: 0 },
        });
      const pages = (from: number, to: number) => hours(from, to).map((n) => `/p${n}`);
      await keep(pages(0, 10));
      await alert({ kind: 'coverage_below' });
      await alert({ kind: 'coverage_below', bot: 'ClaudeBot', share: 0.2 });
      await alert({ kind: 'coverage_below', least: 11 });
      for (const path of pages(0, 4)) await visits(GPTBOT, [48], 1, { path });
      await visits(CLAUDEBOT, [48], 1, { path: '/p0' });
      await visits(CLAUDEBOT, [48], 5, { path: '/p5', spoofed: true });
      await visits(GPTBOT, [48], 5, { path: '/p6', status: 404 });
      await visits(PEOPLE, [24 * 29], 1, { path: '/p7' });
      expect(await round()).not.toHaveProperty('done');
      await visits(PEOPLE, [24 * 30], 1, { path: '/p7' });
      // It is looked at once a day, and by whoever is elected.
      expect(await round()).not.toHaveProperty('done');
      elect();
      expect(await round()).toHaveProperty('done', { opened: 2, closed: 0 });
      const told = await new Alerts(pool).events({});
      expect(told.map(({ subject, figures }) => [subject, figures]).reverse()).toEqual([
        [null, { of: 'sitemap', from: '2026-10-21', pages: 10, read: 4, share: 0.4 }],
        ['ClaudeBot', { of: 'sitemap', from: '2026-10-21', pages: 10, read: 1, share: 0.1 }],
      ]);
      await visits(GPTBOT, [40], 1, { path: '/p8' });
      now += 2 * HOUR;
      expect(await round()).not.toHaveProperty('done');
      now += DAY;
      await round();
      now += 61 * MINUTE;
      expect(await round()).toHaveProperty('done', { opened: 0, closed: 1 });
    });

    it('tell that much of what browsers visit is automation, of hours with verdicts that stay', async () => {
      const judged = (ago: number, [people, undecided, automation]: [number, number, number]) =>
        pool.query(
          `INSERT INTO people_hourly (website_id, bucket, bot_id, visits, error_visits, people_visits, undecided_visits)
           SELECT $1, to_timestamp($2::float8 / 1000) - make_interval(hours => $3), bot_id, visits, 0, people, undecided
           FROM (VALUES (0, -$6::integer, $4::integer, $5::integer), ($7, $6, NULL, NULL)) v (bot_id, visits, people, undecided)`,
          [website, now - (now % HOUR), ago, people, undecided, automation, AUTOMATION_BOT_ID],
        );
      await alert({ kind: 'automation_above' });
      await alert({ kind: 'automation_above', share: 0.9 });
      // The running hour, and one that is more than a day ago.
      for (const ago of [0, 25]) await judged(ago, [0, 0, 1_000]);
      expect(await round()).not.toHaveProperty('done');
      await judged(1, [50, 20, 60]);
      await judged(24, [0, 0, 60]);
      expect(await round()).toHaveProperty('done', { opened: 1, closed: 0 });
      const [told] = await new Alerts(pool).events({});
      expect(told).toMatchObject({
        ...{ kind: 'automation_above', subject: null },
        figures: {
          ...{ visits: 190, automation_visits: 120, share: 120 / 190 },
          ...{ from: '2026-11-19T15:00:00.000Z', to: '2026-11-20T15:00:00.000Z' },
        },
      });
      now += HOUR;
      await round();
      // What was the running hour counts now, and the oldest hour no more.
      expect(await events()).toMatchObject([{ open: true }, { open: true }]);
    });

    /** Writes the groups of visitors of a day, as the judge does, in the place of others. */
    async function judgedGroups(daysAgo: number, groups: Partial<StoredGroup>[]): Promise<void> {
      const none = { most: [], total: 0 };
      const stored = groups.map((group) => ({
        ...{ kind: 'fleet', merged: 1, visits: 100, errors: 90, visitors: 20, first: HOUR },
        ...{ last: 2 * HOUR, networks: { most: [['192.0.2.0/24', 9]], total: 12 } },
        ...{ agents: none, pages: none, statuses: [[403, 90]], reasons: [['fleet', -3, 20]] },
        ...group,
      }));
      await pool.query(
        `INSERT INTO visitor_groups AS t VALUES ($1, to_timestamp($2::float8 / 1000), $3::jsonb)
         ON CONFLICT (website_id, bucket) DO UPDATE SET groups = excluded.groups`,
        [website, now - (now % DAY) - daysAgo * DAY, JSON.stringify(stored)],
      );
    }
    const only = (text: string): StoredGroup['agents'] => ({ most: [[text, 100]], total: 1 });
    const CHROME =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.0.0 Safari/537.36';

    it('tell fleets and pages under attack that are judged so for ten minutes, also over a restart', async () => {
      await alert({ kind: 'fleet_begun' });
      await alert({ kind: 'fleet_begun', addresses: 21 });
      await alert({ kind: 'brute_force', least: 50 });
      // No character of it comes twice, and it takes three bytes for each.
      const long = String.fromCodePoint(...Array.from({ length: 1_024 }, (_, at) => 0x4e00 + at));
      const attack: Partial<StoredGroup> = {
        ...{ kind: 'brute_force', visits: 60, pages: only('/login'), agents: only(CHROME) },
      };
      await judgedGroups(0, [
        ...[{ agents: only(CHROME) }, { agents: only(long), visits: 120 }, attack],
        { kind: 'people', pages: only('/') },
      ]);
      expect(await round()).not.toHaveProperty('done');
      now += 9 * MINUTE;
      expect(await round()).not.toHaveProperty('done');
      now += MINUTE;
      elect();
      expect(await round()).toHaveProperty('done', { opened: 3, closed: 0 });
      const told = await new Alerts(pool).events({});
      const first_seen = '2026-11-20T01:00:00.000Z';
      expect(told.map(({ kind, subject, figures }) => ({ kind, subject, figures }))).toEqual(
        expect.arrayContaining([
          {
            ...{ kind: 'fleet_begun', subject: 'Chrome 103 on Windows' },
            figures: { visits: 100, visitors: 20, networks: 12, user_agent: CHROME, first_seen },
          },
          {
            ...{ kind: 'brute_force', subject: '/login' },
            figures: {
              ...{ visits: 60, visitors: 20, error_visits: 90, status_codes: '403', first_seen },
            },
          },
        ]),
      );
      await judgedGroups(0, [
        { merged: 3, agents: { most: [[CHROME, 7]], total: 3 } },
        { agents: only(long) },
      ]);
      await round();
      now += HOUR;
      // The page is not under attack any more; the fleets are there, though one is small.
      expect(await round()).toHaveProperty('done', { opened: 0, closed: 1 });
      await judgedGroups(0, []);
      await judgedGroups(1, [{ agents: only(CHROME) }]);
      await round();
      now += HOUR;
      expect(await round()).toHaveProperty('done', { opened: 0, closed: 1 });
      // Yesterday was the day before yesterday, and today nothing is judged yet.
      now += DAY;
      await round();
      now += HOUR;
      expect(await round()).not.toHaveProperty('done');
      await judgedGroups(0, []);
      await round();
      now += HOUR;
      expect(await round()).toHaveProperty('done', { opened: 0, closed: 1 });
    });

    it('tell no fleet of a verdict that another one takes the place of', async () => {
      await alert({ kind: 'fleet_begun' });
      for (const groups of [[{ agents: only(CHROME) }], [], [{ agents: only(CHROME) }]]) {
        await judgedGroups(0, groups);
        expect(await round()).not.toHaveProperty('done');
        now += 6 * MINUTE;
      }
      expect(await round()).not.toHaveProperty('done');
    });

    it('tell the rest when robots.txt cannot be judged', async () => {
      await alert({ kind: 'robots_disobeyed' });
      await alert({ kind: 'spoofed' });
      await visits(GPTBOT, [0], 20, { spoofed: true });
      await pool.query('ALTER TABLE robots_texts RENAME COLUMN content TO away');
      try {
        expect(await round()).toHaveProperty('done', { opened: 1, closed: 0 });
      } finally {
        await pool.query('ALTER TABLE robots_texts RENAME COLUMN away TO content');
      }
    });

    it('tell feeds that are silent or reject', async () => {
      await alert({ kind: 'feed_silent' });
      await alert({ kind: 'feed_rejects', feed: 'json' });
      const at = (ago: number) => new Date(now - ago);
      await pool.query(
        `INSERT INTO website_feeds VALUES ($1, 'json', $2, $3), ($1, 'fastly', $2, $4), ($1, 'old', $2, $5)`,
        [website, at(90 * DAY), at(MINUTE), at(3 * HOUR), at(20 * DAY)],
      );
      await pool.query(
        `INSERT INTO feed_counts
         SELECT $1, f, 'hour', $2::timestamptz - make_interval(hours => h), 5, 50, 0, 0
         FROM (VALUES ('json'), ('fastly')) v (f), generate_series(CASE f WHEN 'json' THEN 0 ELSE 3 END, 600) h`,
        [website, new Date(now - (now % HOUR))],
      );
      await pool.query(
        `INSERT INTO feed_reasons VALUES ($1, 'json', 'hour', $2, 'rejected', 'no_time', 100)`,
        [website, new Date(now - (now % HOUR))],
      );
      await round();
      const [rejecting, silent] = await new Alerts(pool).events({});
      expect([silent?.subject, silent?.figures.usual_hours]).toEqual(['fastly', 1]);
      expect([rejecting?.subject, rejecting?.figures]).toEqual([
        'json',
        {
          ...{ rejected: 100, refused: 0, records: 300, deliveries: 20, share: 1 / 3 },
          reason: 'no_time',
        },
      ]);
      expect(await events()).toHaveLength(2);
    });

    it('tell nothing any more when they are disabled, changed or deleted meanwhile', async () => {
      const id = await alert({ kind: 'spoofed' });
      const alerts = new Alerts(pool);
      const row = (await alerts.find(id))!;
      const judged = { alert_id: row.id, changed_at: row.changed_at.toISOString() };
      const event = (cause: string) => ({
        ...{ alert_id: row.id, public_id: `ev_${cause}`, kind: 'spoofed' as const },
        ...{ subject: null, cause, figures: {}, at_once: false },
      });
      const write = (cause: string) =>
        writeEvents(
          pool,
          { judged: [judged], open: [event(cause)], keep: [], close: [], states: [], forget: [] },
          new Date(now),
        );
      expect(await write('a')).toEqual({ opened: 1, closed: 0 });
      expect(await write('a')).toEqual({ opened: 0, closed: 0 });
      await alerts.update(row, { conditions: row.conditions, enabled: true, now: new Date(now) });
      expect(await write('b')).toEqual({ opened: 0, closed: 0 });
      await pool.query('UPDATE websites SET deleted_at = now() WHERE id = $1', [website]);
      await visits(GPTBOT, [0], 50, { spoofed: true });
      expect(await round()).not.toHaveProperty('done');
    });
  });
});

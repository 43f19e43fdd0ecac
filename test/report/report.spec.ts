import { randomUUID } from 'node:crypto';
import { BOT_REGISTRY } from '@app/classification';
import { FeedHealth, noTotals } from '@app/storage';
import { aLogEntryInput, aVisit, CHROME, GPTBOT, TestVisitWriter } from '@app/testing';
import { runCommand } from '../../apps/cli/test/run-command.js';
import { ingest } from '../support/http.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystem();
  tenant = await system.createTenant();
  const timestamp = new Date().toISOString();
  await ingest(system.base, tenant.botKey, [
    aLogEntryInput({ timestamp, user_agent: CHROME, referer: 'https://chatgpt.com/' }),
    aLogEntryInput({ timestamp, user_agent: GPTBOT, path: '/pricing' }),
  ]);
  await system.untilVisits(tenant.website, 2);
});
afterAll(() => system.stop());

const botIdOf = (slug: string) => BOT_REGISTRY.find((bot) => bot.slug === slug)?.id ?? 0;

const report = (env: Record<string, string>, ...argv: string[]) =>
  runCommand(['report', ...argv], { env: { BOTGAUGE_URL: system.base, ...env } });
const withKey = () => ({ BOTGAUGE_API_KEY: tenant.apiKey });

it('shows what the API reports', async () => {
  const outcome = await report(withKey(), '--website', tenant.website.public_id);
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  expect(outcome.stdout).toContain(`${tenant.website.domain}: visits from `);
  expect(outcome.stdout).toMatch(/All visits +2\n/);
  expect(outcome.stdout).toMatch(/sent by AI assistants +1 /);
  expect(outcome.stdout).toMatch(/ai_training +1 +100\.0 % +GPTBot 1/);
  expect(outcome.stdout).toMatch(/\/pricing +1 +0/);
  expect(outcome.stdout).toMatch(/ChatGPT +1/);
  expect(outcome.stdout).toMatch(/AI operators: .*\n.*\n +OpenAI +1 +1 +0 +0 +0 +1 +1\n/);
  expect(outcome.stdout).toMatch(/Pages in answers of AI assistants: .*\n.*\n +\/ +0 +0 +1\n/);
  // All visits came for the domain, and the log has no countries.
  expect(outcome.stdout).not.toMatch(/Top hosts|Countries|not counted by/);
});

describe('Hosts and countries', () => {
  let shop: Tenant;
  beforeAll(async () => {
    shop = await system.createTenant();
    const visit = { timestamp: new Date().toISOString() };
    await ingest(system.base, shop.botKey, [
      aLogEntryInput({ ...visit, host: 'www.example.com', country: 'DE' }),
      aLogEntryInput({ ...visit, host: 'my-shop.example', country: 'DE' }),
      aLogEntryInput({ ...visit, host: 'my-shop.example', user_agent: GPTBOT, path: '/pricing' }),
    ]);
    await system.untilVisits(shop.website, 3);
  });
  const reportOn = (...argv: string[]) =>
    report({ BOTGAUGE_API_KEY: shop.apiKey }, '--website', shop.website.public_id, ...argv);

  it('are shown with what they belong to, and what to do about the others', async () => {
    const { stdout, stderr } = await reportOn();
    expect(stdout).toMatch(
      /Top hosts\n.*\n +my-shop\.example +2 +1 +1 +1 +0 +no website\n +www\.example\.com .* this website\n/,
    );
    expect(stdout).toMatch(
      /Countries\n.*\n +DE +66\.7 % +2 +2 +0 .*\n +\(not in the log\) +33\.3 %/,
    );
    expect(stderr).toMatch(
      /^2 visits came for my-shop\.example, which is no website of yours: .*\nAdd it with: .* --domain my-shop\.example\n$/,
    );
    const document = JSON.parse((await reportOn('--json')).stdout);
    expect(document).toMatchObject({
      website: shop.website.public_id,
      hosts: [{ host: 'my-shop.example', website: null }, { website: shop.website.public_id }],
      countries: [{ country: 'DE', total_visits: 2 }, { country: null }],
    });
  });

  it('limit what is counted by them, and leave out the rest', async () => {
    const { stdout, stderr } = await reportOn('--host', 'My-Shop.example:443');
    expect([stdout, stderr]).toEqual([expect.stringMatching(/All visits +2\n/), '']);
    expect(stdout).toMatch(/^example\.com, host my-shop\.example: visits from /);
    expect(stdout).toMatch(/ai_training +1 +100\.0 % +GPTBot 1/);
    expect(stdout).not.toMatch(/Top pages|Top hosts|Countries|AI operators:|Pages in answers/);
    const today = ['--period', 'today', '--json'];
    const document = JSON.parse((await reportOn('--country', 'de', ...today)).stdout);
    expect(document).toMatchObject({
      ...{ country: 'DE', summary: { total_visits: 2, ai_referred_visits: null }, bots: [] },
      interval: 'hour',
    });
    expect(document).not.toHaveProperty('pages');
    const visits = (document.series as { total_visits: number }[]).map((one) => one.total_visits);
    expect(visits.reduce((sum, some) => sum + some)).toBe(2);
  });

  it('of which there is no visit are shown with those of which there are', async () => {
    expect(await reportOn('--host', 'shop.example')).toMatchObject({
      status: 0,
      stderr:
        'No visit came for shop.example on these days. Visits came for my-shop.example and www.example.com.\n',
    });
    expect(await reportOn('--country', 'FR')).toMatchObject({
      stderr: 'No visit came from FR on these days. Visits came from DE.\n',
    });
  });

  it('are left out on days from which they are not known', async () => {
    const { pool } = system.database;
    await pool.query(`UPDATE hosts_known SET since = date_trunc('day', now(), 'UTC')`);
    try {
      const month = await reportOn();
      expect(month.stdout).toMatch(/All visits +3\n/);
      expect(month.stdout).not.toMatch(/Top hosts|Countries/);
      expect(month.stderr).toMatch(/^Hosts and countries are left out: .* are known from 20\d\d-/);
      const today = await reportOn('--host', 'my-shop.example', '--period', 'today');
      expect(today).toMatchObject({
        stdout: expect.stringMatching(/All visits +2\n/),
        stderr: expect.stringMatching(/^Nothing is compared with the days before: .* known from /),
      });
      expect(await reportOn('--host', 'my-shop.example')).toMatchObject({
        ...{ status: 1, stdout: '' },
        stderr: expect.stringMatching(/hosts, countries .* are known from .*: ask for later days/),
      });
    } finally {
      await pool.query(`UPDATE hosts_known SET since = '-infinity'`);
    }
  });
});

it('shows who came under the name of a bot', async () => {
  const spoofer = await system.createTenant();
  const visit = aVisit({
    ...{ time: Date.now(), websiteId: spoofer.website.id, botId: botIdOf('gptbot') },
    ...{ verification: 'spoofed', ip: '198.51.100.0' },
  });
  const batch = { id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits: [visit] };
  await new TestVisitWriter(system.database.pool).write(batch);
  await system.untilVisits(spoofer.website, 1);
  const outcome = await report(
    { BOTGAUGE_API_KEY: spoofer.apiKey },
    ...['--website', spoofer.website.public_id],
  );
  expect(outcome.stdout).toMatch(/ spoofed +1 +100\.0 %/);
  expect(outcome.stdout).toMatch(/GPTBot +OpenAI +ai_training +1 +100\.0 % +0 +spoofed\n/);
  expect(outcome.stdout).toMatch(
    /Spoofed visits by claimed bot.*\n.*\n +GPTBot +198\.51\.100\.0\/24 +1 +0 /,
  );
});

it('gives the same as one JSON document', async () => {
  const id = tenant.website.public_id;
  const outcome = await report(withKey(), '--website', id, '--period', 'today', '--json');
  const document = JSON.parse(outcome.stdout);
  expect(document).toMatchObject({
    domain: tenant.website.domain,
    summary: { total_visits: 2, ai_referred_visits: 1 },
    bots: [{ name: 'GPTBot' }],
    referrals: [{ source: 'ChatGPT', visits: 1 }],
    interval: 'hour',
  });
  expect(document.series).toHaveLength(24);
});

it('accepts days instead of a period, and shows them in steps that fit on a screen', async () => {
  const intervalOf = async (...days: string[]) => {
    const outcome = await report(
      withKey(),
      '--website',
      tenant.website.public_id,
      ...days,
      '--json',
    );
    const { interval, summary, series } = JSON.parse(outcome.stdout);
    return [interval, summary.period.start, series.length];
  };
  const until = ['--end-date', '2026-03-31'];
  expect(await intervalOf('--start-date', '2026-03-30', ...until)).toEqual([
    'hour',
    '2026-03-30',
    48,
  ]);
  expect(await intervalOf('--start-date', '2026-03-29', ...until)).toEqual([
    'day',
    '2026-03-29',
    3,
  ]);
  expect(await intervalOf('--start-date', '2026-02-01', ...until)).toEqual([
    'week',
    '2026-02-01',
    10,
  ]);
  expect(await intervalOf('--start-date', '2025-01-01', ...until)).toEqual([
    'month',
    '2025-01-01',
    15,
  ]);
});

it.each([
  [['--start-date', '2026-02-30'], 'It must be a day like 2026-01-31.'],
  [['--end-date', '2026-03-01'], '--end-date needs a --start-date.'],
  [
    ['--start-date', '2026-03-01', '--period', 'today'],
    'Give either --period or days, but not both.',
  ],
  [['--start-date', '2026-03-02', '--end-date', '2026-03-01'], 'must not be after --end-date'],
  [['--host', 'https://shop.example/'], 'It is not a host: give one like www.shop.example'],
  [['--country', 'Germany'], 'It must be two letters of ISO 3166-1, like DE.'],
  [['--host', 'shop.example', '--country', 'DE'], 'Give either --host or --country: visits are'],
])('refuses %j', async (days, message) => {
  const outcome = await report(withKey(), '--website', tenant.website.public_id, ...days);
  expect(outcome).toMatchObject({ status: 2, stdout: '' });
  expect(outcome.stderr).toContain(message);
});

it('tells what to do when there is no API', async () => {
  const away = { ...withKey(), BOTGAUGE_URL: 'http://127.0.0.1:2' };
  const outcome = await report(away, '--website', tenant.website.public_id);
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toMatch(
    /The API at http:\S+:2 has not answered for 5 s \(ECONNREFUSED\): start it, or correct BOTGAUGE_URL, then run the command again\.\n$/,
  );
});

it.each([
  [
    'no key',
    () => ({}),
    () => tenant.website.public_id,
    1,
    /BOTGAUGE_API_KEY is not set: make a key/,
  ],
  [
    'a bot key',
    () => ({ BOTGAUGE_API_KEY: tenant.botKey }),
    () => tenant.website.public_id,
    1,
    /is no API Key/,
  ],
  [
    'a wrong key',
    () => ({ BOTGAUGE_API_KEY: `${tenant.apiKey.slice(0, -1)}!` }),
    () => tenant.website.public_id,
    1,
    /does not accept the key/,
  ],
  ['another website', withKey, () => 'ws_nobody', 1, /has no website ws_nobody\. It has: ws_/],
  ['no id', withKey, () => 'example.com', 2, /--website takes the id of a website/],
])('says what to do with %s', async (_, env, website, status, message) => {
  const outcome = await report(env() as Record<string, string>, '--website', website());
  expect(outcome).toMatchObject({ status, stdout: '' });
  expect(outcome.stderr).toMatch(message);
});

describe('feeds', () => {
  const feeds = (...argv: string[]) =>
    runCommand(['feeds', ...argv], { env: { BOTGAUGE_URL: system.base, ...withKey() } });

  it('says what to do next, from nothing to rejects', async () => {
    const { public_id, domain, id } = (await system.createTenant()).website;
    expect(await feeds('--website', public_id)).toMatchObject({ status: 1 });
    tenant = await system.createTenant();
    const website = tenant.website.public_id;
    const none = await feeds('--website', website);
    expect(none).toMatchObject({ status: 0, stderr: '' });
    expect(none.stdout).toContain(`${domain}: no feeds yet`);
    const now = Date.now();
    const cell = {
      websiteId: tenant.website.id,
      feed: 'cloudflare',
      hour: now - (now % 3_600_000),
      deliveries: 1,
      ...noTotals(),
      first: now,
      last: now,
      reasons: { skipped: {}, rejected: { no_time: 4 }, refused: {} },
      samples: [{ at: now, reason: 'no_time', message: 'has no time', outline: '{"a":9}' }],
    };
    await new FeedHealth(system.database.pool).add([cell, { ...cell, websiteId: id }]);
    const { stdout } = await feeds('--website', website);
    expect(stdout).toMatch(/\n {2}cloudflare +1 +4 +0 +0 +4 +0 +- +-\n/);
    expect(stdout).toContain('cloudflare  no_time: has no time\n    {"a":9}\n');
    expect(stdout).toContain(
      'Next\n  cloudflare: no record was a visit. They were rejected most often as no_time',
    );
    const document = JSON.parse((await feeds('--website', website, '--json')).stdout);
    expect(document).toMatchObject({
      domain,
      feeds: [{ feed: 'cloudflare', last_24_hours: { deliveries: 1, reasons: { no_time: 4 } } }],
    });
  });

  it('takes the id of a website only', async () => {
    const outcome = await feeds('--website', 'shop.example');
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toContain('websites list');
  });
});

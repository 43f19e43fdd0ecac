import { aLogEntryInput, CHROME, FakeClock, GPTBOT } from '@app/testing';
import { exchange, expectError, expectProcessed, get, ingest, send } from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System } from '../support/system-on-queue.js';

const clock = FakeClock.at('2026-11-20T15:30:00Z');
const DAYS = 'start_date=2026-11-01&end_date=2026-11-20';
const SHOP = 'shop.example';
const BLOG = 'blog.example';
const STRANGER = 'my-shop.example';

const ENTRIES = [
  { host: SHOP, user_agent: CHROME, country: 'DE', timestamp: '2026-11-03T10:00:00Z' },
  { host: SHOP, user_agent: CHROME, country: 'de', timestamp: '2026-11-04T23:30:00Z' },
  { host: `www.${SHOP}`, user_agent: GPTBOT, country: 'US', timestamp: '2026-11-05T10:00:00Z' },
  { host: SHOP, user_agent: GPTBOT, timestamp: '2026-11-05T11:00:00Z', status_code: 404 },
  { host: STRANGER, user_agent: CHROME, country: 'NZ', timestamp: '2026-11-06T10:00:00Z' },
  { host: STRANGER, user_agent: GPTBOT, country: 'NZ', timestamp: '2026-11-06T11:00:00Z' },
  { host: '', user_agent: CHROME, timestamp: '2026-11-07T10:00:00Z' },
  // It came with the key of the shop, and counts for the blog.
  { host: BLOG, user_agent: CHROME, country: 'DE', timestamp: '2026-11-08T10:00:00Z' },
];

let system: System;
let apiKey: string;
let shop: string;
let blog: string;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
  const tenant = await system.createTenant({ domain: SHOP });
  apiKey = tenant.apiKey;
  shop = tenant.website.public_id;
  const { body } = await send(system.base, apiKey, 'POST /websites', { domain: BLOG });
  blog = (body as { data: { id: string } }).data.id;
  const entries = ENTRIES.map((entry) => aLogEntryInput({ ip: '10.1.2.3', ...entry }));
  expectProcessed(await ingest(system.base, tenant.botKey, entries), entries.length);
  await system.untilVisits(tenant.website, entries.length - 1);
});
afterAll(() => system.stop());

const answer = (path: string) => get(system.base, path, apiKey);
async function data<Data = Record<string, unknown>>(path: string): Promise<Data> {
  const { status, body } = await answer(path);
  expect(status).toBe(200);
  return (body as { data: Data }).data;
}
const report = <Data = Record<string, unknown>>(name: string, query = '') =>
  data<Data>(`/websites/${shop}/${name}?${DAYS}${query}`);

type Hosts = { hosts: Record<string, unknown>[]; next_cursor?: string | null };
type Countries = { countries: Record<string, unknown>[] };

const NO_VERDICT = { people_visits: 0, undecided_visits: 0, automation_visits: 0 };

describe('The hosts of a website', () => {
  it('have their visits, the website that they belong to, and the keys that they came with', async () => {
    const { hosts } = await report<Hosts>('hosts');
    const keys = (visits: number) => [{ website: shop, visits }];
    expect(hosts).toEqual([
      {
        ...{ host: SHOP, website: shop, keys: keys(3), last_day: '2026-11-05' },
        ...{ total_visits: 3, bot_visits: 1, human_visits: 2, ai_bot_visits: 1, error_visits: 1 },
        ...{ verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 1 },
        ...NO_VERDICT,
        not_judged_visits: 2,
      },
      expect.objectContaining({ host: STRANGER, website: null, keys: keys(2), total_visits: 2 }),
      expect.objectContaining({ host: '', website: null, keys: keys(1), total_visits: 1 }),
      expect.objectContaining({ host: `www.${SHOP}`, website: shop, keys: keys(1) }),
    ]);
  });

  it('are only those of no website on request', async () => {
    const { hosts } = await report<Hosts>('hosts', '&unknown=true');
    expect(hosts.map(({ host }) => host)).toEqual([STRANGER]);
  });

  it('are read part by part, in every order', async () => {
    const all = (await report<Hosts>('hosts', '&sort=-host')).hosts.map(({ host }) => host);
    expect(all).toEqual([`www.${SHOP}`, SHOP, STRANGER, '']);
    const found: unknown[] = [];
    for (let cursor = ''; ;) {
      const part = await report<Hosts>('hosts', `&sort=-host&limit=1${cursor}`);
      found.push(...part.hosts.map(({ host }) => host));
      if (!part.next_cursor) break;
      cursor = `&cursor=${part.next_cursor}`;
    }
    expect(found).toEqual(all);
  });

  it('have the website of the key beside the one that they count for', async () => {
    const { hosts } = await data<Hosts>(`/websites/${blog}/hosts?${DAYS}`);
    expect(hosts).toEqual([
      expect.objectContaining({
        ...{ host: BLOG, website: blog, keys: [{ website: shop, visits: 1 }] },
      }),
    ]);
  });

  it('can be had as CSV', async () => {
    const path = `/websites/${shop}/hosts?${DAYS}&unknown=true&format=csv`;
    const { text } = await exchange(`${system.base}/api/v1${path}`, {
      headers: { 'x-api-key': apiKey },
    });
    expect(text).toBe(
      'host,total_visits,bot_visits,human_visits,ai_bot_visits,verified_visits,spoofed_visits,unverifiable_visits,people_visits,undecided_visits,automation_visits,not_judged_visits,error_visits,last_day,website,keys\r\n' +
        `${STRANGER},2,1,1,1,0,0,1,0,0,0,1,0,2026-11-06,,"[{""website"":""${shop}"",""visits"":2}]"\r\n`,
    );
  });
});

describe('The hosts of an account', () => {
  it('have a row for each website that they count for', async () => {
    const { hosts } = await data<Hosts>(`/hosts?${DAYS}`);
    expect(hosts.map(({ host, counted_for }) => [host, counted_for])).toEqual([
      [SHOP, shop],
      [STRANGER, shop],
      ['', shop],
      [BLOG, blog],
      [`www.${SHOP}`, shop],
    ]);
  });

  it('are read part by part', async () => {
    const found: unknown[] = [];
    for (let cursor = ''; ;) {
      const part = await data<Hosts>(`/hosts?${DAYS}&limit=2${cursor}`);
      found.push(...part.hosts.map(({ host }) => host));
      if (!part.next_cursor) break;
      cursor = `&cursor=${part.next_cursor}`;
    }
    expect(found).toEqual([SHOP, STRANGER, '', BLOG, `www.${SHOP}`]);
  });

  it('are only those of no website on request', async () => {
    const { hosts } = await data<Hosts>(`/hosts?${DAYS}&unknown=true`);
    expect(hosts.map(({ host }) => host)).toEqual([STRANGER]);
  });
});

describe('The countries of a website', () => {
  it('have their visits, and those without one are a row of their own', async () => {
    const { countries } = await report<Countries>('countries');
    expect(countries.map(({ country, total_visits }) => [country, total_visits])).toEqual([
      [null, 2],
      ['DE', 2],
      ['NZ', 2],
      ['US', 1],
    ]);
    expect(countries[0]).toEqual({
      ...{ country: null, total_visits: 2, bot_visits: 1, human_visits: 1, ai_bot_visits: 1 },
      ...{ verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 1, error_visits: 1 },
      ...NO_VERDICT,
      not_judged_visits: 1,
    });
  });
});

describe('A report of one host, country or status code', () => {
  const NOT_COUNTED = { ai_referred_visits: null, skipped_requests: null };

  it.each([
    ['host=SHOP.example.', { total_visits: 3, human_visits: 2, bot_visits: 1, ai_bot_visits: 1 }],
    ['host=nobody.example', { total_visits: 0, human_visits: 0, bot_visits: 0 }],
    ['country=nz', { total_visits: 2, human_visits: 1, bot_visits: 1 }],
    ['country=ZA', { total_visits: 0 }],
    ['status=404', { total_visits: 1, bot_visits: 1, unverifiable_visits: 1 }],
    ['status=4xx', { total_visits: 1 }],
    ['status=200', { total_visits: 6, unverifiable_visits: 2 }],
  ])('has the summary of %s', async (filter, counts) => {
    const summary = await report('summary', `&${filter}`);
    expect(summary).toMatchObject({ ...counts, ...NOT_COUNTED });
    expect(Object.keys(summary).sort()).toEqual(Object.keys(await report('summary')).sort());
  });

  it('has the status codes of a host', async () => {
    expect(await report('summary', `&host=${SHOP}`)).toMatchObject({
      status_codes: [
        { status_code: 200, visits: 2, bot_visits: 0 },
        { status_code: 404, visits: 1, bot_visits: 1 },
      ],
    });
  });

  it('is compared with as many days before', async () => {
    const query = 'start_date=2026-11-05&end_date=2026-11-06&compare=previous';
    const summary = await data(`/websites/${shop}/summary?${query}&host=${SHOP}`);
    expect(summary).toMatchObject({
      ...{ total_visits: 1, previous: { total_visits: 2 }, change: { total_visits: -0.5 } },
      compared: { total_visits: 1, ai_referred_visits: null },
    });
  });

  it('has the bots of a host', async () => {
    const { bots } = await report<{ bots: object[] }>('bots', `&host=${SHOP}`);
    expect(bots).toEqual([
      expect.objectContaining({
        ...{ name: 'GPTBot', visits: 1, error_visits: 1, unverifiable_visits: 1 },
        ...{ pages_visited: null, first_seen: null, last_seen: null },
      }),
    ]);
  });

  it.each([
    ['day', '', '2026-11-04'],
    ['hour', '', '2026-11-04T23:00:00Z'],
    ['week', '', '2026-11-02'],
    ['month', '', '2026-11-01'],
    ['day', '&timezone=Europe/Berlin', '2026-11-05'],
  ])('has the series by %s%s of a country', async (interval, zone, date) => {
    type Series = { series: { date: string; total_visits: number }[] };
    const query = `&country=DE&interval=${interval}${zone}`;
    const { series } = await report<Series>('timeseries', query);
    const points = series.filter(({ total_visits }) => total_visits > 0);
    expect(points.map((point) => point.date)).toContain(date);
    expect(points.reduce((sum, point) => sum + point.total_visits, 0)).toBe(2);
  });

  it.each(['bot', 'status'])('has the groups by %s of a host', async (by) => {
    type Groups = { groups: { name: string; visits: number }[] };
    const query = `&host=${SHOP}&group_by=${by}`;
    for (const zone of ['', '&timezone=Europe/Berlin']) {
      const { groups } = await report<Groups>('timeseries', query + zone);
      expect(groups.map(({ name, visits }) => [name, visits])).toEqual(
        by === 'bot'
          ? [['GPTBot', 1]]
          : [
              ['200', 2],
              ['404', 1],
            ],
      );
    }
  });

  it.each([
    ['summary', 'host=shop.example&country=DE', 'host cannot be combined with country'],
    ['bots', 'host=shop.example&path=/', 'host takes no path'],
    ['timeseries', 'country=DE&exact_path=/', 'country takes no exact_path'],
    ['bots', 'host=shop.example&sort=pages_visited', 'pages_visited is not counted with host'],
    ['summary', 'host=/', 'host must be a host'],
    ['summary', 'country=Germany', 'country must be'],
    ['bots', 'status=404&country=DE', 'country cannot be combined with status'],
    ['summary', 'status=4x', 'status must be a status code'],
    ['summary', 'country=D1', 'country must be two letters'],
    ['pages', 'host=shop.example', 'takes no host.*not counted by host'],
    ['referrals', 'country=DE', 'takes no country'],
    ['countries', 'host=shop.example', 'takes no host'],
    ['coverage', 'host=shop.example', 'takes no host'],
  ])('is refused: %s?%s', async (name, query, message) => {
    const refused = await answer(`/websites/${shop}/${name}?${DAYS}&${query}`);
    expectError(refused, 'VALIDATION_ERROR', new RegExp(message));
  });
});

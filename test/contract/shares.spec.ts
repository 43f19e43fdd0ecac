import { hashKey, MOST_SHARES, newPublicId } from '@app/access';
import type { CreatedShareDocument, Share } from '@app/contracts';
import { Shares } from '@app/storage';
import { aLogEntryInput, CHROME, eventually, FakeClock, GPTBOT } from '@app/testing';
import { ROUTES } from '../../apps/api/src/routes.js';
import { Browser, cookieOf, OWN_PAGE, signIn } from '../support/browser.js';
import {
  expectError,
  expectJson,
  expectProcessed,
  get,
  ingest,
  rateLimitOf,
  send,
} from '../support/http.js';
import { deleteWebsite } from '../support/manage.js';
import {
  createWebsite,
  startSystemOn,
  type System,
  type Tenant,
} from '../support/system-on-queue.js';
import { startTcpProxy } from '../support/tcp-proxy.js';

const NOW = '2026-11-20T15:30:00Z';
const HOUR_MS = 3_600_000;
const DAYS = 20;
const clock = FakeClock.at(NOW);
let system: System;
/** An account with visits, which no test changes. */
let filled: Tenant;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystemOn('postgres', { clock, env: { AUTH_FAILURES_PER_MINUTE: '1000000' } });
  filled = await system.createTenant({ domain: 'filled.example' });
  expectProcessed(await ingest(system.base, filled.botKey, entries()), entries().length);
  await system.untilVisits(filled.website, entries().length);
});
beforeEach(async () => {
  clock.set(NOW);
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

/** On each day from November 1st on, one visit more than on the day before, by bots and people. */
function entries() {
  return Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: day + 1 }, (_, n) => ({
      ...aLogEntryInput({ path: `/${n % 3}`, user_agent: n % 2 ? CHROME : GPTBOT }),
      host: 'filled.example',
      referer: 'https://chatgpt.com/',
      timestamp: `2026-11-${`${day + 1}`.padStart(2, '0')}T${n % 2 ? '00' : '23'}:10:00Z`,
    })),
  ).flat();
}

const pathOf = ({ website }: Tenant) => `/websites/${website.public_id}` as const;

async function make(of = tenant, body: object = {}): Promise<CreatedShareDocument> {
  const answer = await send(system.base, of.apiKey, `POST ${pathOf(of)}/shares`, {
    name: 'An agency',
    ...body,
  });
  expectJson(answer, 201);
  return answer.body.data as CreatedShareDocument;
}

async function list(of = tenant): Promise<Share[]> {
  const answer = await get(system.base, `${pathOf(of)}/shares`, of.apiKey);
  expectJson(answer, 200);
  return answer.body.data.shares as Share[];
}

/** Makes a link and opens it. */
const reader = async (of = tenant, body: object = {}) =>
  Browser.reading(system.base, (await make(of, body)).token);

const GONE = 'This shared link was revoked or has expired: ask for another one where you got it';

describe('A shared link', () => {
  it('is made with an address that is shown once, and listed without it', async () => {
    const bounds = { from: '2026-11-01', to: '2026-11-30' };
    const made = await make(tenant, { ...bounds, expires_at: '2026-12-01T00:00:00+01:00' });
    const { token, url, ...shown } = made;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(url).toBe(`${system.base}/#share=${token}`);
    expect(shown).toEqual({
      id: expect.stringMatching(/^sh_[0-9A-Za-z]{21}$/),
      website_id: tenant.website.public_id,
      name: 'An agency',
      first4: token.slice(0, 4),
      ...bounds,
      created_at: '2026-11-20T15:30:00.000Z',
      last_used_at: null,
      expires_at: '2026-11-30T23:00:00.000Z',
    });
    const { token: another } = await make(tenant, { name: ' Another ', from: null });
    const listed = await list();
    expect(listed).toEqual([shown, expect.objectContaining({ name: 'Another', from: null })]);
    for (const secret of [token, another]) expect(JSON.stringify(listed)).not.toContain(secret);
    const { rows } = await system.database.pool.query<{ sha256: Buffer }>(
      'SELECT sha256 FROM shares WHERE public_id = $1',
      [made.id],
    );
    expect(rows[0]?.sha256).toEqual(hashKey(token));
    const csv = await fetch(`${system.base}/api/v1${pathOf(tenant)}/shares?format=csv`, {
      headers: { 'x-api-key': tenant.apiKey },
    });
    expect((await csv.text()).split('\r\n')[0]).toBe(
      'id,website_id,name,first4,from,to,expires_at,created_at,last_used_at',
    );
  });

  it.each<[string, unknown, RegExp]>([
    ['no name', { name: undefined }, /^name must be a text of 1 to 200 characters/],
    ['an empty name', { name: ' ' }, /^name must be a text/],
    ['a day that is none', { from: '2026-02-30' }, /^from must be a calendar day YYYY-MM-DD/],
    ['the year 0', { from: '0000-01-01' }, /^from must be a calendar day .* from 2000-01-01/],
    ['a time for a day', { to: NOW }, /^to must be a calendar day/],
    [
      'days the wrong way round',
      { from: '2026-11-02', to: '2026-11-01' },
      /^to must not be before `from`$/,
    ],
    ['an end in the past', { expires_at: NOW }, /^expires_at must be in the future$/],
    [
      'a field that it does not have',
      { website: 'ws_1' },
      /^"website" is not a field of this body$/,
    ],
  ])('is refused with %s', async (_, body, message) => {
    const route = `POST ${pathOf(tenant)}/shares` as const;
    const sent = { name: 'x', ...(body as object) };
    expectError(await send(system.base, tenant.apiKey, route, sent), 'VALIDATION_ERROR', message);
  });

  it('is made by whoever may change the account, and ends with a key that ends', async () => {
    const route = `POST ${pathOf(tenant)}/shares` as const;
    const keyWith = async (fields: object) => {
      const made = await send(system.base, tenant.apiKey, 'POST /keys', { name: 'k', ...fields });
      return made.body.data.key as string;
    };
    const reads = await keyWith({ scope: 'read' });
    expectError(await send(system.base, reads, route, { name: 'x' }), 'FORBIDDEN', /scope read/);
    expectJson(await get(system.base, `${pathOf(tenant)}/shares`, reads), 200);
    const ends = await keyWith({ expires_at: '2026-11-22T00:00:00Z' });
    for (const expires_at of [undefined, '2026-11-22T00:00:01Z'])
      expectError(
        await send(system.base, ends, route, { name: 'x', expires_at }),
        'FORBIDDEN',
        /^This API Key ends at 2026-11-22T00:00:00.000Z, so it cannot make a shared link that ends later/,
      );
    const body = { name: 'x', expires_at: '2026-11-22T00:00:00Z' };
    expectJson(await send(system.base, ends, route, body), 201);
  });

  it('is one of at most 50 of a website, also when several are made at the same time', async () => {
    const shares = new Shares(system.database.pool);
    const order = (i: number) => ({
      publicId: newPublicId('share'),
      websiteId: tenant.website.id,
      name: `${i}`,
      sha256: hashKey(`${tenant.website.id} ${i}`),
      first4: 'abcd',
      ...{ firstDay: null, lastDay: null, most: MOST_SHARES },
      // Those that have expired do not count.
      ...{ now: new Date(clock.now()), expiresAt: i < 5 ? new Date(clock.now()) : null },
    });
    for (let i = 0; i < MOST_SHARES + 2; i++) await shares.createShare(order(i));
    expect(await list()).toHaveLength(MOST_SHARES - 3);
    const route = `POST ${pathOf(tenant)}/shares` as const;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(system.base, tenant.apiKey, route, { name: 'x' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expectError(refused!, 'CONFLICT', /^This website has 50 shared links, .*: revoke one/);
    const [first] = await list();
    await send(system.base, tenant.apiKey, `DELETE /shares/${first?.id ?? ''}`);
    expectJson(await send(system.base, tenant.apiKey, route, { name: 'x' }), 201);
  });

  it('is not made where there is no page that it could show', async () => {
    const base = await system.startApi({ DASHBOARD: 'false' });
    const answer = await send(base, tenant.apiKey, `POST ${pathOf(tenant)}/shares`, { name: 'x' });
    expectError(answer, 'NOT_CONFIGURED', /must set DASHBOARD to true$/);
  });

  it('has the address at which people reach the service', async () => {
    const base = await system.startApi({ PUBLIC_URL: 'https://logs.test/botgauge/' });
    const answer = await send(base, tenant.apiKey, `POST ${pathOf(tenant)}/shares`, { name: 'x' });
    expect(answer.body.data.url).toMatch(/^https:\/\/logs\.test\/botgauge\/#share=[\w-]{43}$/);
  });
});

describe('Opening a shared link', () => {
  it('gives a cookie that no script can read, and tells what the link shows', async () => {
    const { token } = await make(tenant, { from: '2026-11-01' });
    const answer = await signIn(system.base, { share: token });
    expectJson(answer, 201);
    // A third of what all readers of an account with this plan may ask together.
    expect(rateLimitOf(answer)).toMatchObject({ limit: 1_000, remaining: 999 });
    expect(cookieOf(answer)).toEqual({
      name: 'botgauge',
      value: `share.${token}`,
      attributes: `Max-Age=${7 * 24 * 3_600}; Path=/; HttpOnly; SameSite=Strict`,
    });
    const { public_id: id, domain } = tenant.website;
    const document = {
      kind: 'share',
      name: 'An agency',
      website: { id, domain },
      from: '2026-11-01',
      to: null,
      expires_at: null,
    };
    expect(answer.body).toEqual({ success: true, data: document });
    const browser = new Browser(system.base, cookieOf(answer).value);
    expect((await browser.ask('GET /session')).body).toEqual({ success: true, data: document });
    const out = await browser.ask('DELETE /session');
    expect(cookieOf(out)).toMatchObject({
      value: '',
      attributes: expect.stringMatching(/^Max-Age=0;/),
    });
  });

  it('ends with the link, also in the browser', async () => {
    const { token } = await make(tenant, { expires_at: '2026-11-20T16:30:00Z' });
    const answer = await signIn(system.base, { share: token });
    expect(cookieOf(answer).attributes).toContain('Max-Age=3600;');
  });

  it('never signs anybody out of an account', async () => {
    const { token } = await make();
    const browser = await Browser.signedIn(system.base, tenant.apiKey);
    const cookie = `botgauge=${browser.secret}`;
    const answer = await signIn(system.base, { share: token }, { cookie });
    expectError(answer, 'CONFLICT', /^This browser is signed in to an account: sign out first/);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect((await browser.ask('GET /websites')).status).toBe(200);
  });

  it('makes room for another link, and for an account', async () => {
    const [first, second] = [await make(), await make()];
    const cookie = `botgauge=${(await Browser.reading(system.base, first.token)).secret}`;
    const other = await signIn(system.base, { share: second.token }, { cookie });
    expect(cookieOf(other).value).toBe(`share.${second.token}`);
    const account = await signIn(system.base, { api_key: tenant.apiKey }, { cookie });
    expect(account.body.data.kind).toBe('key');
  });

  it('is refused like a wrong key when there is no such link, and counted with wrong keys', async () => {
    const base = await system.startApi({ AUTH_FAILURES_PER_MINUTE: '4' });
    const wrong =
      /^This shared link was revoked, has expired, or never existed: ask for another one/;
    for (const share of ['x', 'x'.repeat(43), tenant.apiKey])
      expectError(await signIn(base, { share }), 'UNAUTHORIZED', wrong);
    const guess = () =>
      new Browser(base, `share.${'x'.repeat(43)}`).ask(`GET ${pathOf(tenant)}/bots`);
    expectError(await guess(), 'UNAUTHORIZED', GONE);
    for (const late of [signIn(base, { share: 'x' }), guess()])
      expectError(await late, 'RATE_LIMITED', /^Too many requests; try again in \d+ s$/);
    expect((await signIn(base, { share: (await make()).token })).status).toBe(201);
  });

  it('wants a page of the service', async () => {
    const { token } = await make();
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    const answer = await signIn(system.base, { share: token }, headers);
    expectError(answer, 'FORBIDDEN', /^Only the page at/);
  });
});

const REPORTS = [
  ...(['summary', 'bots', 'pages', 'timeseries', 'referrals', 'clients'] as const),
  ...(['visitors', 'countries', 'coverage', 'providers', 'landings'] as const),
] as const;

describe('A reader', () => {
  it('may ask for these routes, and for no others', () => {
    const shared = ROUTES.filter((route) => route.share);
    expect(shared.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        ...REPORTS.map((name) => `GET /api/v1/websites/:id/${name}`),
        'GET /api/v1/bots',
        ...['POST', 'GET', 'DELETE'].map((method) => `${method} /api/v1/session`),
      ].sort(),
    );
  });

  it('reads what the account reads', async () => {
    const browser = await reader(filled);
    for (const name of REPORTS)
      for (const query of [
        '',
        'period=this_month',
        'start_date=2026-11-03&end_date=2026-11-09&format=csv',
      ]) {
        if (name === 'summary' && query.includes('format')) continue;
        const path = `${pathOf(filled)}/${name}?${query}`;
        const ask = (headers: Record<string, string>) =>
          fetch(`${system.base}/api/v1${path}`, { headers });
        const [own, read] = [await ask({ 'x-api-key': filled.apiKey }), await ask(browser.headers)];
        expect([path, read.status, await read.text()]).toEqual([path, 200, await own.text()]);
      }
    expect((await browser.ask('GET /bots')).status).toBe(200);
  });

  it('reads no other website of the account', async () => {
    const second = await createWebsite(system.accounts, filled.account, `${Date.now()}.example`);
    const browser = await reader(filled);
    for (const name of REPORTS) {
      const answer = await browser.ask(`GET /websites/${second.public_id}/${name}`);
      expectError(answer, 'NOT_FOUND', 'There is no such website in this account');
    }
  });

  it('is told that a link shows nothing else', async () => {
    const browser = await reader();
    for (const route of ['GET /websites', 'GET /account', 'POST /keys'] as const)
      expectError(
        await browser.ask(route),
        'FORBIDDEN',
        /^A shared link shows some reports of one/,
      );
  });

  it('has a key in a header, which wins', async () => {
    const browser = await reader();
    const headers = { ...OWN_PAGE, 'x-api-key': tenant.apiKey };
    expectJson(await browser.ask('GET /websites', undefined, headers), 200);
  });
});

describe('The days of a link', () => {
  const [FROM, TO] = ['2026-11-05', '2026-11-12'];
  const of = { from: { from: FROM }, to: { to: TO }, both: { from: FROM, to: TO } };
  const SHOWS: Record<keyof typeof of, string> = {
    from: `the days from ${FROM} on`,
    to: `the days until ${TO}`,
    both: `the days from ${FROM} to ${TO}`,
  };
  const dates = (start: string, end: string) =>
    `start_date=2026-11-${start}&end_date=2026-11-${end}`;

  /** What is asked for, and whether each link shows it: from, to, both. */
  const ASKED: [string, boolean, boolean, boolean][] = [
    [dates('05', '12'), true, true, true],
    [dates('05', '05'), true, true, true],
    [dates('04', '12'), false, true, false],
    [dates('05', '13'), true, false, false],
    [dates('04', '04'), false, true, false],
    [dates('13', '20'), true, false, false],
    ['start_date=2000-01-01', false, false, false],
    ['start_date=2026-11-01&end_date=2099-12-31', false, false, false],
    ['', true, false, false],
    ['period=last_7_days', true, false, false],
    ['period=today', true, false, false],
    ['period=last_30_days', false, false, false],
    ['period=last_month', false, true, false],
  ];

  it('are the only ones that it shows, in every report', async () => {
    const readers = {
      from: await reader(filled, of.from),
      to: await reader(filled, of.to),
      both: await reader(filled, of.both),
    };
    const withDays = ROUTES.filter(({ share, query }) => share && query && 'start_date' in query);
    expect(withDays.length).toBe(REPORTS.length);
    for (const { path } of withDays)
      for (const [query, ...allowed] of ASKED)
        for (const [at, name] of (['from', 'to', 'both'] as const).entries()) {
          const target = path.replace('/api/v1', '').replace(':id', filled.website.public_id);
          const answer = await readers[name].ask(`GET /${target.slice(1)}?${query}`);
          expect([path, name, query, answer.status]).toEqual([
            ...[path, name, query],
            allowed[at] ? 200 : 403,
          ]);
          if (!allowed[at])
            expectError(answer, 'FORBIDDEN', new RegExp(`shows ${SHOWS[name]} \\(UTC\\), and`));
        }
  });

  it('hold for comparisons, new bots, time zones and parts of lists', async () => {
    const browser = await reader(filled, of.both);
    const only = await reader(filled, of.to);
    const status = async (path: string, by = browser) =>
      (await by.ask(`GET ${pathOf(filled)}/${path}`)).status;
    const [WHOLE, HALF] = [dates('05', '12'), dates('09', '12')];
    expect(await status(`summary?${HALF}&compare=previous`)).toBe(200);
    expect(await status(`summary?${dates('08', '12')}&compare=previous`)).toBe(403);
    expect(await status(`bots?${WHOLE}&new=true`)).toBe(403);
    // Countries are shown, and hosts are not.
    expect(await status(`summary?${WHOLE}&country=DE`)).toBe(200);
    for (const report of ['summary', 'bots', 'timeseries'])
      expect([report, await status(`${report}?${WHOLE}&host=shop.example`)]).toEqual([report, 403]);
    expect(await status(`hosts?${WHOLE}`)).toBe(403);
    expect(await status(`bots?${WHOLE}&new=true`, only)).toBe(200);
    // The days of Berlin begin an hour earlier, and those of New York five hours later.
    for (const report of ['summary', 'bots', 'timeseries', 'referrals', 'providers']) {
      const zone = (days: string, name: string) => status(`${report}?${days}&timezone=${name}`);
      expect([report, await zone(WHOLE, 'Europe/Berlin')]).toEqual([report, 403]);
      expect([report, await zone(dates('06', '12'), 'Europe/Berlin')]).toEqual([report, 200]);
      expect([report, await zone(WHOLE, 'America/New_York')]).toEqual([report, 403]);
      expect([report, await zone(dates('05', '11'), 'America/New_York')]).toEqual([report, 200]);
    }
    const zoned = (days: string) =>
      status(`summary?${days}&timezone=America/New_York&compare=previous`);
    expect([await zoned(dates('09', '11')), await zoned(dates('08', '11'))]).toEqual([200, 403]);
    expect(
      await status(`summary?${dates('09', '12')}&timezone=Europe/Berlin&compare=previous`),
    ).toBe(403);
  });

  it('hold for a part of a list, whose days its cursor tells', async () => {
    const browser = await reader(filled, of.from);
    const list = `${pathOf(filled)}/pages?period=last_7_days&sort=bot_visits&limit=1` as const;
    const { body } = await browser.ask(`GET ${list}`);
    const cursor = JSON.parse(
      Buffer.from(body.data.next_cursor as string, 'base64url').toString(),
    ) as unknown[];
    /** Moves the days of the list back. */
    const moved = async (days: number) => {
      const other = cursor.map((part, at) => (at === 2 ? (part as number) - days * 24 : part));
      const text = Buffer.from(JSON.stringify(other)).toString('base64url');
      return (await browser.ask(`GET ${list}&cursor=${text}`)).status;
    };
    expect([await moved(0), await moved(9), await moved(10)]).toEqual([200, 200, 403]);
  });

  it('cut the weeks and months at their ends', async () => {
    const browser = await reader(filled, of.both);
    const total = async (interval: string, more = '') => {
      const query = `${dates('05', '12')}&interval=${interval}${more}`;
      const { body } = await browser.ask(`GET ${pathOf(filled)}/timeseries?${query}`);
      const points = body.data.series as { total_visits: number }[];
      return points.reduce((sum, { total_visits }) => sum + total_visits, 0);
    };
    const visits = 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12;
    for (const interval of ['hour', 'day', 'week', 'month'])
      for (const more of ['', '&group_by=category', '&group_by=status'])
        expect([interval, more, await total(interval, more)]).toEqual([interval, more, visits]);
    const ofPage = await total('month', '&exact_path=/0');
    expect(ofPage).toBe(await total('day', '&exact_path=/0'));
  });
});

describe('A link stops', () => {
  it('at once, everywhere, when it is revoked', async () => {
    const other = await system.startApi();
    const { id, token } = await make();
    const browser = await Browser.reading(system.base, token);
    const elsewhere = new Browser(other, browser.secret);
    expect((await elsewhere.ask(`GET ${pathOf(tenant)}/bots`)).status).toBe(200);
    const stranger = await system.createTenant();
    expectError(
      await send(system.base, stranger.apiKey, `DELETE /shares/${id}`),
      'NOT_FOUND',
      'There is no such shared link in this account',
    );
    const revoked = await send(system.base, tenant.apiKey, `DELETE /shares/${id}`);
    expect(revoked.body).toEqual({ success: true, data: { id, revoked: true } });
    for (const there of [browser, elsewhere]) {
      expectError(await there.ask(`GET ${pathOf(tenant)}/bots`), 'UNAUTHORIZED', GONE);
      expect((await there.ask('GET /session')).body).toEqual({ success: true, data: null });
    }
    expectError(await signIn(system.base, { share: token }), 'UNAUTHORIZED');
    expect(await list()).toEqual([]);
    for (const gone of [id, newPublicId('share'), 'sh_%00', 'x'])
      expectError(await send(system.base, tenant.apiKey, `DELETE /shares/${gone}`), 'NOT_FOUND');
  });

  it('when it expires', async () => {
    const { token } = await make(tenant, { expires_at: '2026-11-20T16:30:00Z' });
    const browser = await Browser.reading(system.base, token);
    clock.advance(HOUR_MS - 1);
    expect((await browser.ask(`GET ${pathOf(tenant)}/bots`)).status).toBe(200);
    clock.advance(1);
    expectError(await browser.ask(`GET ${pathOf(tenant)}/bots`), 'UNAUTHORIZED', GONE);
    expectError(await signIn(system.base, { share: token }), 'UNAUTHORIZED');
    expect(await list()).toEqual([]);
  });

  it('when its website is deleted', async () => {
    const browser = await reader();
    await deleteWebsite({ base: system.base, apiKey: tenant.apiKey }, tenant.website.public_id);
    expectError(await browser.ask(`GET ${pathOf(tenant)}/bots`), 'UNAUTHORIZED', GONE);
    const { rows } = await system.database.pool.query('SELECT FROM shares WHERE website_id = $1', [
      tenant.website.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('and its last use is noted once a minute', async () => {
    const browser = await reader();
    const used = async () => (await list())[0]?.last_used_at;
    await eventually(async () => expect(await used()).toBe('2026-11-20T15:30:00.000Z'));
    clock.advance(59_999);
    await browser.ask('GET /session');
    clock.advance(1);
    await browser.ask('GET /session');
    await eventually(async () => expect(await used()).toBe('2026-11-20T15:31:00.000Z'));
  });
});

it('with the database away, a link is 503 and never taken for one that was revoked', async () => {
  const { token } = await make();
  const { secret } = await Browser.reading(system.base, token);
  const proxy = await startTcpProxy(system.database.url);
  const base = await system.startApi({ DATABASE_URL: proxy.url });
  await proxy.cut();
  const there = new Browser(base, secret);
  for (const route of [`GET ${pathOf(tenant)}/bots`, 'GET /session'] as const)
    expectError(await there.ask(route), 'SERVICE_UNAVAILABLE');
  expectError(await signIn(base, { share: token }), 'SERVICE_UNAVAILABLE', /^Shared links cannot/);
});

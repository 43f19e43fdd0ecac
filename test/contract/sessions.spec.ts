import { hashKey, newPublicId } from '@app/access';
import { Sessions } from '@app/storage';
import { eventually, FakeClock } from '@app/testing';
import { Browser, cookieOf, OWN_PAGE, signIn } from '../support/browser.js';
import { expectError, expectJson, get, rateLimitOf, request, send } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';
import { startTcpProxy } from '../support/tcp-proxy.js';

const NOW = '2026-11-20T15:30:00Z';
const HOUR_MS = 3_600_000;
const clock = FakeClock.at(NOW);
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystemOn('postgres', {
    clock,
    worker: false,
    env: { AUTH_FAILURES_PER_MINUTE: '1000000' },
  });
});
beforeEach(async () => {
  clock.set(NOW);
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const browser = () => Browser.signedIn(system.base, tenant.apiKey);
const manage = (route: `${string} /${string}`, body?: object) =>
  send(system.base, tenant.apiKey, route, body);
const ENDED = 'This session has ended: sign in again';

async function rowOf({ secret }: Browser) {
  const { rows } = await system.database.pool.query<{ last_used_at: Date; key_used: Date | null }>(
    `SELECT s.*, k.last_used_at AS key_used FROM sessions s JOIN api_keys k ON k.id = s.key_id
     WHERE s.sha256 = $1`,
    [hashKey(secret)],
  );
  return rows[0];
}

describe('Signing in with an API Key', () => {
  it('gives a session in a cookie that no script can read, and opens the reports', async () => {
    const answer = await signIn(system.base, { api_key: tenant.apiKey });
    expectJson(answer, 201);
    expect(rateLimitOf(answer)).toMatchObject({ limit: 300, remaining: 299 });
    expect(answer.body.data).toEqual({
      kind: 'key',
      id: expect.stringMatching(/^ses_\w{21}$/),
      key_id: expect.stringMatching(/^key_/),
      key_name: expect.any(String),
      scope: 'full',
      created_at: '2026-11-20T15:30:00.000Z',
      last_used_at: '2026-11-20T15:30:00.000Z',
      expires_at: '2026-11-27T15:30:00.000Z',
      account_id: tenant.account.public_id,
      account_name: tenant.account.name,
    });
    const { name, value, attributes } = cookieOf(answer);
    expect(name).toBe('botgauge');
    expect(value).toMatch(/^[\w-]{43}$/);
    expect(attributes).toBe('Max-Age=604800; Path=/; HttpOnly; SameSite=Strict');
    expect(JSON.stringify(answer.body)).not.toContain(value);
    const signedIn = new Browser(system.base, value);
    expect(JSON.stringify(await rowOf(signedIn))).not.toContain(value);

    const own = await signedIn.ask('GET /session');
    expect(own.body).toEqual(answer.body);
    expect(own.headers.get('cache-control')).toBe('no-store');
    const websites = await signedIn.ask('GET /websites');
    expect(websites.body).toEqual((await get(system.base, '/websites', tenant.apiKey)).body);
  });

  it('ends the session that the browser had', async () => {
    const before = await browser();
    const cookie = `botgauge=${before.secret}`;
    const answer = await signIn(system.base, { api_key: tenant.apiKey }, { cookie });
    expect(answer.status).toBe(201);
    expectError(await before.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
  });

  it.each([
    ['an unknown key', 'api_x', 'UNAUTHORIZED', /^This is no API Key that works: paste the whole/],
    ['a Bot Tracking Key', 'bot', 'FORBIDDEN', /^A Bot Tracking Key signs nobody in: paste an API/],
    ['an empty key', '', 'VALIDATION_ERROR', /^api_key must be a text of 1 to 200 characters$/],
  ] as const)('refuses %s', async (_, key, code, message) => {
    const answer = await signIn(system.base, { api_key: key === 'bot' ? tenant.botKey : key });
    expectError(answer, code, message);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('counts wrong keys and codes together with the other wrong keys of an address', async () => {
    const base = await system.startApi({ AUTH_FAILURES_PER_MINUTE: '3' });
    expectError(await signIn(base, { api_key: 'api_x' }), 'UNAUTHORIZED');
    expectError(await signIn(base, { code: 'x' }), 'UNAUTHORIZED');
    expectError(await get(base, '/websites', 'api_x'), 'UNAUTHORIZED');
    const late = [
      signIn(base, { api_key: 'api_x' }),
      signIn(base, { code: 'x' }),
      new Browser(base, 'x'.repeat(43)).ask('GET /websites'),
    ];
    for (const answer of await Promise.all(late))
      expectError(answer, 'RATE_LIMITED', /^Too many requests; try again in \d+ s$/);
    expect((await signIn(base, { api_key: tenant.apiKey })).status).toBe(201);
  });
});

describe('A session', () => {
  it('stops at once, everywhere, when its browser signs out', async () => {
    const other = await system.startApi();
    const first = await browser();
    const elsewhere = new Browser(other, first.secret);
    expect((await elsewhere.ask('GET /websites')).status).toBe(200);
    const out = await first.ask('DELETE /session');
    expectJson(out, 200);
    expect(cookieOf(out)).toEqual({
      name: 'botgauge',
      value: '',
      attributes: 'Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    });
    for (const there of [first, elsewhere]) {
      expectError(await there.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
      expect((await there.ask('GET /session')).body).toEqual({ success: true, data: null });
      expectJson(await there.ask('DELETE /session'), 200);
    }
  });

  it('ends after 12 hours without use, and after 7 days with it', async () => {
    const idle = await browser();
    const used = await browser();
    const end = clock.now() + 7 * 24 * HOUR_MS;
    clock.advance(12 * HOUR_MS - 1);
    for (; clock.now() < end - 1; clock.advance(Math.min(11 * HOUR_MS, end - 1 - clock.now()))) {
      expect((await used.ask('GET /websites')).status).toBe(200);
      await eventually(async () =>
        expect((await rowOf(used))?.last_used_at.getTime()).toBe(clock.now()),
      );
      if (clock.now() < end - 6 * 24 * HOUR_MS) clock.advance(1);
      expectError(await idle.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
    }
    expect((await used.ask('GET /websites')).status).toBe(200);
    clock.advance(1);
    expectError(await used.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
  });

  it('notes its last use and that of its key once a minute', async () => {
    const used = await browser();
    const signedInAt = clock.now();
    await system.database.pool.query(
      `UPDATE api_keys SET last_used_at = '2026-01-01' WHERE account_id = $1`,
      [tenant.account.id],
    );
    clock.advance(59_999);
    for (const expected of [signedInAt, signedInAt + 60_000]) {
      expect((await used.ask('GET /websites')).status).toBe(200);
      await eventually(async () =>
        expect((await rowOf(used))?.last_used_at.getTime()).toBe(expected),
      );
      clock.set(new Date(signedInAt + 60_000).toISOString());
    }
    expect((await rowOf(used))?.key_used?.getTime()).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  it('has the scope of its key', async () => {
    const made = await manage('POST /keys', { name: 'reader', scope: 'read' });
    const reader = await Browser.signedIn(system.base, made.body.data.key);
    expect((await reader.ask('GET /session')).body.data.scope).toBe('read');
    expect((await reader.ask('GET /keys')).status).toBe(200);
    for (const route of ['POST /websites', 'DELETE /sessions/ses_0'] as const)
      expectError(await reader.ask(route), 'FORBIDDEN', /scope read and changes nothing$/);
    expectJson(await reader.ask('DELETE /session'), 200);
  });

  it('creates keys that end with its own key at the latest', async () => {
    const expires_at = '2026-11-22T00:00:00.000Z';
    const made = await manage('POST /keys', { name: 'short', expires_at });
    const short = await Browser.signedIn(system.base, made.body.data.key);
    expectError(await short.ask('POST /keys', { name: 'for ever' }), 'FORBIDDEN', /ends later$/);
  });
});

describe('A session ends with its key', () => {
  /** Makes another key, and signs a browser in with it. */
  async function another(fields: object = {}) {
    const { body } = await manage('POST /keys', { name: 'another', ...fields });
    const answer = await signIn(system.base, { api_key: body.data.key });
    return { id: body.data.id as string, answer, opened: browserOf(answer) };
  }
  const browserOf = (answer: Parameters<typeof cookieOf>[0]) =>
    new Browser(system.base, cookieOf(answer).value);

  it('when it is revoked, at once', async () => {
    const { id, opened } = await another();
    expect((await opened.ask('GET /websites')).status).toBe(200);
    await manage(`DELETE /keys/${id}`);
    expectError(await opened.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
    const { body } = await manage('GET /sessions');
    expect(body.data.sessions).toEqual([]);
  });

  it('when it expires, and the cookie ends then, too', async () => {
    const { answer, opened } = await another({ expires_at: '2026-11-20T16:30:00Z' });
    expect(answer.body.data.expires_at).toBe('2026-11-20T16:30:00.000Z');
    expect(cookieOf(answer).attributes).toContain('Max-Age=3600;');
    clock.advance(HOUR_MS - 1);
    expect((await opened.ask('GET /websites')).status).toBe(200);
    clock.advance(1);
    expectError(await opened.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
  });

  it('when it is rotated, after the overlap', async () => {
    const [now, later] = [await another(), await another()];
    await manage(`POST /keys/${now.id}/rotate`, { overlap_seconds: 0 });
    await manage(`POST /keys/${later.id}/rotate`, { overlap_seconds: 60 });
    expectError(await now.opened.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
    clock.advance(59_999);
    expect((await later.opened.ask('GET /websites')).status).toBe(200);
    clock.advance(1);
    expectError(await later.opened.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
  });
});

describe('The sessions of an account', () => {
  it('are listed, the oldest first, and ended by whoever may change the account', async () => {
    const [first, second] = [await browser(), await browser()];
    const foreign = await Browser.signedIn(system.base, (await system.createTenant()).apiKey);
    clock.advance(61_000);
    const [mine, own] = [await first.ask('GET /session'), await second.ask('GET /session')];
    const listed = ({ body: { data } }: typeof mine) => {
      const { kind, account_id, account_name, ...session } = data;
      expect([kind, account_id, account_name]).toEqual([
        'key',
        tenant.account.public_id,
        tenant.account.name,
      ]);
      return { ...session, last_used_at: expect.any(String), current: false };
    };
    await eventually(async () =>
      expect((await rowOf(second))?.last_used_at.getTime()).toBe(clock.now()),
    );
    clock.advance(61_000);
    expect((await first.ask('GET /session')).status).toBe(200);
    await eventually(async () =>
      expect((await rowOf(first))?.last_used_at.getTime()).toBe(clock.now()),
    );
    const { body } = await manage('GET /sessions');
    expect(body.data.sessions).toEqual([listed(mine), listed(own)]);
    const seen = await second.ask('GET /sessions');
    for (const { id, current } of seen.body.data.sessions)
      expect(current).toBe(id === own.body.data.id);
    const csv = await fetch(`${system.base}/api/v1/sessions?format=csv`, {
      headers: { 'x-api-key': tenant.apiKey },
    });
    expect((await csv.text()).split('\r\n')[0]).toBe(
      'id,key_id,key_name,scope,created_at,last_used_at,expires_at,current',
    );

    const id = mine.body.data.id as string;
    const stranger = await foreign.ask(`DELETE /sessions/${id}`);
    expectError(stranger, 'NOT_FOUND', 'There is no such session in this account');
    const ended = await second.ask(`DELETE /sessions/${id}`);
    expect(ended.body).toEqual({ success: true, data: { id, ended: true } });
    expectError(await first.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
    for (const gone of [id, newPublicId('session'), 'ses_%00', 'x'])
      expectError(await second.ask(`DELETE /sessions/${gone}`), 'NOT_FOUND');
  });

  it('are at most 100: then those end that nobody used for longest', async () => {
    const { rows } = await system.database.pool.query<{ id: number }>(
      'SELECT id FROM api_keys WHERE account_id = $1 AND kind = $2',
      [tenant.account.id, 'api'],
    );
    const sessions = new Sessions(system.database.pool);
    const oldest = await browser();
    for (let i = 1; i <= 99; i++)
      await sessions.createSession({
        publicId: newPublicId('session'),
        keyId: rows[0]?.id ?? 0,
        sha256: hashKey(`${i}`),
        now: new Date(clock.now() + i),
        endsAt: new Date(clock.now() + HOUR_MS),
        most: 100,
      });
    clock.advance(1_000);
    expect((await oldest.ask('GET /websites')).status).toBe(200);
    const newest = await browser();
    expectError(await oldest.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
    expect((await newest.ask('GET /sessions')).body.data.sessions).toHaveLength(100);
  });
});

describe('Requests of sessions', () => {
  it('count together, whatever the plan says, and take nothing from the keys', async () => {
    tenant = await system.createTenant({ plan: 'free' });
    const [one, other] = [await browser(), await browser()];
    const first = await one.ask('GET /websites');
    expect(rateLimitOf(first)).toMatchObject({ limit: 300, remaining: 297 });
    const unchanged = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await other.ask('GET /websites', undefined, unchanged);
    expect(again.status).toBe(304);
    expect(rateLimitOf(again).remaining).toBe(296);
    const rest = await Promise.all(Array.from({ length: 296 }, () => one.ask('GET /session')));
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set([200]));
    const together =
      /^Too many requests from all browsers that are signed in to this account together; try again/;
    for (const tooMany of [
      await one.ask('GET /websites'),
      await other.ask('GET /session'),
      await signIn(system.base, { api_key: tenant.apiKey }),
    ]) {
      expectError(tooMany, 'RATE_LIMITED', together);
      expect(rateLimitOf(tooMany)).toMatchObject({ limit: 300, remaining: 0 });
    }
    const byKey = await get(system.base, '/account', tenant.apiKey);
    expect(rateLimitOf(byKey)).toMatchObject({ limit: 10, remaining: 9 });
    expect(byKey.body.data.usage.minute.api_requests).toBe(1);
  });
});

it('with the database away, a session is 503 and never taken for an ended one', async () => {
  const signedIn = await browser();
  const proxy = await startTcpProxy(system.database.url);
  const base = await system.startApi({ DATABASE_URL: proxy.url });
  await proxy.cut();
  const there = new Browser(base, signedIn.secret);
  for (const route of ['GET /websites', 'GET /session', 'DELETE /session'] as const)
    expectError(await there.ask(route), 'SERVICE_UNAVAILABLE', /^Sessions cannot be checked now/);
  for (const body of [{ api_key: tenant.apiKey }, { code: signedIn.secret }])
    expectError(await signIn(base, body), 'SERVICE_UNAVAILABLE');
  // What can be no session is known without the database.
  const nobody = await new Browser(base, 'x').ask('GET /session');
  expect(nobody.body).toEqual({ success: true, data: null });
  const anonymous = await request(`${base}/api/v1/session`, { headers: OWN_PAGE });
  expect(anonymous.body).toEqual({ success: true, data: null });
});

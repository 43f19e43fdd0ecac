import { hashKey } from '@app/access';
import { eventually, FakeClock } from '@app/testing';
import { Browser, cookieOf, signIn } from '../support/browser.js';
import { expectError, expectJson, get, rateLimitOf } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

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
const ENDED = 'This session has ended: sign in again';

describe('Signing in with an API Key', () => {
  it('gives a session in a cookie that no script can read, and opens the reports', async () => {
    const answer = await signIn(system.base, { api_key: tenant.apiKey });
    expectJson(answer, 201);
    expect(rateLimitOf(answer)).toMatchObject({ limit: 300, remaining: 299 });
    expect(answer.body.data).toEqual({
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
    expect((await signedIn.ask('GET /session')).body).toEqual(answer.body);
    const websites = await signedIn.ask('GET /websites');
    expect(websites.body).toEqual((await get(system.base, '/websites', tenant.apiKey)).body);
  });

  it('stores no more than the SHA-256 of what the cookie holds', async () => {
    const { secret } = await browser();
    const { rows } = await system.database.pool.query(
      'SELECT s.*, s.sha256::text AS hash FROM sessions s WHERE sha256 = $1',
      [hashKey(secret)],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
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
    clock.advance(12 * HOUR_MS - 1);
    expect((await used.ask('GET /websites')).status).toBe(200);
    await eventually(async () => {
      const { rows } = await system.database.pool.query<{ last_used_at: Date }>(
        'SELECT last_used_at FROM sessions WHERE sha256 = $1',
        [hashKey(used.secret)],
      );
      expect(rows[0]?.last_used_at.getTime()).toBe(clock.now());
    });
    clock.advance(1);
    expectError(await idle.ask('GET /websites'), 'UNAUTHORIZED', ENDED);
    expect((await used.ask('GET /websites')).status).toBe(200);
  });
});

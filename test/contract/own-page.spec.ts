import { generateKey } from '@app/access';
import { Browser, cookieOf, OWN_PAGE } from '../support/browser.js';
import { type Answer, expectError, expectJson, get, request } from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

let system: System;
let tenant: Tenant;
let browser: Browser;
beforeAll(async () => {
  system = await shareSystemOn('postgres');
  tenant = await system.createTenant();
  browser = await Browser.signedIn(system.base, tenant.apiKey);
});
afterAll(() => system.stop());

const REFUSED = /^Only the page at http:\/\/127\.0\.0\.1:\d+ may ask for this: open it there/;
let domains = 0;
const newWebsite = () => ({ domain: `d${domains++}.test` });

/** What a browser says about the page that asks, and whether it may ask. */
const PAGES: [string, () => Record<string, string>, boolean][] = [
  ['a program', () => ({}), false],
  ['a page of the service', () => OWN_PAGE, true],
  ['a page of the service, over plain HTTP', () => ({ origin: system.base }), true],
  ['another site', () => ({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }), false],
  ['another port', () => ({ 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }), false],
  ['another port, over plain HTTP', () => ({ origin: 'http://127.0.0.1:1' }), false],
  ['the same host over HTTPS', () => ({ origin: system.base.replace('http', 'https') }), false],
  ['a longer origin', () => ({ origin: `${system.base}.evil.test` }), false],
  ['an opaque page', () => ({ origin: 'null' }), false],
  ['a bookmark', () => ({ 'sec-fetch-site': 'none' }), false],
  ['two pages', () => ({ origin: `${system.base}, https://evil.test` }), false],
];

describe.each(PAGES)('What changes something, asked for by %s', (_, headersOf, mayAsk) => {
  it('with a session', async () => {
    const answer = await browser.ask('POST /websites', newWebsite(), headersOf());
    if (mayAsk) expectJson(answer, 201);
    else expectError(answer, 'FORBIDDEN', REFUSED);
    const removed = await browser.ask('DELETE /sessions/ses_0', undefined, headersOf());
    expectError(removed, mayAsk ? 'NOT_FOUND' : 'FORBIDDEN');
    expect((await browser.ask('GET /websites', undefined, headersOf())).status).toBe(200);
  });

  it('to sign in and out', async () => {
    const headers = headersOf();
    const answer = await request(`${system.base}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ api_key: tenant.apiKey }),
    });
    if (mayAsk) expectJson(answer, 201);
    else expectError(answer, 'FORBIDDEN', REFUSED);
    expect(answer.headers.has('set-cookie')).toBe(mayAsk);
    const leaving = await Browser.signedIn(system.base, tenant.apiKey);
    const out = await leaving.ask('DELETE /session', undefined, headers);
    expect(out.status).toBe(mayAsk ? 200 : 403);
    expect((await leaving.ask('GET /websites')).status).toBe(mayAsk ? 401 : 200);
  });

  it('with a key, which no browser sends by itself', async () => {
    const answer = await request(`${system.base}/api/v1/websites`, {
      method: 'POST',
      headers: {
        'x-api-key': tenant.apiKey,
        'content-type': 'application/json',
        cookie: 'botgauge=x',
        ...headersOf(),
      },
      body: JSON.stringify(newWebsite()),
    });
    expect(answer.status).toBe(201);
  });
});

describe('A body of a browser', () => {
  /** Sends JSON as bytes, so that only the given headers say what it is. */
  const post = (path: string, body: object, headers: Record<string, string>) =>
    request(`${system.base}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: Buffer.from(JSON.stringify(body)),
    });

  it.each([
    ['no type', {}],
    ['an empty type', { 'content-type': '' }],
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('with %s is not read', async (_, type) => {
    const headers = { ...browser.headers, ...type };
    expectError(await post('/websites', newWebsite(), headers), 'UNSUPPORTED_MEDIA_TYPE');
    const key = { api_key: tenant.apiKey };
    expectError(await post('/session', key, { ...OWN_PAGE, ...type }), 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('needs a type only if there is a session: programs may leave it out', async () => {
    const made = await post('/websites', newWebsite(), { 'x-api-key': tenant.apiKey });
    expect(made.status).toBe(201);
  });
});

describe('A key in a header', () => {
  const CREDENTIALS = /Send a valid key/;

  it('wins over the cookie', async () => {
    const other = await system.createTenant();
    const cookie = `botgauge=${browser.secret}`;
    const ask = (headers: Record<string, string>, path = '/websites') =>
      request(`${system.base}/api/v1${path}`, { headers: { cookie, ...headers } });
    const idsOf = ({ body }: Answer) =>
      (body.data.websites as { id: string }[]).map(({ id }) => id);
    const byKey = await ask({ 'x-api-key': other.apiKey });
    expect(idsOf(byKey)).toEqual([other.website.public_id]);
    expect(idsOf(await ask({ authorization: `Bearer ${other.apiKey}` }))).toEqual(idsOf(byKey));
    expectError(await ask({ 'x-api-key': generateKey('api') }), 'UNAUTHORIZED', CREDENTIALS);
    expectError(await ask({ 'x-api-key': 'api_wrong' }), 'UNAUTHORIZED', CREDENTIALS);
    expectError(await ask({ 'x-api-key': other.botKey }), 'FORBIDDEN');
    const both = { 'x-api-key': other.apiKey, authorization: `Bearer ${tenant.apiKey}` };
    expectError(await ask(both), 'UNAUTHORIZED', /different keys/);
    expect((await ask({ 'x-api-key': other.apiKey }, '/session')).body.data).toBeNull();
    const { body } = await ask({ 'x-api-key': other.apiKey }, '/sessions');
    expect(body.data.sessions).toEqual([]);
  });

  it('is not what a proxy in front wants to know: such words leave the cookie alone', async () => {
    const headers = { authorization: `Basic ${btoa('me:secret')}` };
    expect((await browser.ask('GET /websites', undefined, headers)).status).toBe(200);
  });
});

describe('The cookie', () => {
  it('opens no route of Bot Tracking Keys, and changes nothing for public ones', async () => {
    const headers = { cookie: `botgauge=${browser.secret}`, ...OWN_PAGE };
    const ofLogs = system.routes.filter(({ url }) => /\/logs(\/|$)/.test(url));
    expect(ofLogs.length).toBeGreaterThan(20);
    for (const { method, url } of ofLogs) {
      const { status } = await fetch(system.base + url, { method, headers });
      expect([method, url, status]).toEqual([method, url, 401]);
    }
    const metrics = await fetch(`${system.base}/metrics`, { headers });
    expect(await metrics.text()).not.toContain(browser.secret);
  });

  it('counts only under its name, once, and among others', async () => {
    const { secret } = browser;
    const ask = (cookie: string) =>
      request(`${system.base}/api/v1/websites`, { headers: { cookie } });
    for (const right of [
      `botgauge=${secret}`,
      `a=b; botgauge=${secret} ;c`,
      `botgauge=${secret}; botgauge=${secret}`,
      `botgauge=; botgauge=${secret}`,
    ])
      expect((await ask(right)).status).toBe(200);
    for (const wrong of [`Botgauge=${secret}`, `__Host-botgauge=${secret}`, secret, 'botgauge='])
      expectError(await ask(wrong), 'UNAUTHORIZED', /Send a valid key/);
    for (const wrong of ['botgauge=x', `botgauge="${secret}"`, `botgauge=${secret}x`])
      expectError(await ask(wrong), 'UNAUTHORIZED', /^This session has ended/);
    const several = await ask(`botgauge=${secret}; botgauge=${'x'.repeat(43)}`);
    expectError(several, 'UNAUTHORIZED', /^This browser has several cookies of this service/);
  });

  it('is for HTTPS only where people reach the service over HTTPS', async () => {
    const base = await system.startApi({ PUBLIC_URL: 'https://logs.test:8443/botgauge/' });
    const origin = { origin: 'https://logs.test:8443' };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ api_key: tenant.apiKey });
    const post = (more: Record<string, string>) =>
      request(`${base}/api/v1/session`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body,
      });
    expectError(await post({ origin: base }), 'FORBIDDEN', /page at https:\/\/logs\.test:8443 may/);
    const { name, value, attributes } = cookieOf(await post(origin));
    expect(name).toBe('__Host-botgauge');
    expect(attributes).toBe('Max-Age=604800; Path=/; HttpOnly; SameSite=Strict; Secure');
    const secure = new Browser(base, value, name);
    const made = await secure.ask('POST /websites', newWebsite(), origin);
    expect(made.status).toBe(201);
    const plain = new Browser(base, value);
    expectError(await plain.ask('GET /websites'), 'UNAUTHORIZED', /Send a valid key/);
    expect(cookieOf(await secure.ask('DELETE /session')).attributes).toMatch(
      /^Max-Age=0; .*Secure/,
    );
    expect((await get(base, '/websites', tenant.apiKey)).status).toBe(200);
  });
});

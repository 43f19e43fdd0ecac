import { type IncomingHttpHeaders, request as ask } from 'node:http';
import { aLogEntryInput } from '@app/testing';
import { Browser, OWN_PAGE } from '../support/browser.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

let system: System;
let tenant: Tenant;
/** A browser that is signed in. */
let browser: Browser;
/** Like the service, but with names of its own. */
let named: string;
beforeAll(async () => {
  system = await startSystemOn('postgres', { env: { PIXEL: 'true' } });
  tenant = await system.createTenant();
  browser = await Browser.signedIn(system.base, tenant.apiKey);
  named = await system.startApi({
    PUBLIC_URL: 'https://stats.example/botgauge',
    ALLOWED_HOSTS: 'api,*.corp.example',
  });
});
afterAll(() => system.stop());

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Asks under a name. `fetch` would not send it. */
function askAs(host: string, path: string, asked: Asked = {}, base = system.base) {
  const { method = 'GET', headers = {}, body } = asked;
  return new Promise<Answered>((resolve, reject) => {
    const request = ask(
      new URL(path, base),
      { method, headers: { ...headers, host } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += String(chunk)));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        );
      },
    );
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
const statusAs = async (...asked: Parameters<typeof askAs>) => (await askAs(...asked)).status;

const JSON_BODY = { 'content-type': 'application/json' };
const signIn = (origin: string): Asked => ({
  method: 'POST',
  headers: { ...JSON_BODY, ...OWN_PAGE, origin },
  body: { api_key: tenant.apiKey },
});
const FOREIGN = 'rebound.example:3000';

it.each(['/', '/docs', '/docs/swagger-ui.css', '/openapi.json', '/metrics', '/api/v1/session'])(
  'shows %s under its own names only',
  async (path) => {
    const answer = await askAs(FOREIGN, path);
    expect(answer.status).toBe(421);
    expect(JSON.parse(answer.text)).toEqual({
      success: false,
      error: {
        code: 'MISDIRECTED_REQUEST',
        message: `This service does not know the name rebound.example: open it at ${system.base}, or let its operator set PUBLIC_URL to the address in your browser, or add rebound.example to ALLOWED_HOSTS`,
      },
    });
    for (const host of [
      'localhost:3000',
      '192.168.1.5:3000',
      '[fd00::5]',
      new URL(system.base).host,
    ])
      expect(await statusAs(host, path)).toBe(200);
  },
);

it('signs nobody in under another name, whatever the page says of itself', async () => {
  const answer = await askAs(FOREIGN, '/api/v1/session', signIn(`http://${FOREIGN}`));
  expect(answer.status).toBe(421);
  expect(answer.headers['set-cookie']).toBeUndefined();
  // A key in a header does not help a page that has made one up.
  const { headers, ...rest } = signIn(system.base);
  const keyed = { ...rest, headers: { ...headers, 'x-api-key': 'api_made_up' } };
  expect(await statusAs(FOREIGN, '/api/v1/session', keyed)).toBe(421);
  expect(await statusAs('127.0.0.1', '/api/v1/session', signIn(system.base))).toBe(201);
});

it('takes a cookie under its own names only', async () => {
  const { headers } = browser;
  expect(await statusAs(FOREIGN, '/api/v1/websites', { headers })).toBe(421);
  expect(await statusAs('127.0.0.1', '/api/v1/websites', { headers })).toBe(200);
});

it('takes a key under every name, and answers probes and what senders address', async () => {
  const api = { headers: { 'x-api-key': tenant.apiKey } };
  expect(await statusAs(FOREIGN, '/api/v1/websites', api)).toBe(200);
  const logs = { ...JSON_BODY, 'x-api-key': tenant.botKey };
  const batch = { method: 'POST', headers: logs, body: [aLogEntryInput()] };
  expect(await statusAs(FOREIGN, '/api/v1/logs/custom', batch)).toBe(200);
  const feed = { headers: { 'x-api-key': tenant.botKey } };
  expect(await statusAs(FOREIGN, '/api/v1/logs/vercel', feed)).toBe(200);
  for (const path of [
    '/healthz',
    '/readyz',
    '/api/pixel?tid=t_1',
    '/.well-known/fastly/logging/challenge',
  ])
    expect(await statusAs(FOREIGN, path)).toBe(200);
});

it('knows the name of PUBLIC_URL and those of ALLOWED_HOSTS', async () => {
  for (const host of ['stats.example', 'Stats.Example:8443', 'api:3000', 'a.corp.example'])
    expect(await statusAs(host, '/metrics', {}, named)).toBe(200);
  for (const host of ['corp.example', 'stats.example.evil.test', 'worker:3001'])
    expect(await statusAs(host, '/metrics', {}, named)).toBe(421);
});

it('tells people in a browser what to set, on a page that runs nothing', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const path of ['/', '/docs']) {
    const answer = await askAs('server:3000', path, { headers }, named);
    expect(answer.status).toBe(421);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(answer.text).toContain('open it at https://stats.example, or');
    expect(answer.text).toContain('add server to ALLOWED_HOSTS');
  }
});

it('repeats no Host that is no name', async () => {
  const headers = { accept: 'text/html' };
  for (const host of ['<script>', 'a"b', "a'b", 'a, b', 'a'.repeat(300)]) {
    const { status, text } = await askAs(host, '/', { headers });
    expect(status).toBe(421);
    expect(text).toContain('does not know this name: open it');
    expect(text).not.toContain(host);
  }
});

it('a worker shows its metrics under names of the service only', async () => {
  const worker = `http://127.0.0.1:${system.statusPort}`;
  const answer = await askAs(FOREIGN, '/metrics', {}, worker);
  expect(answer.status).toBe(421);
  expect(answer.text).toContain('ALLOWED_HOSTS');
  expect(answer.text).not.toContain('botgauge_');
  for (const path of ['/healthz', '/readyz'])
    expect(await statusAs(FOREIGN, path, {}, worker)).toBe(200);
  for (const host of ['localhost', '10.0.0.7:3001'])
    expect(await statusAs(host, '/metrics', {}, worker)).toBe(200);
});

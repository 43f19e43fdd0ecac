import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { postgresRateLimits, RateLimits, redisRateLimits } from '@app/access';
import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { chooseBackend } from '@app/queue';
import type { WebsiteRow } from '@app/storage';
import { CHROME, eventually, FakeClock, undoneAtEnd } from '@app/testing';
import { createApi } from '../../apps/api/src/create-api.js';
import { expectError, get, request } from '../support/http.js';
import { metricOf } from '../support/metrics.js';
import { createWebsite, startSystem, type System, type Tenant } from '../support/system.js';
import { startTcpProxy } from '../support/tcp-proxy.js';

const NOW = '2026-11-20T12:00:00.000Z';
const clock = FakeClock.at(NOW);
const logger = createLogger('test', 'silent');
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  // Behind a proxy, so that the visitors of these tests have addresses of their own.
  system = await startSystem({
    clock,
    env: { PIXEL: 'true', TRUST_PROXY: '1', IP_STORAGE: 'full' },
  });
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

let visitors = 0;
const newVisitor = () => `198.51.${visitors >> 8}.${visitors++ & 255}`;

interface Shown {
  base?: string;
  headers?: Record<string, string>;
  method?: string;
}

/** Shows a pixel as a browser does, and expects the image and nothing else. */
async function show(
  query: Record<string, string>,
  { base = system.base, headers, method = 'GET' }: Shown = {},
) {
  const url = `${base}/api/pixel?${new URLSearchParams(query).toString()}`;
  const response = await fetch(url, {
    method,
    headers: { 'user-agent': CHROME, 'x-forwarded-for': newVisitor(), ...headers },
  });
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  expect([response.status, body]).toEqual([200, method === 'HEAD' ? '' : GIF]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/gif',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  for (const name of ['set-cookie', 'etag', 'x-ratelimit-limit'])
    expect(response.headers.has(name)).toBe(false);
}

const tid = () => tenant.website.tracking_id;
const views = (result: string, base = system.base) =>
  metricOf(base, `botgauge_pixel_views_total{result="${result}"}`).then((count) => count ?? 0);

async function visitsOf(website: WebsiteRow): Promise<unknown[]> {
  const { rows } = await system.database.pool.query(
    `SELECT time, method, host, path, host(ip) AS ip, status_code, user_agent, referer FROM visit_entries
     WHERE website_id = $1 ORDER BY path`,
    [website.id],
  );
  return rows;
}

it('names an agent that shows a page as a browser does, and signs its requests', async () => {
  const headers = { 'signature-agent': '"https://chatgpt.com"' };
  await show({ tid: tid(), url: 'https://example.com/' }, { headers });
  await system.untilVisits(tenant.website, 1);
  const { rows } = await system.database.pool.query(
    'SELECT slug FROM visit_entries JOIN bots ON bots.id = bot_id WHERE website_id = $1',
    [tenant.website.id],
  );
  expect(rows).toEqual([{ slug: 'chatgpt-agent' }]);
});

it('counts a view as a visit, with the visitor and the pages that it names', async () => {
  const page = 'https://www.example.com/pricing?utm=1#top';
  const headers = { 'x-forwarded-for': '203.0.113.9', referer: 'https://www.example.com/' };
  await show({ tid: tid(), url: page, ref: 'https://chatgpt.com/c/1?q=secret' }, { headers });
  await system.untilVisits(tenant.website, 1);
  expect(await visitsOf(tenant.website)).toEqual([
    {
      time: new Date(NOW),
      method: 'GET',
      host: 'www.example.com',
      path: '/pricing',
      ip: '203.0.113.9',
      status_code: 200,
      user_agent: CHROME,
      referer: 'https://chatgpt.com/c/1',
    },
  ]);
});

it('takes the page from the Referer when it is not named', async () => {
  await show({ tid: tid() }, { headers: { referer: 'https://example.com/blog' } });
  await system.untilVisits(tenant.website, 1);
  expect(await visitsOf(tenant.website)).toMatchObject([{ host: 'example.com', path: '/blog' }]);
});

it('counts nothing for pages of other hosts, unknown ids, HEAD and nonsense, and says why', async () => {
  const url = 'https://example.com/';
  const deleted = await createWebsite(system.accounts, tenant.account, 'deleted.example');
  await system.accounts.deleteWebsite(tenant.account.id, deleted.public_id);
  const other = await system.createTenant({ domain: 'other.example' });
  const before = { unknown: await views('unknown_id'), host: await views('other_host') };
  await show({ tid: tid(), url: 'https://evil.example/' });
  await show({ tid: tid(), url: 'https://badexample.com/' });
  await show({ tid: other.website.tracking_id, url });
  await show({ tid: 't_nobody', url });
  await show({ tid: deleted.tracking_id, url: 'https://deleted.example/' });
  await show({ tid: tenant.website.public_id, url });
  await show({ tid: tid() });
  await show({ url });
  await show({ tid: tid(), url }, { method: 'HEAD' });
  await eventually(async () => {
    expect(await views('other_host')).toBe(before.host + 3);
    expect(await views('unknown_id')).toBe(before.unknown + 3);
  });
  expect(await views('no_address')).toBe(1);
  expect(await views('bad_parameters')).toBe(1);
  // A view that counts comes after the others, and is the only one.
  await show({ tid: tid(), url });
  await show({ tid: other.website.tracking_id, url: 'https://other.example/' });
  await system.untilVisits(tenant.website, 1);
  await system.untilVisits(other.website, 1);
});

it('counts 60 views of an address and no more, and those of others', async () => {
  const headers = { 'x-forwarded-for': newVisitor() };
  const url = 'https://example.com/';
  const limited = await views('address_limit');
  for (let i = 0; i < 70; i++) await show({ tid: tid(), url }, { headers });
  await show({ tid: tid(), url });
  expect(await views('address_limit')).toBe(limited + 10);
  await system.untilVisits(tenant.website, 61);
});

it('counts no more views of a website than its limit in all processes together', async () => {
  const config = loadConfig({ PORT: '0', ...system.env });
  const backend = chooseBackend(config);
  const client = backend.connectForLimits(logger);
  if (client && client.status !== 'ready') await once(client, 'ready');
  const store = client ? redisRateLimits(client) : postgresRateLimits(system.database.pool);
  const another = new RateLimits(store);
  for (let i = 0; i < 6_000; i++) expect(await another.takePixelView(tenant.website.id)).toBe(true);
  const limited = await views('website_limit');
  await show({ tid: tid(), url: 'https://example.com/' });
  await eventually(async () => expect(await views('website_limit')).toBe(limited + 1));
  client?.disconnect();
  await backend.close();
});

it('joins the views of a moment in few batches, and counts each', async () => {
  const batches = async () => {
    const turns = ['first', 'later'].map((turn) =>
      metricOf(system.base, `botgauge_batches_queued_total{turn="${turn}"}`),
    );
    return (await Promise.all(turns)).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  };
  const before = await batches();
  const counted = await views('counted');
  await Promise.all(
    Array.from({ length: 300 }, (_, i) => show({ tid: tid(), url: `https://example.com/${i}` })),
  );
  await system.untilVisits(tenant.website, 300);
  expect(await views('counted')).toBe(counted + 300);
  expect((await batches()) - before).toBeLessThan(100);
});

it('shows the image at once while the database does not answer, and says what it did not count', async () => {
  const proxy = await startTcpProxy(system.database.url);
  const base = await system.startApi({ DATABASE_URL: proxy.url });
  const url = 'https://example.com/';
  const dropped = async () =>
    (await views('database_away', base)) + (await views('queue_away', base));
  proxy.block();
  // An answer that waited for the database would come only after the proxy is mended.
  await show({ tid: tid(), url }, { base });
  await proxy.cut();
  await show({ tid: tid(), url }, { base });
  await eventually(async () => expect(await dropped()).toBe(2));
  await proxy.mend();
  await eventually(async () => {
    await show({ tid: tid(), url }, { base });
    expect(await views('counted', base)).toBeGreaterThan(0);
  });
});

it('counts what was shown before a process is stopped, as a feed too', async () => {
  const config = loadConfig({ PORT: '0', LOG_LEVEL: 'silent', ...system.env });
  const api = await createApi(config, logger, clock);
  const close = undoneAtEnd(() => api.close());
  const base = `http://127.0.0.1:${await api.listen()}`;
  for (let i = 0; i < 3; i++) await show({ tid: tid(), url: 'https://example.com/' }, { base });
  await close();
  await system.untilVisits(tenant.website, 3);
  const { website, apiKey } = tenant;
  const { body } = await get(system.base, `/websites/${website.public_id}/feeds`, apiKey);
  expect(body.data.feeds).toMatchObject([{ feed: 'pixel', last_24_hours: { entries: 3 } }]);
});

it('counts an address that is far too long, and cuts it', async () => {
  await show({ tid: tid(), url: `https://example.com/${'a'.repeat(10_000)}` });
  await system.untilVisits(tenant.website, 1);
  expect(await visitsOf(tenant.website)).toMatchObject([{ path: `/${'a'.repeat(2_047)}` }]);
});

it('has a body for nobody: what a client sends with its request changes nothing', async () => {
  const sent = httpRequest(`${system.base}/api/pixel`, {
    headers: { 'content-type': 'text/plain', 'content-length': '5' },
  });
  sent.end('hello');
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('image/gif');
  response.resume();
});

it('is not there unless it is wanted', async () => {
  const base = await system.startApi({ PIXEL: 'false' });
  expectError(await request(`${base}/api/pixel?tid=${tid()}`), 'NOT_FOUND');
  const { body } = await request(`${base}/openapi.json`);
  expect(Object.keys(body.paths as object)).not.toContain('/api/pixel');
});

import { generateKey, hashKey, newPublicId } from '@app/access';
import { aLogEntryInput, eventually, FakeClock } from '@app/testing';
import {
  type Answer,
  expectError,
  expectNoRateLimit,
  expectProcessed,
  get,
  ingest,
  rateLimitOf,
  request,
  sendRaw,
} from '../support/http.js';
import { inEnvelope } from '../support/in-envelope.js';
import { KEYED, type RouteDeclaration } from '../support/declared-routes.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const NOW = '2026-11-20T15:30:00Z';
const clock = FakeClock.at(NOW);
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystemOn(
    // The outages below take away the queue together with the database.
    'postgres',
    // Every route gets wrong keys from the same address.
    { clock, env: { AUTH_FAILURES_PER_MINUTE: '1000000' } },
  );
});
beforeEach(async () => {
  clock.set(NOW);
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const call = async (
  { method, path }: RouteDeclaration,
  key: string | undefined,
  base = system.base,
): Promise<Answer> => {
  const answer = await request(base + path.replace(':id', tenant.website.public_id), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'x-api-key': key }),
    },
    ...(method === 'POST' ? { body: JSON.stringify([aLogEntryInput()]) } : {}),
  });
  return inEnvelope(answer);
};

const UNAUTHORIZED = {
  success: false,
  error: { code: 'UNAUTHORIZED', message: 'Send a valid key in the x-api-key header' },
};

function expectUnauthorized(answer: Answer): void {
  expectError(answer, 'UNAUTHORIZED');
  expect(answer.body).toEqual(UNAUTHORIZED);
  expectNoRateLimit(answer);
}

async function createKey(fields: { expiresAt?: Date; revoked?: boolean }): Promise<string> {
  const key = generateKey('api');
  const row = await system.keys.createKey({
    publicId: newPublicId('key'),
    accountId: tenant.account.id,
    websiteId: null,
    kind: 'api',
    name: 'test',
    sha256: hashKey(key),
    last4: key.slice(-4),
    ...(fields.expiresAt ? { expiresAt: fields.expiresAt } : {}),
  });
  if (fields.revoked) await system.keys.revokeKey(row.public_id);
  return key;
}

describe('401 UNAUTHORIZED, one body for all', () => {
  const flip = (key: string, at: number) =>
    key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);

  it.each<[string, () => string | undefined | Promise<string>]>([
    ['no key', () => undefined],
    ['an empty key', () => ''],
    ['a malformed key', () => 'api_123'],
    ['a word', () => 'secret'],
    ['a key of another kind of service', () => `sk_live_${'a'.repeat(40)}`],
    ['a wrong checksum', () => flip(tenant.apiKey, tenant.apiKey.length - 1)],
    ['a changed character', () => flip(tenant.apiKey, 10)],
    ['a changed prefix', () => tenant.botKey.replace('bot_', 'api_')],
    ['a key in capitals', () => tenant.apiKey.toUpperCase()],
    ['a key in quotes', () => `"${tenant.apiKey}"`],
    ['a bearer', () => `Bearer ${tenant.apiKey}`],
    ['two keys without a comma', () => `${tenant.apiKey} ${tenant.apiKey}`],
    ['a very long key', () => `api_${'a'.repeat(8_000)}`],
    ['the hash of a key', () => hashKey(tenant.apiKey).toString('hex')],
    ['an unknown API Key', () => generateKey('api')],
    ['an unknown Bot Tracking Key', () => generateKey('bot')],
    ['a revoked key', () => createKey({ revoked: true })],
    ['an expired key', () => createKey({ expiresAt: new Date(Date.parse(NOW) - 1) })],
    ['a key that expires now', () => createKey({ expiresAt: new Date(NOW) })],
    ['a revoked and expired key', () => createKey({ revoked: true, expiresAt: new Date(0) })],
  ])('%s', async (_, key) => {
    const presented = await key();
    for (const route of KEYED) expectUnauthorized(await call(route, presented));
  });

  it('a key in the address does not count as a key', async () => {
    const url = `${system.base}/api/v1/websites`;
    for (const name of ['key', 'x-api-key', 'api_key'])
      expectUnauthorized(await request(`${url}?${name}=${tenant.apiKey}`));
    const logs = `${system.base}/api/v1/logs/custom?key=${tenant.botKey}`;
    expectUnauthorized(await request(logs, { method: 'POST', body: '[]' }));
  });
});

/** The headers in which a key may stand. */
const WAYS: [string, (key: string) => Record<string, string>][] = [
  ['x-api-key', (key) => ({ 'x-api-key': key })],
  ['the header of Firehose', (key) => ({ 'X-Amz-Firehose-Access-Key': key })],
  ['the password of Basic', (key) => ({ authorization: `Basic ${btoa(`any:${key}`)}` })],
  ['Bearer', (key) => ({ authorization: `Bearer ${key}` })],
  ['Bearer, pasted twice', (key) => ({ authorization: `Bearer Bearer ${key}` })],
];

describe.each(WAYS)('A key in %s', (_, headersOf) => {
  const ask = (kind: 'api' | 'bot', key: string, more: Record<string, string> = {}) =>
    kind === 'bot'
      ? ingest(system.base, undefined, [], { ...headersOf(key), ...more })
      : request(`${system.base}/api/v1/websites`, { headers: { ...headersOf(key), ...more } });

  it('opens what it opens in x-api-key, and nothing else', async () => {
    expect((await ask('api', tenant.apiKey)).status).toBe(200);
    expectProcessed(await ask('bot', tenant.botKey), 0);
    expectError(await ask('api', tenant.botKey), 'FORBIDDEN');
    expectError(await ask('bot', tenant.apiKey), 'FORBIDDEN');
    expectUnauthorized(await ask('api', generateKey('api')));
    expectUnauthorized(await ask('api', await createKey({ revoked: true })));
  });

  it('is refused beside another key, and taken beside what is no key', async () => {
    const other = { 'x-api-key': tenant.botKey, 'x-amz-firehose-access-key': tenant.apiKey };
    const answer = await ask('api', generateKey('api'), other);
    expectError(answer, 'UNAUTHORIZED', /different keys; send only one/);
    expectNoRateLimit(answer);
    const tokens = { authorization: 'Bearer eyJ.e30.c2ln', 'x-api-key': 'secret' };
    const rest = Object.fromEntries(
      Object.entries(tokens).filter(([name]) => !(name in headersOf(''))),
    );
    expect((await ask('api', tenant.apiKey, rest)).status).toBe(200);
  });
});

it('the same key may come twice in one header, which Node joins, and different ones may not', async () => {
  const { body, status } = await sendRaw(
    system.base,
    `GET /api/v1/websites HTTP/1.1\r\nhost: x\r\nx-api-key: ${tenant.apiKey}\r\nX-API-Key: ${tenant.apiKey}\r\nconnection: close\r\n\r\n`,
  );
  expect([status, body.success]).toEqual([200, true]);
  const different = `${tenant.apiKey}, ${await system.createKey('api', tenant.account)}`;
  const answer = await get(system.base, '/websites', different);
  expectError(answer, 'UNAUTHORIZED', /different keys; send only one/);
});

it('white space around a key belongs to HTTP, not to the key', async () => {
  expect((await get(system.base, '/websites', ` ${tenant.apiKey} `)).status).toBe(200);
});

it('the name of the header may have any case', async () => {
  const headers = { 'X-API-Key': tenant.apiKey };
  expect((await request(`${system.base}/api/v1/websites`, { headers })).status).toBe(200);
});

describe('403 FORBIDDEN', () => {
  it('carries the rate-limit headers of the presented key', async () => {
    const [pro] = [await system.createTenant({ plan: 'pro' })];
    const read = await get(system.base, '/websites', pro.botKey);
    expect(rateLimitOf(read).limit).toBe(6_000);
    const sent = await ingest(system.base, pro.apiKey, '{');
    expect(rateLimitOf(sent)).toMatchObject({ limit: 300, remaining: 299 });
  });
});

describe('A website', () => {
  const PATHS = ['summary', 'bots', 'pages', 'timeseries'].map((name) => `/websites/:id/${name}`);

  it.each(PATHS)('%s that is unknown or foreign is 404 with the same body', async (path) => {
    const foreign = await system.createTenant();
    const ids = [
      foreign.website.public_id,
      'ws_000000000000000000000',
      'ws_',
      'x',
      tenant.website.tracking_id,
      tenant.website.public_id.toUpperCase(),
      `${tenant.website.public_id}%20`,
      encodeURIComponent("' OR 1=1 --"),
      '%00',
      `ws_%00`,
      '%F0%9F%98%80',
      '..%2F..',
      String(tenant.website.id),
      'a'.repeat(1000),
    ];
    const bodies = [];
    for (const id of ids) {
      const answer = await get(system.base, path.replace(':id', id), tenant.apiKey);
      expectError(answer, 'NOT_FOUND', 'There is no such website in this account');
      rateLimitOf(answer);
      bodies.push(JSON.stringify(answer.body));
    }
    expect(new Set(bodies).size).toBe(1);
    const own = { ...foreign, id: foreign.website.public_id };
    expect((await get(system.base, path.replace(':id', own.id), own.apiKey)).status).toBe(200);
  });

  it.each(PATHS)('%s that is foreign is checked after the parameters', async (path) => {
    const answer = await get(system.base, `${path.replace(':id', 'ws_x')}?period=x`, tenant.apiKey);
    expectError(answer, 'VALIDATION_ERROR');
  });
});

describe('A revoked key', () => {
  it('stops within 10 s, everywhere', async () => {
    const other = await system.startApi();
    const { rows } = await system.database.pool.query<{ public_id: string }>(
      'SELECT public_id FROM api_keys WHERE sha256 = $1',
      [hashKey(tenant.apiKey)],
    );
    for (const base of [system.base, other])
      expect((await get(base, '/websites', tenant.apiKey)).status).toBe(200);
    await system.keys.revokeKey(`${rows[0]?.public_id}`);
    clock.advance(5_000);
    for (const base of [system.base, other])
      expectUnauthorized(await get(base, '/websites', tenant.apiKey));
    // The account's other keys keep working.
    const next = await system.createKey('api', tenant.account);
    expect((await get(other, '/websites', next)).status).toBe(200);
  });

  it('stops at the moment it expires, cached or not', async () => {
    const key = await createKey({ expiresAt: new Date(Date.parse(NOW) + 2_000) });
    expect((await get(system.base, '/websites', key)).status).toBe(200);
    clock.advance(1_999);
    expect((await get(system.base, '/websites', key)).status).toBe(200);
    clock.advance(1);
    expectUnauthorized(await get(system.base, '/websites', key));
  });
});

it('an unknown key is not remembered: it works as soon as it is created', async () => {
  const key = generateKey('api');
  expectUnauthorized(await get(system.base, '/websites', key));
  await system.keys.createKey({
    publicId: newPublicId('key'),
    accountId: tenant.account.id,
    websiteId: null,
    kind: 'api',
    name: 'late',
    sha256: hashKey(key),
    last4: key.slice(-4),
  });
  expect((await get(system.base, '/websites', key)).status).toBe(200);
});

it('the last use of a key is noted', async () => {
  expect((await get(system.base, '/websites', tenant.apiKey)).status).toBe(200);
  await eventually(async () => {
    const { rows } = await system.database.pool.query(
      'SELECT last_used_at FROM api_keys WHERE sha256 = $1',
      [hashKey(tenant.apiKey)],
    );
    expect(rows[0].last_used_at).not.toBeNull();
  });
});

describe('Wrong keys of one address', () => {
  it('are 429 after AUTH_FAILURES_PER_MINUTE, and a right key is served, seen before or not', async () => {
    const base = await system.startApi({ AUTH_FAILURES_PER_MINUTE: '3' });
    expectUnauthorized(await get(base, '/websites', 'api_wrong'));
    expectUnauthorized(await get(base, '/websites'));
    expectUnauthorized(await get(base, '/websites', generateKey('api')));
    for (const key of ['api_wrong', undefined, generateKey('bot')]) {
      const answer = await get(base, '/websites', key);
      expectError(answer, 'RATE_LIMITED', /^Too many requests; try again in \d+ s$/);
      expectNoRateLimit(answer);
      const seconds = Number(answer.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    expect((await get(base, '/websites', tenant.apiKey)).status).toBe(200);
    for (const path of ['/healthz', '/readyz'])
      expect((await request(base + path)).status).toBe(200);
    // Unknown routes and wrong methods are checked before keys.
    expectError(await get(base, '/nope'), 'NOT_FOUND');
    expectError(await get(base, '/logs/custom'), 'METHOD_NOT_ALLOWED');
  });

  it('do not refuse the first requests of right keys in the middle of a flood', async () => {
    const base = await system.startApi({ AUTH_FAILURES_PER_MINUTE: '1' });
    const rightKeys = await Promise.all(
      Array.from({ length: 4 }, () => system.createKey('bot', tenant.account, tenant.website)),
    );
    const wrong = () => ingest(base, generateKey('bot'), []);
    const flood = Array.from({ length: 300 }, wrong);
    for (const key of rightKeys) {
      expectProcessed(await ingest(base, key, []), 0);
      flood.push(wrong());
    }
    const statuses = (await Promise.all(flood)).map(({ status }) => status).sort();
    expect(statuses).toEqual([401, ...Array<number>(303).fill(429)]);
  });

  // The client of these tests is at 127.0.0.1. A proxy has written everything to the right of its
  // own words.
  it.each([
    ['false', '192.0.2.1', '192.0.2.2', 'together'],
    ['1', '192.0.2.1', '192.0.2.2', 'apart'],
    ['1', '203.0.113.1, 192.0.2.1', '203.0.113.2, 192.0.2.1', 'together'],
    ['2', '192.0.2.1, 198.51.100.1', '192.0.2.2, 198.51.100.1', 'apart'],
    ['2', '203.0.113.1, 192.0.2.1, 198.51.100.1', '192.0.2.1, 198.51.100.2', 'together'],
    ['127.0.0.0/8', '203.0.113.1, 192.0.2.1', '203.0.113.1, 192.0.2.2', 'apart'],
    ['127.0.0.1,198.51.100.1', '203.0.113.1, 192.0.2.1, 198.51.100.1', '192.0.2.1', 'together'],
    ['198.51.100.1', '192.0.2.1', '192.0.2.2', 'together'],
  ])('with TRUST_PROXY=%s from %s and from %s count %s', async (trust, first, second, counted) => {
    const base = await system.startApi({ AUTH_FAILURES_PER_MINUTE: '1', TRUST_PROXY: trust });
    const from = (addresses: string) =>
      request(`${base}/api/v1/websites`, { headers: { 'x-forwarded-for': addresses } });
    expectUnauthorized(await from(first));
    expectError(await from(first), 'RATE_LIMITED');
    if (counted === 'together') expectError(await from(second), 'RATE_LIMITED');
    else expectUnauthorized(await from(second));
  });
});

describe('With the database away', () => {
  let proxy: TcpProxy;
  let base: string;
  beforeAll(async () => {
    proxy = await startTcpProxy(system.database.url);
    base = await system.startApi({ DATABASE_URL: proxy.url });
  });
  afterEach(() => proxy.mend());
  afterAll(() => proxy.cut());

  const unavailable = (answer: Answer, message?: RegExp) => {
    expectError(answer, 'SERVICE_UNAVAILABLE', message);
  };

  it('a key that was not seen is 503, never 401; text that cannot be a key is 401', async () => {
    await proxy.cut();
    for (const route of KEYED) {
      unavailable(await call(route, tenant.apiKey, base), /^Keys cannot be checked now/);
      unavailable(await call(route, generateKey('bot'), base), /^Keys cannot be checked/);
      expectUnauthorized(await call(route, 'api_malformed', base));
      expectUnauthorized(await call(route, undefined, base));
    }
    expect((await request(`${base}/healthz`)).status).toBe(200);
    unavailable(await request(`${base}/readyz`), /^The database does not answer$/);
    await proxy.mend();
    await eventually(async () => expect((await request(`${base}/readyz`)).status).toBe(200));
    expect((await get(base, '/websites', tenant.apiKey)).status).toBe(200);
  });

  it('a cached key lives on for ingestion up to 5 minutes, and gets 503 from the queue', async () => {
    expectProcessed(await ingest(base, tenant.botKey, aLogEntryInput()), 1);
    expect((await get(base, '/websites', tenant.apiKey)).status).toBe(200);
    await proxy.cut();
    const fromQueue = /^The queue does not take entries now/;
    unavailable(await ingest(base, tenant.botKey, aLogEntryInput()), fromQueue);
    unavailable(await get(base, '/websites', tenant.apiKey), /^The database is not available/);
    clock.advance(4_999);
    unavailable(await ingest(base, tenant.botKey, aLogEntryInput()), fromQueue);
    clock.advance(1);
    // The key of a report is cached only for 5 s. The report could not be read anyway.
    unavailable(await get(base, '/websites', tenant.apiKey), /^Keys cannot be checked now/);
    unavailable(await ingest(base, tenant.botKey, aLogEntryInput()), fromQueue);
    // The process continues to count rate limits, and validation needs no database.
    rateLimitOf(await ingest(base, tenant.botKey, aLogEntryInput()));
    expectError(await ingest(base, tenant.botKey, '{'), 'INVALID_JSON');
    expectProcessed(await ingest(base, tenant.botKey, []), 0);
    clock.advance(5 * 60_000 - 5_001);
    unavailable(await ingest(base, tenant.botKey, aLogEntryInput()), fromQueue);
    clock.advance(1);
    unavailable(await ingest(base, tenant.botKey, aLogEntryInput()), /^Keys cannot be checked/);
    await proxy.mend();
    clock.advance(1);
    await eventually(async () =>
      expectProcessed(await ingest(base, tenant.botKey, aLogEntryInput()), 1),
    );
    await system.untilVisits(tenant.website, 2);
  });

  it('a request with an Idempotency-Key is also 503', async () => {
    expectProcessed(await ingest(base, tenant.botKey, []), 0);
    await proxy.cut();
    const headers = { 'idempotency-key': 'k' };
    unavailable(await ingest(base, tenant.botKey, aLogEntryInput(), headers));
    await proxy.mend();
    await eventually(async () =>
      expectProcessed(await ingest(base, tenant.botKey, aLogEntryInput(), headers), 1),
    );
    await system.untilVisits(tenant.website, 1);
  });
});

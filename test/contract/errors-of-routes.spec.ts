// Errors that follow from what a route declares. Each is a row of a table, which is tried on every
// route that declares the cause, so no other suite needs to.
import { gzipSync } from 'node:zlib';
import { KEYED, type RouteDeclaration, ROUTES } from '../support/declared-routes.js';
import {
  type Answer,
  expectError,
  expectNoRateLimit,
  get,
  ingest,
  request,
} from '../support/http.js';
import { inEnvelope } from '../support/in-envelope.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const KIB = 1_024;
const MIB = 1_024 * KIB;
/** Nothing has this id, so whatever is sent changes nothing. */
const NOBODYS = 'ws_000000000000000000000';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

let system: System;
let base: string;
let tenant: Tenant;
/** An account that has used up its requests of this minute. */
let busy: Tenant;
beforeAll(async () => {
  system = await shareSystemOn('postgres');
  base = await system.startApi({ FEED_MAX_MIB: '1', FEED_LARGE_MAX_MIB: '1' });
  tenant = await system.createTenant();
  busy = await system.createTenant({ plan: 'pro', apiRate: 1, ingestRate: 1 });
  await get(base, '/websites', busy.apiKey);
  await ingest(base, busy.botKey, []);
});
afterAll(() => system.stop());

const served = () => new Set(system.routes.map(({ method, url }) => `${method} ${url}`));
const READING_BODIES = KEYED.filter(({ method }) => !['GET', 'DELETE'].includes(method));
const nameOf = ({ method, path }: RouteDeclaration) => `${method} ${path}`;
const rows = (routes: readonly RouteDeclaration[]) =>
  routes.map((route): [string, RouteDeclaration] => [nameOf(route), route]);
const keyOf = ({ access }: RouteDeclaration, { apiKey, botKey }: Tenant) =>
  access === 'api' ? apiKey : botKey;
const otherKeyOf = ({ access }: RouteDeclaration, { apiKey, botKey }: Tenant) =>
  access === 'api' ? botKey : apiKey;

interface Sent {
  key?: string;
  method?: string;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

async function send({ method, path }: RouteDeclaration, sent: Sent = {}): Promise<Answer> {
  const { key, headers, ...others } = sent;
  return inEnvelope(
    await request(`${base}${path.replace(':id', NOBODYS)}`, {
      method,
      headers: { ...(key && { 'x-api-key': key }), ...headers },
      ...others,
    }),
  );
}

it('has every route of the service', () => {
  const declared = ROUTES.map(nameOf).filter((name) => served().has(name));
  const below = [...served()].filter((name) => /^(?!HEAD)\w+ \/(api\/)?v1\//.test(name));
  expect(below.filter((name) => !declared.includes(name))).toEqual([]);
  expect(KEYED.length).toBeGreaterThan(80);
});

describe.each(rows(KEYED))('%s', (_, route) => {
  it('is 401 without a key, and the answer tells no limit', async () => {
    const answer = await send(route);
    expectError(answer, 'UNAUTHORIZED', 'Send a valid key in the x-api-key header');
    expectNoRateLimit(answer);
  });

  it('is 403 with a key of the other kind', async () => {
    const message =
      route.access === 'api'
        ? 'This route takes an API Key (api_…), not a Bot Tracking Key'
        : 'This route takes a Bot Tracking Key (bot_…), not an API Key';
    expectError(await send(route, { key: otherKeyOf(route, tenant) }), 'FORBIDDEN', message);
    const own = await send(route, { key: keyOf(route, tenant), method: route.method });
    expect([401, 403]).not.toContain(own.status);
  });

  // `expectError` expects `retry-after`, too.
  it('is 429 when the requests of this minute are used up', async () => {
    const answer = await send(route, { key: keyOf(route, busy) });
    expectError(answer, 'RATE_LIMITED', /^Too many requests.*; try again in \d+ s$/);
  });
});

describe.each(rows(READING_BODIES))('A body of %s', (_, route) => {
  const ofEntries = route.stream ? MIB : 10 * MIB;
  const most = route.mostBytes ?? (route.access === 'bot' ? ofEntries : 64 * KIB);
  const json = { 'content-type': 'application/json' };

  it('is 413 when it is too long, packed or not', async () => {
    const tooLong = Buffer.alloc(most + 1, ' ');
    const key = keyOf(route, tenant);
    const packed = { ...json, 'content-encoding': 'gzip' };
    for (const sent of [
      { key, body: tooLong, headers: json },
      { key, body: gzipSync(tooLong), headers: packed },
    ])
      expectError(await send(route, sent), 'PAYLOAD_TOO_LARGE', /KiB|MiB/);
  });

  it('is 415 in an encoding that is not taken', async () => {
    const headers = { ...json, 'content-encoding': 'br' };
    const answer = await send(route, { key: keyOf(route, tenant), body: '[]', headers });
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding may be gzip or identity');
  });
});

it.each(rows(READING_BODIES.filter(({ contentType }) => contentType !== 'any')))(
  'a body of %s is 415 when it is not JSON',
  async (_, route) => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await send(route, { key: keyOf(route, tenant), body: 'x', headers });
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
  },
);

describe.each([...new Set(ROUTES.map(({ path }) => path))])('%s', (path) => {
  it('is 405 with any other method, before the key is looked at', async () => {
    const taken = [...served()].filter((name) => name.split(' ')[1] === path);
    const allowed = taken.map((name) => name.split(' ')[0] as string).sort();
    const route = ROUTES.find((one) => one.path === path) as RouteDeclaration;
    for (const method of METHODS) {
      if (allowed.length === 0 || allowed.includes(method)) continue;
      const answer = await send(route, { method });
      expectError(answer, 'METHOD_NOT_ALLOWED', `This route takes ${allowed.join(', ')}`);
      expect(answer.headers.get('allow')).toBe(allowed.join(', '));
      expectNoRateLimit(answer);
    }
  });
});

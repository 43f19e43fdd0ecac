import { hashKey } from '@app/access';
import { PLANS, type PlanName } from '@app/contracts';
import { aLogEntryInput, eventually, stopTimeInEachTest } from '@app/testing';
import { runCommand } from '../../apps/cli/test/run-command.js';
import {
  type Answer,
  exchange,
  expectError,
  expectNoRateLimit,
  expectProcessed,
  get,
  ingest,
  rateLimitOf,
  request,
} from '../support/http.js';
import { inLanes } from '../support/in-lanes.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

let system: System;
beforeAll(async () => {
  system = await startSystemOn('postgres', { worker: false });
});
afterAll(() => system.stop());

const list = (tenant: Tenant, base = system.base) => get(base, '/websites', tenant.apiKey);
const send = (tenant: Tenant, base = system.base) => ingest(base, tenant.botKey, []);
const statuses = (answers: Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** A little more than a minute, when all open windows have ended. */
const MORE_THAN_A_MINUTE_MS = 61_000;

const TOO_MANY = /^Too many requests; try again in \d+ s$/;
const TOO_MANY_TOGETHER =
  /^Too many requests from all keys of this account together; try again in \d+ s$/;

function expectLimited(answer: Answer, limit: number, message = TOO_MANY): void {
  expectError(answer, 'RATE_LIMITED', message);
  const state = rateLimitOf(answer);
  expect(state).toMatchObject({ limit, remaining: 0 });
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(Math.abs(state.reset - Date.now() / 1000 - seconds)).toBeLessThanOrEqual(2);
}

it('uses the new limits soon after an operator has changed the plan', async () => {
  const tenant = await system.createTenant({ plan: 'free' });
  expect(rateLimitOf(await list(tenant))).toMatchObject({ limit: 10 });
  expect(rateLimitOf(await send(tenant))).toMatchObject({ limit: 60 });
  const { public_id } = tenant.account;
  const changes = ['--plan', 'pro', '--ingest-requests-per-minute', '77'];
  const { database } = system;
  const outcome = await runCommand(['accounts', 'update', public_id, ...changes], {
    databaseUrl: database.url,
  });
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  await eventually(
    async () => {
      expect(rateLimitOf(await list(tenant))).toMatchObject({ limit: 300 });
      expect(rateLimitOf(await send(tenant))).toMatchObject({ limit: 77 });
    },
    120_000,
    1_000,
  );
});

describe('API requests of a plan', () => {
  const time = stopTimeInEachTest();
  it.each<[PlanName, number]>([
    ['free', 10],
    ['starter', 60],
    ['pro', 300],
    ['enterprise', 3_000],
  ])('%s: the headers say %i a minute', async (plan, limit) => {
    const tenant = await system.createTenant({ plan });
    const before = Math.floor(Date.now() / 1000);
    const first = rateLimitOf(await list(tenant));
    const after = Math.ceil(Date.now() / 1000);
    expect(first).toMatchObject({ limit, remaining: limit - 1 });
    expect(first.reset).toBeGreaterThanOrEqual(before + 59);
    expect(first.reset).toBeLessThanOrEqual(after + 61);
    expect(rateLimitOf(await list(tenant)).remaining).toBe(limit - 2);
  });

  it('free: 10 pass one after the other, the 11th is 429 with Retry-After and headers', async () => {
    const tenant = await system.createTenant({ plan: 'free' });
    const resets = new Set<number>();
    for (let i = 1; i <= 10; i++) {
      const answer = await list(tenant);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('retry-after')).toBeNull();
      const { remaining, reset } = rateLimitOf(answer);
      expect(remaining).toBe(10 - i);
      resets.add(reset);
    }
    // The window starts with its first request and does not move. Rounding may change it by a
    // second.
    expect(Math.max(...resets) - Math.min(...resets)).toBeLessThanOrEqual(1);
    for (let i = 0; i < 3; i++) expectLimited(await list(tenant), 10);
  });

  it.each<[PlanName, number]>([
    ['free', 10],
    ['starter', 60],
    ['pro', 300],
  ])('%s: of many at once exactly %i pass', async (plan, limit) => {
    const tenant = await system.createTenant({ plan });
    const answers = await inLanes(limit + 40, () => list(tenant));
    expect(statuses(answers)).toEqual({ 200: limit, 429: 40 });
    const remaining = answers.map((answer) => rateLimitOf(answer).remaining);
    expect(Math.min(...remaining)).toBe(0);
    for (const answer of answers.filter(({ status }) => status === 429))
      expectLimited(answer, limit);
  });

  it('enterprise, and any account, may have its own number', async () => {
    const enterprise = await system.createTenant({ plan: 'enterprise', apiRate: 5_000 });
    expect(rateLimitOf(await list(enterprise)).limit).toBe(5_000);
    const small = await system.createTenant({ plan: 'pro', apiRate: 2 });
    const answers = [await list(small), await list(small), await list(small)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  it('count per account: all its keys and endpoints together, other accounts apart', async () => {
    const tenant = await system.createTenant({ plan: 'free' });
    const second = await system.createKey('api', tenant.account);
    const paths = ['summary', 'bots', 'pages', 'timeseries'].map(
      (name) => `/websites/${tenant.website.public_id}/${name}`,
    );
    for (let i = 0; i < 10; i++) {
      const key = i % 2 ? second : tenant.apiKey;
      expect((await get(system.base, paths[i % 4] ?? '', key)).status).toBe(200);
    }
    expectLimited(await get(system.base, '/websites', second), 10);
    expectLimited(await list(tenant), 10);
    const other = await system.createTenant({ plan: 'free' });
    expect((await list(other)).status).toBe(200);
    // Ingestion has its own limit.
    expectProcessed(await send(tenant), 0);
  });

  it('count whatever the answer is: 400, 403, 404 and HEAD', async () => {
    const tenant = await system.createTenant({ plan: 'free' });
    const summary = `/websites/${tenant.website.public_id}/summary`;
    const answers = [
      await get(system.base, `${summary}?period=x`, tenant.apiKey),
      await get(system.base, '/websites/ws_x/summary', tenant.apiKey),
      await ingest(system.base, tenant.apiKey, []),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 403]);
    expect(answers.map((answer) => rateLimitOf(answer).remaining)).toEqual([9, 8, 7]);
    const head = await request(`${system.base}/api/v1/websites`, {
      method: 'HEAD',
      headers: { 'x-api-key': tenant.apiKey },
    });
    expect(head.status).toBe(200);
    expect(rateLimitOf(head).remaining).toBe(6);
    // Unknown routes and wrong methods are not counted for a key.
    expectNoRateLimit(await get(system.base, '/nope', tenant.apiKey));
    expectNoRateLimit(await get(system.base, '/logs/custom', tenant.apiKey));
    expect(rateLimitOf(await list(tenant)).remaining).toBe(5);
  });

  it('are 429 before 403, 400 and 404', async () => {
    const tenant = await system.createTenant({ plan: 'pro', apiRate: 1 });
    expect((await list(tenant)).status).toBe(200);
    expectLimited(await ingest(system.base, tenant.apiKey, '{'), 1);
    expectLimited(await get(system.base, '/websites/ws_x/pages?limit=0', tenant.apiKey), 1);
    const text = { 'content-type': 'text/plain' };
    expectLimited(await ingest(system.base, tenant.apiKey, 'x', text), 1);
  });

  it('of a revoked key are 401, not 429', async () => {
    const tenant = await system.createTenant({ plan: 'pro', apiRate: 1 });
    const revoked = await system.createKey('api', tenant.account);
    await system.database.pool.query('UPDATE api_keys SET revoked_at = now() WHERE sha256 = $1', [
      hashKey(revoked),
    ]);
    await list(tenant);
    expectError(await get(system.base, '/websites', revoked), 'UNAUTHORIZED');
  });

  it('start again when the window of 60 s has passed', async () => {
    const tenant = await system.createTenant({ plan: 'free' });
    await inLanes(12, () => list(tenant));
    expectLimited(await list(tenant), 10);
    time.advance(MORE_THAN_A_MINUTE_MS);
    const answer = await list(tenant);
    expect(answer.status).toBe(200);
    expect(rateLimitOf(answer)).toMatchObject({ limit: 10, remaining: 9 });
    expect(statuses(await inLanes(12, () => list(tenant)))).toEqual({ 200: 9, 429: 3 });
  });
});

describe('Ingestion requests', () => {
  const time = stopTimeInEachTest();
  it.each<[PlanName, number]>([
    ['free', 60],
    ['starter', 600],
    ['pro', 6_000],
    ['enterprise', 600_000],
  ])('%s: the headers say %i a minute', async (plan, limit) => {
    const tenant = await system.createTenant({ plan });
    const first = rateLimitOf(await send(tenant));
    expect(first).toMatchObject({ limit, remaining: limit - 1 });
    expect(first.reset).toBeGreaterThan(Date.now() / 1000 + 57);
    expect(rateLimitOf(await send(tenant)).remaining).toBe(limit - 2);
    expect(PLANS[plan].ingestRequestsPerMinute).toBe(limit);
  });

  it('free: of 80 at once exactly 60 pass, per key', async () => {
    const tenant = await system.createTenant({ plan: 'free' });
    const answers = await inLanes(80, () => send(tenant));
    expect(statuses(answers)).toEqual({ 200: 60, 429: 20 });
    expectLimited(await send(tenant), 60);
    const second = await system.createKey('bot', tenant.account, tenant.website);
    const answer = await ingest(system.base, second, []);
    expectProcessed(answer, 0);
    expect(rateLimitOf(answer).remaining).toBe(59);
    // Reports have their own limit.
    expect(rateLimitOf(await list(tenant)).remaining).toBe(9);
  });

  it('free: of ten keys together exactly 120 pass, and another account goes on', async () => {
    const tenant = await system.createTenant({ plan: 'free' });
    const keys = await Promise.all(
      Array.from({ length: 10 }, () => system.createKey('bot', tenant.account, tenant.website)),
    );
    const answers = await inLanes(200, (i) => ingest(system.base, keys[i % 10], []));
    expect(statuses(answers)).toEqual({ 200: 120, 429: 80 });
    expectLimited(await send(tenant), 120, TOO_MANY_TOGETHER);
    expectProcessed(await send(await system.createTenant({ plan: 'free' })), 0);
  });

  it('starter: leased in blocks, of 640 at once exactly 600 pass', async () => {
    const tenant = await system.createTenant({ plan: 'starter' });
    const answers = await inLanes(640, () => send(tenant));
    expect(statuses(answers)).toEqual({ 200: 600, 429: 40 });
    expectLimited(await send(tenant), 600);
    time.advance(MORE_THAN_A_MINUTE_MS);
    expect(rateLimitOf(await send(tenant))).toMatchObject({ limit: 600, remaining: 599 });
  });

  it('an account may have its own number, even one that no block divides', async () => {
    const tenant = await system.createTenant({ plan: 'pro', ingestRate: 607 });
    const answers = await inLanes(650, () => send(tenant));
    expect(statuses(answers)).toEqual({ 200: 607, 429: 43 });
  });

  it('of an API Key count as its API requests', async () => {
    const tenant = await system.createTenant({ plan: 'free' });
    const answer = await ingest(system.base, tenant.apiKey, []);
    expectError(answer, 'FORBIDDEN');
    expect(rateLimitOf(answer)).toMatchObject({ limit: 10, remaining: 9 });
  });

  it('beyond the limit store nothing', async () => {
    const tenant = await system.createTenant({ plan: 'pro', ingestRate: 1 });
    expectProcessed(await send(tenant), 0);
    expectLimited(await ingest(system.base, tenant.botKey, aLogEntryInput()), 1);
    const { rows } = await system.database.pool.query('SELECT count(*)::int FROM bullmq.job');
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('Several API processes on one store', () => {
  stopTimeInEachTest();
  let bases: string[];
  beforeAll(async () => {
    bases = [system.base, await system.startApi()];
  });
  const base = (index: number) => bases[index % bases.length] ?? '';

  it('400 requests at once, limit 300: exactly 300 pass', async () => {
    const tenant = await system.createTenant({ plan: 'pro' });
    const answers = await inLanes(400, (i) => list(tenant, base(i)));
    expect(statuses(answers)).toEqual({ 200: 300, 429: 100 });
    for (const one of bases) expectLimited(await list(tenant, one), 300);
  });

  it('leased blocks never let more than the limit pass', async () => {
    const tenant = await system.createTenant({ plan: 'starter' });
    const answers = await inLanes(800, (i) => send(tenant, base(i)));
    const { 200: passed = 0, 429: refused = 0 } = statuses(answers);
    expect(passed + refused).toBe(800);
    expect(passed).toBeLessThanOrEqual(600);
    // A process may keep a part of its last block of six.
    expect(passed).toBeGreaterThan(600 - bases.length * 6);
    for (const one of bases) {
      await inLanes(6, () => send(tenant, one));
      expectLimited(await send(tenant, one), 600);
    }
  });
});

describe('For operators', () => {
  it.each(['/healthz', '/readyz', '/metrics'])('%s takes no key and has no limit', async (path) => {
    const answers = await inLanes(100, () => exchange(system.base + path));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
    }
    const { headers } = await exchange(system.base + path, {
      headers: { 'x-api-key': 'api_wrong' },
    });
    expect(headers.get('x-ratelimit-limit')).toBeNull();
  });
});

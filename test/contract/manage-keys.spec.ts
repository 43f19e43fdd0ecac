import { hashKey, isWellFormedKey } from '@app/access';
import { aLogEntryInput, eventually, FakeClock, recount } from '@app/testing';
import { expectError, expectProcessed, get, ingest, send } from '../support/http.js';
import {
  addWebsite,
  listKeys,
  makeApiKey,
  makeTrackingKey,
  type Manager,
  readAccount,
  revoke,
  rotate,
} from '../support/manage.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const NOW = '2026-11-20T15:30:00.000Z';
const HOUR_MS = 3_600_000;
const NO_KEY = 'There is no such key in this account';
const clock = FakeClock.at(NOW);
const at = (hours: number) => new Date(Date.parse(NOW) + hours * HOUR_MS).toISOString();

let system: System;
let tenant: Tenant;
let by: Manager;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
});
beforeEach(async () => {
  clock.set(NOW);
  tenant = await system.createTenant();
  by = { base: system.base, apiKey: tenant.apiKey };
});
afterAll(() => system.stop());

const status = async (key: string, path = '/websites') =>
  (await get(system.base, path, key)).status;
const ownKey = async () => {
  const keys = (await listKeys(by)).items;
  return keys.find(({ last4 }) => tenant.apiKey.endsWith(last4))?.id ?? '';
};

describe('POST /keys', () => {
  it('creates an API Key, whose value is shown once and stored nowhere', async () => {
    const created = await makeApiKey(by, { name: '  dashboard  ' });
    expect(created).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{21}$/),
      kind: 'api',
      name: 'dashboard',
      scope: 'full',
      website_id: null,
      last4: created.key.slice(-4),
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      replaced_by: null,
      has_signing_secret: false,
      key: expect.stringMatching(/^api_/),
    });
    expect(isWellFormedKey(created.key)).toBe(true);
    expect(await status(created.key)).toBe(200);
    const { key, ...shown } = created;
    const listed = await send(system.base, by.apiKey, 'GET /keys');
    expect(JSON.stringify(listed.body)).not.toContain(key);
    await eventually(async () => {
      const [, second] = (await listKeys(by)).items;
      expect(second).toEqual({ ...shown, last_used_at: expect.any(String) });
    });
    const { rows } = await system.database.pool.query(
      'SELECT sha256, k::text AS all FROM api_keys k WHERE public_id = $1',
      [created.id],
    );
    expect(rows[0].sha256).toEqual(hashKey(key));
    expect(rows[0].all).not.toContain(key.slice(4, 47));
  });

  it('accepts an expiry with any offset', async () => {
    const body = { name: 'x', expires_at: '2027-01-31T12:00:00+02:00' };
    expect((await makeApiKey(by, body)).expires_at).toBe('2027-01-31T10:00:00.000Z');
    expect((await makeApiKey(by, { name: 'x', expires_at: null })).expires_at).toBeNull();
  });

  it('lets a key expire at its moment', async () => {
    const { key } = await makeApiKey(by, { name: 'x', expires_at: at(1) });
    clock.advance(HOUR_MS - 1);
    expect(await status(key)).toBe(200);
    clock.advance(1);
    expect(await status(key)).toBe(401);
  });

  it.each<[unknown, string | RegExp]>([
    [{}, 'name must be a text of 1 to 200 characters without control characters'],
    [{ name: ' ' }, /^name must be a text/],
    [{ name: 'a'.repeat(201) }, /^name must be a text/],
    [{ name: 'a\u0000b' }, /^name must be a text/],
    ['{"name":"\\ud800"}', /^name must be a text/],
    [{ name: 7 }, /^name must be a text/],
    [{ name: 'x', scope: 'admin' }, 'scope must be one of full, read'],
    [{ name: 'x', scope: null }, 'scope must be one of full, read'],
    [{ name: 'x', expires_at: at(0) }, 'expires_at must be in the future'],
    [{ name: 'x', expires_at: at(-1) }, 'expires_at must be in the future'],
    [{ name: 'x', expires_at: '2027-02-30T00:00:00Z' }, /^expires_at must be a time in ISO 8601/],
    [{ name: 'x', expires_at: '2027-01-31' }, /^expires_at must be a time in ISO 8601/],
    [{ name: 'x', expires_at: 1_900_000_000 }, /^expires_at must be a time in ISO 8601/],
    [{ name: 'x', expire_at: at(1) }, '"expire_at" is not a field of this body'],
    [{ name: 'x', kind: 'bot' }, '"kind" is not a field of this body'],
    [{ name: 7, scope: 7 }, /^name must be .*; scope must be /],
  ])('refuses %j', async (body, message) => {
    expectError(
      await send(system.base, by.apiKey, 'POST /keys', body),
      'VALIDATION_ERROR',
      message,
    );
    expect((await listKeys(by)).items).toHaveLength(1);
  });
});

describe('A key of the scope read', () => {
  it('reads everything and changes nothing', async () => {
    const { key, id } = await makeApiKey(by, { name: 'reader', scope: 'read' });
    const website = tenant.website.public_id;
    for (const path of [
      '/websites',
      `/websites/${website}`,
      `/websites/${website}/keys`,
      `/websites/${website}/summary`,
      '/keys',
      '/account',
    ])
      expect(await status(key, path)).toBe(200);
    const writes: [Parameters<typeof send>[2], unknown][] = [
      ['POST /websites', { domain: 'x.example' }],
      [`PATCH /websites/${website}`, { domain: 'x.example' }],
      [`DELETE /websites/${website}`, undefined],
      [`POST /websites/${website}/keys`, {}],
      ['POST /keys', { name: 'x', scope: 'read' }],
      [`POST /keys/${id}/rotate`, {}],
      [`DELETE /keys/${id}`, undefined],
      // The scope is checked before the body is read, and before ownership.
      ['POST /keys', '{'],
      ['DELETE /websites/ws_0', undefined],
    ];
    for (const [route, body] of writes) {
      const answer = await send(system.base, key, route, body);
      expectError(answer, 'FORBIDDEN', 'This API Key has the scope read and changes nothing');
    }
    expectError(await ingest(system.base, key, [aLogEntryInput()]), 'FORBIDDEN');
  });

  it('keeps its scope when it is rotated', async () => {
    const { id } = await makeApiKey(by, { name: 'reader', scope: 'read' });
    const successor = await rotate(by, id);
    expect(successor).toMatchObject({ name: 'reader', scope: 'read' });
    expectError(await send(system.base, successor.key, 'POST /keys', { name: 'x' }), 'FORBIDDEN');
  });
});

describe('A key that expires', () => {
  it('creates no API Key that expires later', async () => {
    const { key } = await makeApiKey(by, { name: 'for a day', expires_at: at(24) });
    const shortly: Manager = { ...by, apiKey: key };
    for (const expires_at of [undefined, null, at(24.001), at(9_999)]) {
      const answer = await send(system.base, key, 'POST /keys', { name: 'x', expires_at });
      expectError(
        answer,
        'FORBIDDEN',
        `This API Key ends at ${at(24)}, so it cannot create or rotate an API Key that ends later`,
      );
    }
    await makeApiKey(shortly, { name: 'x', expires_at: at(24) });
    // A Bot Tracking Key, unlike an API Key, can read and change nothing.
    await makeTrackingKey(shortly, tenant.website.public_id);
    expectError(await send(system.base, key, `POST /keys/${await ownKey()}/rotate`), 'FORBIDDEN');
  });

  it('rotates itself to a key with the same expiry', async () => {
    const { key, id } = await makeApiKey(by, { name: 'for a day', expires_at: at(24) });
    const successor = await rotate({ ...by, apiKey: key }, id, { overlap_seconds: 60 });
    expect(successor.expires_at).toBe(at(24));
  });
});

describe('Bot Tracking Keys of a website', () => {
  it('are made, listed, and send entries', async () => {
    const other = await addWebsite(by, 'other.example');
    const created = await makeTrackingKey(by, other.id, { name: 'CDN', expires_at: at(1) });
    expect(created).toMatchObject({
      kind: 'bot',
      name: 'CDN',
      scope: null,
      website_id: other.id,
      expires_at: at(1),
    });
    const unnamed = await makeTrackingKey(by, other.id);
    expect(unnamed).toMatchObject({ name: 'Bot Tracking Key', expires_at: null });
    expectProcessed(await ingest(system.base, created.key, [aLogEntryInput()]), 1);
    const ids = async (website?: string) => (await listKeys(by, website)).items.map(({ id }) => id);
    expect(await ids(other.id)).toEqual([created.id, unnamed.id]);
    expect(await ids(tenant.website.public_id)).toHaveLength(1);
    // They are not API Keys.
    expect(await ids()).toEqual([await ownKey()]);
    expectError(await get(system.base, '/keys', created.key), 'FORBIDDEN');
  });

  it('accept no scope', async () => {
    const route = `POST /websites/${tenant.website.public_id}/keys` as const;
    const answer = await send(system.base, by.apiKey, route, { scope: 'full' });
    expectError(answer, 'VALIDATION_ERROR', '"scope" is not a field of this body');
  });
});

describe('GET /keys by pages', () => {
  it('shows each key once, including revoked ones', async () => {
    for (const name of ['b', 'c', 'd']) await makeApiKey(by, { name });
    const all = (await listKeys(by)).items;
    await revoke(by, all[1]?.id ?? '');
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 4; pages++) {
      const page = await listKeys(by, undefined, `limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ id }) => id));
      expect(page.next === null).toBe(pages === 3);
      cursor = page.next ?? '';
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    const theirs = await system.createTenant();
    const other = (await listKeys({ ...by, apiKey: theirs.apiKey })).items[0]?.id;
    expect(await listKeys(by, undefined, `cursor=${other}`)).toEqual({ items: [], next: null });
  });

  it.each(['limit=0', 'limit=1001', 'cursor=x', 'cursor=%00'])('refuses %s', async (query) => {
    for (const path of ['/keys', `/websites/${tenant.website.public_id}/keys`])
      expectError(await get(system.base, `${path}?${query}`, by.apiKey), 'VALIDATION_ERROR');
  });
});

describe('POST /keys/:id/rotate', () => {
  it('lets both keys work during the overlap, and then only the new one', async () => {
    const old = await makeApiKey(by, { name: 'ci' });
    const successor = await rotate(by, old.id, { overlap_seconds: 60 });
    expect(successor).toMatchObject({ name: 'ci', kind: 'api', scope: 'full', expires_at: null });
    expect(successor.id).not.toBe(old.id);
    const shown = (await listKeys(by)).items.find(({ id }) => id === old.id);
    expect(shown).toMatchObject({
      replaced_by: successor.id,
      expires_at: at(1 / 60),
      revoked_at: null,
    });
    clock.advance(59_999);
    expect([await status(old.key), await status(successor.key)]).toEqual([200, 200]);
    clock.advance(10_001);
    expect([await status(old.key), await status(successor.key)]).toEqual([401, 200]);
  });

  it('overlaps for a day without a body, and not at all with 0', async () => {
    const one = await makeApiKey(by);
    await rotate(by, one.id);
    const two = await makeApiKey(by);
    await rotate(by, two.id, { overlap_seconds: 0 });
    const ends = (await listKeys(by)).items.map(({ expires_at }) => expires_at);
    expect(ends).toEqual([null, at(24), null, at(0), null]);
    clock.advance(5_000);
    expect(await status(two.key)).toBe(401);
  });

  it('rotates Bot Tracking Keys, for their website', async () => {
    const old = await makeTrackingKey(by, tenant.website.public_id, { name: 'CDN' });
    const successor = await rotate(by, old.id, { overlap_seconds: 0 });
    expect(successor).toMatchObject({
      kind: 'bot',
      name: 'CDN',
      website_id: tenant.website.public_id,
    });
    expectProcessed(
      await ingest(system.base, successor.key, [aLogEntryInput({ timestamp: NOW })]),
      1,
    );
    clock.advance(5_000);
    expectError(
      await ingest(system.base, old.key, [aLogEntryInput({ timestamp: NOW })]),
      'UNAUTHORIZED',
    );
  });

  it('never lets a key live longer', async () => {
    const old = await makeApiKey(by, { name: 'x', expires_at: at(1) });
    const successor = await rotate(by, old.id, { overlap_seconds: 604_800 });
    expect(successor.expires_at).toBe(at(1));
    expect((await listKeys(by)).items.find(({ id }) => id === old.id)?.expires_at).toBe(at(1));
  });

  it('refuses a key that was rotated, has expired or was revoked', async () => {
    const old = await makeApiKey(by);
    const successor = await rotate(by, old.id);
    const again = (id: string) => send(system.base, by.apiKey, `POST /keys/${id}/rotate`);
    expectError(
      await again(old.id),
      'CONFLICT',
      `This key was rotated to ${successor.id}: rotate that one instead`,
    );
    await revoke(by, successor.id);
    expectError(
      await again(successor.id),
      'CONFLICT',
      'This key has expired or was revoked: create a new one instead',
    );
    const short = await makeApiKey(by, { name: 'x', expires_at: at(1) });
    clock.advance(HOUR_MS);
    expectError(
      await again(short.id),
      'CONFLICT',
      'This key has expired or was revoked: create a new one instead',
    );
  });

  it('creates one successor when many ask at once', async () => {
    const { id } = await makeApiKey(by);
    const route = `POST /keys/${id}/rotate` as const;
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => send(system.base, by.apiKey, route)),
    );
    expect(tries.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect((await listKeys(by)).items).toHaveLength(3);
  });

  it.each([-1, 604_801, 1.5, '60', null])('refuses an overlap of %j', async (overlap_seconds) => {
    const route = `POST /keys/${await ownKey()}/rotate` as const;
    const answer = await send(system.base, by.apiKey, route, { overlap_seconds });
    expectError(answer, 'VALIDATION_ERROR', 'overlap_seconds must be an integer from 0 to 604800');
  });
});

describe('DELETE /keys/:id', () => {
  it('stops a key within 10 s; revoking it again has no effect', async () => {
    const other = await system.startApi();
    const created = await makeApiKey(by);
    for (const base of [system.base, other])
      expect((await get(base, '/websites', created.key)).status).toBe(200);
    const revoked = await revoke(by, created.id);
    expect(revoked).toMatchObject({ id: created.id, revoked_at: NOW });
    clock.advance(5_000);
    expect(await revoke(by, created.id)).toEqual(revoked);
    for (const base of [system.base, other])
      expectError(await get(base, '/websites', created.key), 'UNAUTHORIZED');
  });

  it('keeps the last API Key that can manage the account', async () => {
    const message =
      'This is the only API Key that can manage the account: create another one first';
    const own = await ownKey();
    const last = async () => {
      const answer = await send(system.base, by.apiKey, `DELETE /keys/${own}`);
      expectError(answer, 'CONFLICT', message);
    };
    await last();
    await makeApiKey(by, { name: 'reads only', scope: 'read' });
    await makeApiKey(by, { name: 'ends', expires_at: at(1) });
    await revoke(by, (await makeApiKey(by)).id);
    clock.advance(HOUR_MS);
    await last();
    const successor = await rotate(by, own, { overlap_seconds: 60 });
    // The key that was rotated expires by itself, so it does not count as a key that could replace
    // its successor.
    const answer = await send(system.base, by.apiKey, `DELETE /keys/${successor.id}`);
    expectError(answer, 'CONFLICT', message);
    await revoke(by, own);
    clock.advance(5_000);
    expect([await status(tenant.apiKey), await status(successor.key)]).toEqual([401, 200]);
  });

  it('keeps one of two keys that revoke each other at once', async () => {
    const { id, key } = await makeApiKey(by);
    const own = await ownKey();
    // Once it was used it is known for a moment, even if the other request is done first.
    expect(await status(key)).toBe(200);
    const answers = await Promise.all([
      send(system.base, by.apiKey, `DELETE /keys/${id}`),
      send(system.base, key, `DELETE /keys/${own}`),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });
});

it('a key of another account is answered like a missing one', async () => {
  const other = await system.createTenant();
  const theirs: Manager = { ...by, apiKey: other.apiKey };
  const spare = await makeApiKey(theirs);
  const tracking = await makeTrackingKey(theirs, other.website.public_id);
  const bodies = new Set<string>();
  for (const id of [
    spare.id,
    tracking.id,
    'key_000000000000000000000',
    'x',
    '%00',
    '1',
    spare.key,
  ]) {
    for (const route of [`DELETE /keys/${id}`, `POST /keys/${id}/rotate`] as const) {
      const answer = await send(system.base, by.apiKey, route);
      expectError(answer, 'NOT_FOUND', NO_KEY);
      bodies.add(JSON.stringify(answer.body));
    }
  }
  expect(bodies.size).toBe(1);
  expect(await status(spare.key)).toBe(200);
  expect((await listKeys(theirs)).items).toHaveLength(2);
});

describe('GET /account', () => {
  it('shows plan, limits, and the requests of the minute', async () => {
    const pro = await system.createTenant({ plan: 'pro', ingestRate: 7 });
    const account = await readAccount({ ...by, apiKey: pro.apiKey });
    expect(account).toMatchObject({
      id: pro.account.public_id,
      name: pro.account.name,
      plan: 'pro',
      created_at: pro.account.created_at.toISOString(),
      limits: {
        api_requests_per_minute: 300,
        ingest_requests_per_minute: 7,
        total_ingest_requests_per_minute: 14,
        max_live_keys: 1_000,
        max_websites: 500,
        fetch_seconds_per_day: 14_400,
        entries_per_request: 1000,
      },
      usage: {
        minute: { api_requests: 1 },
        day: { start: expect.any(String), fetch_seconds: 0 },
        month: { start: '2026-11-01', visits: 0 },
      },
    });
    await get(system.base, '/websites', pro.apiKey);
    const answer = await send(system.base, pro.apiKey, 'GET /account');
    // Looking counts as one request, like any other.
    expect(answer.body.data.usage.minute.api_requests).toBe(3);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('297');
    const resetsAt = Date.parse(answer.body.data.usage.minute.resets_at) / 1000;
    expect(Math.abs(resetsAt - Number(answer.headers.get('x-ratelimit-reset')))).toBeLessThan(2);
  });

  it("counts this calendar month's visits of all its websites, and nobody else's", async () => {
    const second = await system.accounts.createWebsite({
      accountId: tenant.account.id,
      publicId: `ws_${tenant.account.id}second`,
      trackingId: `t_${tenant.account.id}second`,
      domain: 'second.example',
    });
    const other = await system.createTenant();
    const visit = (website: number | undefined, time: string) =>
      system.database.pool.query(
        `INSERT INTO visits (time, website_id, bot_id, status_code, method, host, path, user_agent)
         VALUES ($2, $1, 0, 200, 'GET', 'h', '/', 'u')`,
        [website, time],
      );
    await visit(tenant.website.id, '2026-11-01T00:00:00Z');
    await visit(second?.id, '2026-11-30T23:59:59Z');
    await visit(tenant.website.id, '2026-10-31T23:59:59Z');
    await visit(tenant.website.id, '2026-12-01T00:00:00Z');
    await visit(other.website.id, '2026-11-10T00:00:00Z');
    await recount(system.database.pool);
    expect((await readAccount(by)).usage.month).toEqual({ start: '2026-11-01', visits: 2 });
  });
});

import { createHmac, createSecretKey } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { SealedSecrets } from '@app/access';
import type { CreatedKeyDocument, Key } from '@app/contracts';
import { aLogpushRecord, FakeClock } from '@app/testing';
import { dumpDatabase } from '../support/dump.js';
import { expectError, expectJson, request, send } from '../support/http.js';
import {
  listKeys,
  makeApiKey,
  makeTrackingKey,
  type Manager,
  revoke,
  rotate,
} from '../support/manage.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

const SECRET_KEY = Buffer.alloc(32, 7);
const SECRET = 'whsec_0123456789';
const HOUR_MS = 3_600_000;
const clock = FakeClock.at('2026-11-20T15:30:00Z');

let system: System;
let tenant: Tenant;
let by: Manager;
let key: CreatedKeyDocument;
beforeAll(async () => {
  system = await startSystemOn('postgres', {
    clock,
    env: { SECRET_KEY: SECRET_KEY.toString('base64') },
  });
});
beforeEach(async () => {
  tenant = await system.createTenant();
  by = { base: system.base, apiKey: tenant.apiKey };
  key = await makeTrackingKey(by, tenant.website.public_id, { name: 'signed' });
});
afterAll(() => system.stop());

const put = (id: string, body: unknown, { base, apiKey } = by) =>
  send(base, apiKey, `PUT /keys/${id}/signing-secret`, body);
const remove = (id: string, { base, apiKey } = by) =>
  send(base, apiKey, `DELETE /keys/${id}/signing-secret`);

/** Returns the ids of the website's keys that have a secret. */
async function withSecret(): Promise<string[]> {
  const { items } = await listKeys(by, tenant.website.public_id);
  return items.filter((item) => item.has_signing_secret).map(({ id }) => id);
}

/** Reads what is stored for a key, and opens it with this SECRET_KEY. */
async function stored(id: string, secretKey = SECRET_KEY) {
  const { rows } = await system.database.pool.query<{ id: number; sealed: Buffer }>(
    `SELECT k.id, s.sealed FROM api_keys k JOIN signing_secrets s ON s.first_key = k.id
     WHERE k.public_id = $1`,
    [id],
  );
  const [row] = rows;
  const secrets = new SealedSecrets(createSecretKey(secretKey));
  return row && secrets.open(row.sealed, { purpose: 'signing', lineageId: row.id });
}

describe('PUT /keys/:id/signing-secret', () => {
  it('keeps a secret, which no answer shows, and replaces it', async () => {
    for (const secret of [SECRET, 'another one', '12345678', 'ü'.repeat(512)]) {
      const answer = await put(key.id, { secret });
      expectJson(answer, 200);
      const { data } = answer.body;
      expect(data).toEqual({ ...shown(key), has_signing_secret: true });
      expect(await withSecret()).toEqual([key.id]);
      expect(await stored(key.id)).toEqual({ kind: 'opened', secret });
    }
  });

  it('stores it so that the database alone does not tell it', async () => {
    await put(key.id, { secret: SECRET });
    const dump = await dumpDatabase(system.database.pool);
    for (const encoding of ['utf8', 'hex', 'base64'] as const)
      expect(dump).not.toContain(Buffer.from(SECRET).toString(encoding).slice(0, 12));
    expect(await stored(key.id, Buffer.alloc(32, 8))).toEqual({ kind: 'other_key' });
  });

  it('removes it with null, as DELETE does, also when there is none', async () => {
    await put(key.id, { secret: SECRET });
    const removed = { ...shown(key), has_signing_secret: false };
    expect((await put(key.id, { secret: null })).body.data).toEqual(removed);
    expect(await withSecret()).toEqual([]);
    await put(key.id, { secret: SECRET });
    for (const answer of [await remove(key.id), await remove(key.id)]) {
      expectJson(answer, 200);
      expect(answer.body.data).toEqual(removed);
    }
    expect(await stored(key.id)).toBeUndefined();
  });

  it.each([
    ['no field', {}],
    ['7 characters', { secret: '1234567' }],
    ['513 characters', { secret: 'x'.repeat(513) }],
    ['a number', { secret: 12_345_678 }],
    ['a lone surrogate', '{"secret":"12345678\\ud800"}'],
  ])('refuses %s, and repeats nothing of it', async (_, body) => {
    const answer = await put(key.id, body);
    expectError(
      answer,
      'VALIDATION_ERROR',
      'secret must be a text of 8 to 512 characters, or null',
    );
    expect(await withSecret()).toEqual([]);
  });

  it('refuses an API Key, and a key that works no more', async () => {
    const apiKey = await makeApiKey(by);
    const message = /^An API Key sends no log entries/;
    expectError(await put(apiKey.id, { secret: SECRET }), 'CONFLICT', message);
    const site = tenant.website.public_id;
    const expires_at = new Date(clock.now() + HOUR_MS).toISOString();
    const short = await makeTrackingKey(by, site, { name: 'short', expires_at });
    clock.advance(HOUR_MS);
    await revoke(by, key.id);
    for (const { id } of [key, short])
      expectError(await put(id, { secret: SECRET }), 'CONFLICT', /has expired or was revoked/);
  });

  it("knows no other account's key, and no caller with the scope read", async () => {
    await put(key.id, { secret: SECRET });
    const stranger = { ...by, apiKey: (await system.createTenant()).apiKey };
    const none = 'There is no such key in this account';
    expectError(await put(key.id, { secret: 'theirs now' }, stranger), 'NOT_FOUND', none);
    expectError(await remove(key.id, stranger), 'NOT_FOUND', none);
    const reader = { ...by, apiKey: (await makeApiKey(by, { name: 'r', scope: 'read' })).key };
    expectError(await put(key.id, { secret: 'theirs now' }, reader), 'FORBIDDEN');
    expectError(await remove(key.id, reader), 'FORBIDDEN');
    expect(await stored(key.id)).toEqual({ kind: 'opened', secret: SECRET });
  });
});

it('a successor uses the secret of its line, and may change it', async () => {
  await put(key.id, { secret: SECRET });
  const successor = await rotate(by, key.id);
  expect(successor.has_signing_secret).toBe(true);
  expect(await withSecret()).toEqual([key.id, successor.id]);
  await put(successor.id, { secret: 'a new secret' });
  expect(await stored(key.id)).toEqual({ kind: 'opened', secret: 'a new secret' });
  const next = await rotate(by, successor.id);
  await remove(next.id);
  expect(await withSecret()).toEqual([]);
});

describe('A delivery of a sender that signs', () => {
  const hmac = (body: string | Buffer, secret = SECRET) =>
    createHmac('sha1', secret).update(body).digest('hex');
  const deliver = (
    body: string | Buffer,
    signature?: string,
    value = key.key,
    { to = system.base, name }: { to?: string; name?: string } = {},
  ) =>
    request(`${to}/api/v1/logs/vercel`, {
      method: 'POST',
      headers: {
        'x-api-key': value,
        ...(signature && { 'x-vercel-signature': signature }),
        ...(name && { 'idempotency-key': name }),
      },
      body: body as string,
    });

  let requests = 0;
  const visit = () =>
    JSON.stringify({
      requestId: `iad1::${requests++}`,
      proxy: { timestamp: clock.now(), host: 'shop.example', path: '/a', statusCode: 200 },
    });

  it('is taken with any signature, or none, when the key has no secret', async () => {
    expect((await deliver(visit(), 'wrong')).status).toBe(200);
    expect((await deliver(visit())).status).toBe(200);
    await system.untilVisits(tenant.website, 2);
  });

  it('is taken only with the right one when the key has a secret', async () => {
    await put(key.id, { secret: SECRET });
    const body = visit();
    for (const wrong of [undefined, 'x', hmac(`${body} `), hmac(body, 'another secret')])
      expectError(await deliver(body, wrong), 'FORBIDDEN', /signing secret of the key/);
    const zipped = gzipSync(visit());
    expect((await deliver(body, hmac(body))).body).toMatchObject({ processed: 1 });
    expect((await deliver(zipped, hmac(zipped))).body).toMatchObject({ processed: 1 });
    await system.untilVisits(tenant.website, 2);
  });

  it('counts once when it comes again, as it was or under another name', async () => {
    await put(key.id, { secret: SECRET });
    const body = visit();
    const zipped = gzipSync(body);
    const noIds = body.replace('requestId', 'no_id');
    const successor = await rotate(by, key.id, { overlap_seconds: 60 });
    for (const name of [undefined, 'one', 'another']) {
      for (const again of [body, zipped, noIds])
        expect((await deliver(again, hmac(again), key.key, name ? { name } : {})).body).toEqual({
          success: true,
          processed: 1,
          skipped: 0,
          rejected: 0,
          reasons: {},
        });
      await deliver(body, hmac(body), successor.key);
    }
    const last = visit();
    await deliver(last, hmac(last));
    await system.untilVisits(tenant.website, 3);
  });

  it('is not stored in part either', async () => {
    await put(key.id, { secret: SECRET });
    const visits = (count: number) => Array.from({ length: count }, visit).join('\n');
    expectError(await deliver(visits(3_000), hmac('{}')), 'FORBIDDEN');
    const tooLong = Buffer.alloc(10 * 1024 * 1024 + 1, ' ');
    expectError(await deliver(tooLong, hmac(tooLong)), 'PAYLOAD_TOO_LARGE');
    const body = visits(1_500);
    expect((await deliver(body, hmac(body))).body).toMatchObject({ processed: 1_500 });
    await system.untilVisits(tenant.website, 1_500);
    // One more delivery, sent last, shows that nothing else is on its way.
    const last = visit();
    await deliver(last, hmac(last));
    await system.untilVisits(tenant.website, 1_501);
  });

  it('is checked for a successor of the key too', async () => {
    await put(key.id, { secret: SECRET });
    const successor = await rotate(by, key.id);
    const body = visit();
    expectError(await deliver(body, undefined, successor.key), 'FORBIDDEN');
    expect((await deliver(body, hmac(body), successor.key)).status).toBe(200);
  });

  it('is refused when the secret cannot be read', async () => {
    await put(key.id, { secret: SECRET });
    const body = visit();
    for (const secretKey of ['cd'.repeat(32), '']) {
      const base = await system.startApi({ SECRET_KEY: secretKey });
      const answer = await deliver(body, hmac(body), key.key, { to: base });
      expectError(answer, 'NOT_CONFIGURED', /must set SECRET_KEY as it was/);
      const headers = { 'x-api-key': key.key };
      const elsewhere = { method: 'POST', headers, body: JSON.stringify(aLogpushRecord()) };
      expect((await request(`${base}/api/v1/logs/cloudflare`, elsewhere)).status).toBe(200);
    }
  });
});

describe('Without SECRET_KEY', () => {
  let without: Manager;
  beforeAll(async () => {
    const base = await system.startApi({ SECRET_KEY: '' });
    without = { base, apiKey: '' };
  });
  beforeEach(() => {
    without = { ...without, apiKey: tenant.apiKey };
  });

  it('a secret cannot be kept, and the answer names the setting', async () => {
    const answer = await put(key.id, { secret: SECRET }, without);
    expectError(answer, 'NOT_CONFIGURED', /operator of the service must set SECRET_KEY$/);
    expect(await withSecret()).toEqual([]);
  });

  it('what is wrong with the request is said first', async () => {
    expectError(await put('key_none', { secret: SECRET }, without), 'NOT_FOUND');
    expectError(await put(key.id, { secret: '' }, without), 'VALIDATION_ERROR');
  });

  it('a secret can be removed', async () => {
    await put(key.id, { secret: SECRET });
    expectJson(await remove(key.id, without), 200);
    expect(await withSecret()).toEqual([]);
  });
});

/** Returns a key as it is shown after it was made. */
function shown({ key: _, ...rest }: Key & { key?: string }): Key {
  return rest;
}

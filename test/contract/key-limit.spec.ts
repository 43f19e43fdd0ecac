import { FakeClock } from '@app/testing';
import { expectError, expectJson, send } from '../support/http.js';
import { listKeys, makeApiKey, makeTrackingKey, type Manager, revoke } from '../support/manage.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const MOST = 5;
const FULL =
  /^This account has 5 live keys, which is all that it may have: revoke a key that nobody uses/;
const ROTATED = /^This account has 10 live keys, because many were rotated lately: revoke those/;
const clock = FakeClock.at('2026-11-20T15:30:00.000Z');

let system: System;
let tenant: Tenant;
let by: Manager;
let paths: `POST /${string}`[];
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
});
afterAll(() => system.stop());
// A tenant comes with a key of each kind.
beforeEach(async () => {
  clock.set('2026-11-20T15:30:00.000Z');
  tenant = await system.createTenant({ plan: 'pro' });
  await system.accounts.updateAccount(tenant.account.public_id, { maxLiveKeys: MOST });
  by = { base: system.base, apiKey: tenant.apiKey };
  paths = ['POST /keys', `POST /websites/${tenant.website.public_id}/keys`];
});

const create = (path: `POST /${string}`) =>
  send(system.base, tenant.apiKey, path, { name: 'one more' });
const HOUR_SECONDS = 3_600;
const rotate = (id: string, overlap = HOUR_SECONDS) =>
  send(system.base, tenant.apiKey, `POST /keys/${id}/rotate`, { overlap_seconds: overlap });

it('is for keys of both kinds together, however many are asked for at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => create(paths[i % 2] ?? 'POST /keys')),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST - 2);
  for (const answer of answers) if (answer.status !== 201) expectError(answer, 'CONFLICT', FULL);
});

it('gives room again for keys that are revoked or have expired, and for those of a deleted website', async () => {
  const revoked = await makeApiKey(by);
  await makeApiKey(by, { name: 'for an hour', expires_at: '2026-11-20T16:30:00Z' });
  await makeTrackingKey(by, tenant.website.public_id);
  for (const path of paths) expectError(await create(path), 'CONFLICT', FULL);

  await revoke(by, revoked.id);
  await makeApiKey(by);
  expectError(await create('POST /keys'), 'CONFLICT', FULL);

  clock.set('2026-11-20T16:30:00.001Z');
  await makeApiKey(by);
  expectError(await create('POST /keys'), 'CONFLICT', FULL);

  const website = await system.accounts.findWebsite(tenant.website.public_id);
  await system.accounts.deleteWebsite(tenant.account.id, website?.public_id ?? '');
  await makeApiKey(by);
  await makeApiKey(by);
  expectError(await create('POST /keys'), 'CONFLICT', FULL);
});

it('lets an account that is full rotate each of its keys, but not for ever', async () => {
  const website = tenant.website.public_id;
  for (let i = 2; i < MOST; i++) await makeTrackingKey(by, website);
  const [own] = (await listKeys(by)).items;
  const tracking = (await listKeys(by, website)).items;
  const ids = [...tracking, own].map((key) => key?.id ?? '');
  const successors: string[] = [];
  for (const id of ids) {
    // The key that this test uses lives longer than the test needs.
    const answer = await rotate(id, id === own?.id ? 2 * HOUR_SECONDS : HOUR_SECONDS);
    expectJson(answer, 201);
    successors.push(answer.body.data.id);
  }
  const [first = '', second = ''] = successors;
  expectError(await rotate(first), 'CONFLICT', ROTATED);
  expectJson(await rotate(first, 0), 201);

  clock.set('2026-11-20T16:30:00.001Z');
  expectJson(await rotate(second), 201);
});

it('does not bind the operator', async () => {
  for (let i = 2; i < MOST + 3; i++) await system.createKey('api', tenant.account);
  expectError(await create('POST /keys'), 'CONFLICT', FULL);
});

import { gzipSync } from 'node:zlib';
import { aLogEntryInput } from '@app/testing';
import { type Answer, expectError, expectProcessed, ingest } from '../support/http.js';
import { listKeys, rotate } from '../support/manage.js';
import { shareSystem, type System, type Tenant } from '../support/system.js';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystem();
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const ENTRIES = [aLogEntryInput({ path: '/1' }), aLogEntryInput({ path: '/2' })];
const KEY = '6f4b9a52-1c1f-4c53-8d6c-5a8d0c3b1e11';

const send = (body: unknown, key?: string, botKey = tenant.botKey): Promise<Answer> =>
  ingest(system.base, botKey, body, key === undefined ? {} : { 'idempotency-key': key });

/** One more entry, sent last, shows that nothing else is on its way. */
async function expectStored(visits: number): Promise<void> {
  expectProcessed(await send(aLogEntryInput()), 1);
  await system.untilVisits(tenant.website, visits + 1);
  const { rows } = await system.database.pool.query(
    'SELECT count(*)::int FROM visits WHERE website_id = $1',
    [tenant.website.id],
  );
  expect(rows).toEqual([{ count: visits + 1 }]);
}

/** Sets columns of every remembered request of the tenant. */
const change = (assignments: string) =>
  system.database.pool.query(
    `UPDATE idempotency_keys SET ${assignments} WHERE lineage_id IN
       (SELECT id FROM api_keys WHERE account_id = $1)`,
    [tenant.account.id],
  );

describe('The same Idempotency-Key', () => {
  it('with the same body is stored once and answered alike', async () => {
    const first = await send(ENTRIES, KEY);
    expectProcessed(first, 2);
    for (let i = 0; i < 3; i++) {
      const again = await send(ENTRIES, KEY);
      expectProcessed(again, 2);
      expect(again.body).toEqual(first.body);
    }
    await expectStored(2);
  });

  it('after the batch was written is still a repeat', async () => {
    expectProcessed(await send(ENTRIES, KEY), 2);
    await system.untilVisits(tenant.website, 2);
    expectProcessed(await send(ENTRIES, KEY), 2);
    await expectStored(2);
  });

  it('sent 20 times at once is stored once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ENTRIES, KEY)));
    for (const answer of answers) {
      if (answer.status === 200) expectProcessed(answer, 2);
      else {
        expectError(answer, 'IDEMPOTENCY_CONFLICT');
        expect(answer.headers.get('retry-after')).toBe('1');
      }
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expectProcessed(await send(ENTRIES, KEY), 2);
    await expectStored(2);
  });

  it('sent to two API processes is stored once', async () => {
    const other = await system.startApi();
    const headers = { 'idempotency-key': KEY };
    await Promise.all(
      [system.base, other].flatMap((base) =>
        Array.from({ length: 5 }, () => ingest(base, tenant.botKey, ENTRIES, headers)),
      ),
    );
    await expectStored(2);
  });

  it('is the same request whether compressed or not', async () => {
    expectProcessed(await send(ENTRIES, KEY), 2);
    const zipped = new Uint8Array(gzipSync(JSON.stringify(ENTRIES)));
    const headers = { 'idempotency-key': KEY, 'content-encoding': 'gzip' };
    expectProcessed(await ingest(system.base, tenant.botKey, zipped, headers), 2);
    await expectStored(2);
  });

  it.each([
    ['other entries', [aLogEntryInput({ path: '/3' })]],
    ['one entry more', [...ENTRIES, aLogEntryInput()]],
    ['another order', [...ENTRIES].reverse()],
    ['another space', JSON.stringify(ENTRIES).replace('[', '[ ')],
  ])('with another body is 422: %s', async (_, body) => {
    expectProcessed(await send(ENTRIES, KEY), 2);
    expectError(
      await send(body, KEY),
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used with another body; use a new key for new entries',
    );
    expectProcessed(await send(ENTRIES, KEY), 2);
    await expectStored(2);
  });

  it('while the first is in progress is 409, or 422 with another body', async () => {
    expectProcessed(await send(ENTRIES, KEY), 2);
    await change("state = 'in_progress', lease_until = now() + interval '30 s'");
    const answer = await send(ENTRIES, KEY);
    expectError(
      answer,
      'IDEMPOTENCY_CONFLICT',
      'A request with this Idempotency-Key is in progress; try again',
    );
    expect(answer.headers.get('retry-after')).toBe('1');
    expectError(await send([aLogEntryInput()], KEY), 'IDEMPOTENCY_KEY_REUSED');
    await expectStored(2);
  });

  it('whose lease has run out is queued again under the same batch id: stored once', async () => {
    expectProcessed(await send(ENTRIES, KEY), 2);
    await system.untilVisits(tenant.website, 2);
    await change("state = 'in_progress', lease_until = now() - interval '1 s'");
    expectProcessed(await send(ENTRIES, KEY), 2);
    await expectStored(2);
    const { rows } = await system.database.pool.query(
      'SELECT count(*)::int FROM log_batches WHERE account_id = $1',
      [tenant.account.id],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('whose lease has run out is 422 with another body', async () => {
    expectProcessed(await send(ENTRIES, KEY), 2);
    await change("state = 'in_progress', lease_until = now() - interval '1 s'");
    expectError(await send([aLogEntryInput()], KEY), 'IDEMPOTENCY_KEY_REUSED');
  });

  it('is new again after 24 hours', async () => {
    expectProcessed(await send(ENTRIES, KEY), 2);
    await change("created_at = now() - interval '23 hours 59 minutes'");
    expectError(await send([aLogEntryInput()], KEY), 'IDEMPOTENCY_KEY_REUSED');
    await change("created_at = now() - interval '24 hours 1 second'");
    expectProcessed(await send([aLogEntryInput()], KEY), 1);
    expectProcessed(await send([aLogEntryInput()], KEY), 1);
    expectError(await send(ENTRIES, KEY), 'IDEMPOTENCY_KEY_REUSED');
    await expectStored(3);
  });

  it('of another tracking key is another request', async () => {
    const second = await system.createKey('bot', tenant.account, tenant.website);
    expectProcessed(await send(ENTRIES, KEY), 2);
    expectProcessed(await send(ENTRIES, KEY, second), 2);
    await expectStored(4);
  });

  it('is the same request when its tracking key was rotated in between, once or twice', async () => {
    const by = { base: system.base, apiKey: tenant.apiKey };
    const rotated = async (keyOf: string) => {
      const { items } = await listKeys(by, tenant.website.public_id);
      return rotate(by, items.find(({ last4 }) => keyOf.endsWith(last4))?.id ?? '');
    };
    expectProcessed(await send(ENTRIES, KEY), 2);
    const second = await rotated(tenant.botKey);
    expectProcessed(await send(ENTRIES, KEY, second.key), 2);
    const third = await rotated(second.key);
    expectProcessed(await send(ENTRIES, KEY, third.key), 2);
    expectError(await send([aLogEntryInput()], KEY, third.key), 'IDEMPOTENCY_KEY_REUSED');
    expectProcessed(await send(ENTRIES, 'new', third.key), 2);
    expectProcessed(await send(ENTRIES, 'new'), 2);
    await expectStored(4);
  });

  it('of a refused request may be used again', async () => {
    expectError(await send([aLogEntryInput({ status_code: -1 })], KEY), 'VALIDATION_ERROR');
    expectError(await send('{', KEY), 'INVALID_JSON');
    expectProcessed(await send([], KEY), 0);
    expectProcessed(await send(ENTRIES, KEY), 2);
    await expectStored(2);
  });
});

describe('An Idempotency-Key', () => {
  it.each([
    ['of 1 character', 'x'],
    ['of 255 characters', 'x'.repeat(255)],
    ['of any visible characters', '!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~ é'],
  ])('%s is accepted', async (_, key) => {
    expectProcessed(await send(ENTRIES, key), 2);
    expectProcessed(await send(ENTRIES, key), 2);
    await expectStored(2);
  });

  it.each([
    ['of 256 characters', 'x'.repeat(256)],
    ['of 5000 characters', 'x'.repeat(5000)],
    ['without any', ''],
  ])('%s is 400', async (_, key) => {
    expectError(
      await send(ENTRIES, key),
      'VALIDATION_ERROR',
      'Idempotency-Key must have 1 to 255 characters',
    );
    await expectStored(0);
  });

  it('differs from others by case and by every character', async () => {
    for (const key of ['a', 'A', 'a1', 'b']) expectProcessed(await send(ENTRIES, key), 2);
    await expectStored(8);
  });
});

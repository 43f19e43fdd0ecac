import { createHash, randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { IdempotencyKeys } from './idempotency.js';

let database: TestDatabase;
let keys: IdempotencyKeys;
beforeAll(async () => {
  database = await createTestDatabase();
  keys = new IdempotencyKeys(database.pool);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE idempotency_keys'));

const sha = (body: string) => createHash('sha256').update(body).digest();
const name = { lineageId: 1, key: 'k' };
const begin = (body = 'a', batchId: string = randomUUID(), of = name) =>
  keys.begin({ ...of, bodySha256: sha(body), batchId });
const change = (assignments: string) =>
  database.pool.query(`UPDATE idempotency_keys SET ${assignments}`);

const SINCE = expect.any(Number) as number;

it('a new request proceeds under its own batch id', async () => {
  const batchId = randomUUID();
  expect(await begin('a', batchId)).toEqual({ kind: 'proceed', batchId, since: SINCE });
});

it('a request is in progress while it is under way, and a repeat once it is finished', async () => {
  await begin();
  expect(await begin()).toEqual({ kind: 'in_progress' });
  await keys.finish(name);
  expect(await begin()).toEqual({ kind: 'repeat' });
});

it.each([
  ['in progress', false],
  ['finished', true],
])('another body is a reused key, also while the first request is %s', async (_, finished) => {
  await begin('a');
  if (finished) await keys.finish(name);
  expect(await begin('b')).toEqual({ kind: 'reused' });
});

it('an abandoned request proceeds under its first batch id when its lease is over', async () => {
  const batchId = randomUUID();
  await begin('a', batchId);
  await change("lease_until = now() - interval '1 ms'");
  expect(await begin('b')).toEqual({ kind: 'reused' });
  expect(await begin('a')).toEqual({ kind: 'proceed', batchId, since: SINCE });
  expect(await begin('a')).toEqual({ kind: 'in_progress' });
});

it('the lease is 30 seconds', async () => {
  await begin();
  const { rows } = await database.pool.query(
    'SELECT round(extract(epoch FROM lease_until - created_at))::int AS seconds FROM idempotency_keys',
  );
  expect(rows).toEqual([{ seconds: 30 }]);
});

it('a request that was released proceeds at once, under its first batch id', async () => {
  const batchId = randomUUID();
  await begin('a', batchId);
  await keys.release(name);
  expect(await begin('a')).toEqual({ kind: 'proceed', batchId, since: SINCE });
});

it('every attempt of a request has the time of the first one', async () => {
  const { since } = (await begin('a')) as { since: number };
  const { rows } = await database.pool.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  expect((rows[0]?.ms ?? 0) - since).toBeLessThan(60_000);
  await change("created_at = created_at - interval '3 hours'");
  await keys.release(name);
  expect(await begin('a')).toMatchObject({ kind: 'proceed', since: since - 3 * 3_600_000 });
});

it('a finished request cannot be released', async () => {
  await begin();
  await keys.finish(name);
  await keys.release(name);
  expect(await begin()).toEqual({ kind: 'repeat' });
});

it('after 24 hours a key is new again, whatever it was used for', async () => {
  await begin('a');
  await keys.finish(name);
  await change("created_at = now() - interval '24 hours 1 second'");
  const batchId = randomUUID();
  expect(await begin('b', batchId)).toEqual({ kind: 'proceed', batchId, since: SINCE });
  expect(await begin('b')).toEqual({ kind: 'in_progress' });
});

it('of 20 at once exactly one proceeds', async () => {
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => begin()));
  expect(verdicts.filter(({ kind }) => kind === 'proceed')).toHaveLength(1);
  expect(verdicts.filter(({ kind }) => kind === 'in_progress')).toHaveLength(19);
});

it('of 20 at once exactly one takes over an abandoned request', async () => {
  const batchId = randomUUID();
  await begin('a', batchId);
  await change("lease_until = now() - interval '1 s'");
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => begin()));
  expect(verdicts.filter(({ kind }) => kind === 'proceed')).toEqual([
    { kind: 'proceed', batchId, since: SINCE },
  ]);
});

it('other keys and other tracking keys mean other requests', async () => {
  await begin();
  expect(await begin('a', undefined, { lineageId: 2, key: 'k' })).toMatchObject({
    kind: 'proceed',
  });
  expect(await begin('a', undefined, { lineageId: 1, key: 'K' })).toMatchObject({
    kind: 'proceed',
  });
  expect(await begin('a', undefined, { lineageId: 1, key: 'x'.repeat(255) })).toMatchObject({
    kind: 'proceed',
  });
});

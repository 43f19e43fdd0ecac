import { gzipSync } from 'node:zlib';
import { aLogpushRecord, FakeClock } from '@app/testing';
import { FEEDS } from '../../apps/api/src/feeds/feeds.js';
import { expectError, request } from '../support/http.js';
import { readSummary } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const MAX_MIB = 16;

/** Every address at which a feed takes deliveries. */
const ADDRESSES = FEEDS.flatMap((feed) =>
  feed.addresses.map(({ deliver }) => ({ feed, path: deliver.path, example: feed.example })),
);

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystem({
    clock: FakeClock.at('2026-11-20T12:00:00Z'),
    env: { FEED_MAX_MIB: `${MAX_MIB}` },
  });
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

let rays = 0;
/** Returns records as lines, each with an id of its own. */
const logpush = (...changes: object[]) =>
  changes
    .map((change) => JSON.stringify(aLogpushRecord({ RayID: `ray-${rays++}`, ...change })))
    .join('\n');

function deliver(feed: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  return request(`${system.base}/api/v1/logs/${feed}`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.botKey, ...headers },
    body: body as string,
  });
}

async function expectVisits(count: number): Promise<void> {
  await system.untilVisits(tenant.website, count);
  const { base } = system;
  const summary = await readSummary(
    { base, apiKey: tenant.apiKey, id: tenant.website.public_id },
    'start_date=2026-11-20&end_date=2026-11-20',
  );
  expect(summary.total_visits).toBe(count);
}

it('counts the visits of a delivery, and says what became of the other records', async () => {
  const body = `${logpush({}, {}, { WorkerSubrequest: true }, { EdgeResponseStatus: 'no' })}\nno json`;
  const answer = await deliver('cloudflare', body, { 'content-type': 'text/plain' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    success: true,
    processed: 2,
    skipped: 1,
    rejected: 2,
    reasons: { subrequest: 1, bad_status: 1, not_json: 1 },
  });
  await expectVisits(2);
});

it.each([
  ['said', { 'content-encoding': 'gzip' }],
  ['not said', {}],
])('reads a body whose compression is %s', async (_, headers) => {
  const answer = await deliver('cloudflare', gzipSync(logpush({}, {})), headers);
  expect(answer.body).toMatchObject({ processed: 2, rejected: 0 });
  await expectVisits(2);
});

it('accepts what a sender uploads to try the address', async () => {
  const answer = await deliver('cloudflare', gzipSync('{"content":"tests"}'));
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ processed: 0, skipped: 1, reasons: { validation: 1 } });
});

it('stores a delivery once that is repeated, whether it has a name or ids', async () => {
  const withIds = logpush({}, {});
  const withoutIds = logpush({ RayID: undefined }, { RayID: undefined });
  const named = { 'idempotency-key': 'delivery-1' };
  for (let i = 0; i < 3; i++) {
    expect((await deliver('cloudflare', withIds)).body.processed).toBe(2);
    expect((await deliver('cloudflare', withoutIds, named)).body.processed).toBe(2);
  }
  await expectVisits(4);
  // One more delivery, sent last, shows that nothing else is on its way.
  await deliver('cloudflare', logpush({}));
  await expectVisits(5);
});

it('takes deliveries that are larger than what a process holds of one', async () => {
  const count = 20_000;
  const body = logpush(
    ...Array.from({ length: count }, () => ({ ClientRequestHost: 'shop.example' })),
  );
  const answer = await deliver('cloudflare', gzipSync(body));
  expect(answer.body).toEqual({
    success: true,
    processed: count,
    skipped: 0,
    rejected: 0,
    reasons: {},
  });
  await expectVisits(count);
});

it('charges a delivery by its records, so that the next request waits', async () => {
  tenant = await system.createTenant({ ingestRate: 3 });
  const body = logpush(...Array.from({ length: 2_001 }, () => ({})));
  expect((await deliver('cloudflare', body)).status).toBe(200);
  expectError(await deliver('cloudflare', logpush({})), 'RATE_LIMITED');
});

describe('The feed lines', () => {
  const combined = (path: string) =>
    `192.0.2.17 - - [20/Nov/2026:11:59:00 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "GPTBot/1.2"`;
  const SYSLOG = '<190>Nov 20 11:59:00 web1 nginx: ';

  it('reads past a line that it cannot read, so that nothing behind it is blocked', async () => {
    const body = [combined('/a'), 'no line of a log', SYSLOG + combined('/b'), ''].join('\n');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await deliver('lines', body, form);
    expect(answer.body).toMatchObject({ processed: 2, rejected: 1 });
    await expectVisits(2);
  });

  it('reads the format that the address names, and refuses one that does not exist', async () => {
    const columns = '1795175940.5\t192.0.2.17\t200\texample.com\t/a\tGPTBot/1.2\n';
    const fields = 'timestamp,c-ip,sc-status,cs-host,cs-uri-stem,cs-user-agent';
    const answer = await deliver(`lines?format=cloudfront-realtime&fields=${fields}`, columns);
    expect(answer.body).toMatchObject({ processed: 1, rejected: 0 });
    expectError(await deliver('lines?format=klingon', columns), 'VALIDATION_ERROR');
    const asked = `${system.base}/api/v1/logs/lines?format=klingon`;
    const headers = { 'x-api-key': tenant.botKey };
    expectError(await request(asked, { headers }), 'VALIDATION_ERROR');
  });
});

it('refuses a body that is nothing, too long, or compressed in another way', async () => {
  expectError(await deliver('cloudflare', ''), 'INVALID_JSON');
  const spaces = gzipSync(Buffer.alloc(MAX_MIB * 1024 * 1024 + 1, ' '));
  expectError(await deliver('cloudflare', spaces), 'PAYLOAD_TOO_LARGE');
  expectError(
    await deliver('cloudflare', logpush({}), { 'content-encoding': 'br' }),
    'UNSUPPORTED_MEDIA_TYPE',
  );
  expectError(await deliver('cloudflare', gzipSync(logpush({})).subarray(0, 40)), 'INVALID_JSON');
});

describe.each(ADDRESSES)(
  'The feed $feed.name at $path',
  ({ feed: { name, sends, answers }, path, example }) => {
    const url = () => `${system.base}${path}`;

    it('reads its own example', async () => {
      const answer = await request(url(), {
        method: 'POST',
        headers: { 'x-api-key': tenant.botKey, 'content-type': example.contentType },
        body: example.body,
      });
      const counts = { processed: 1, skipped: 0, rejected: 0 };
      expect(answer).toMatchObject({ status: 200, ...(answers ? {} : { body: counts }) });
      await system.untilVisits(tenant.website, 1);
    });

    it('says what it expects, with the key in the address too', async () => {
      const answer = await request(`${url()}?key=${tenant.botKey}`);
      expect(answer.body).toEqual({ success: true, data: { feed: name, sends } });
      expect((await fetch(`${url()}?key=${tenant.botKey}`, { method: 'HEAD' })).status).toBe(200);
      expectError(await request(url()), 'UNAUTHORIZED');
    });
  },
);

import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { loadConfig } from '@app/config';
import { type FeedHealthReport, feedHealthSchema } from '@app/contracts';
import { createLogger } from '@app/observability';
import { aLogEntryInput, aLogpushRecord, eventually, FakeClock } from '@app/testing';
import { createApi } from '../../apps/api/src/create-api.js';
import { FEEDS } from '../../apps/api/src/feeds/feeds.js';
import { type Answer, expectError, get, ingest, request } from '../support/http.js';
import { readSummary } from '../support/reports.js';
import { createWebsite, startSystem, type System, type Tenant } from '../support/system.js';

const MAX_MIB = 16;
const LARGE_MIB = 24;

/** Every address at which a feed takes deliveries. */
const ADDRESSES = FEEDS.flatMap((feed) =>
  feed.addresses.map(({ deliver }) => ({ feed, path: deliver.path, example: feed.example })),
);

const clock = FakeClock.at('2026-11-20T12:00:00Z');
let system: System;
let tenant: Tenant;
/** Its deliveries were counted long before they are looked at. */
let early: Tenant;
beforeAll(async () => {
  system = await startSystem({
    clock,
    env: {
      FEED_MAX_MIB: `${MAX_MIB}`,
      FEED_LARGE_MAX_MIB: `${LARGE_MIB}`,
    },
  });
  tenant = early = await system.createTenant();
  await deliver('cloudflare', logpush({}));
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

describe('The feed pubsub', () => {
  const push = (entry: unknown, deliveryAttempt: number) => {
    const data = Buffer.from(typeof entry === 'string' ? entry : JSON.stringify(entry));
    const message = { data: data.toString('base64'), messageId: '5187581549398349' };
    return deliver('pubsub', JSON.stringify({ message, deliveryAttempt }));
  };
  const entry = {
    httpRequest: { requestMethod: 'GET', requestUrl: 'https://shop.example/a', status: 200 },
    insertId: 'h91ql8g1lpdqh2',
    logName: 'projects/shop/logs/requests',
    timestamp: '2026-11-20T11:59:00.123456Z',
  };

  it('counts a message once, however often Pub/Sub tries', async () => {
    for (const attempt of [1, 2, 3])
      expect((await push(entry, attempt)).body).toMatchObject({ processed: 1 });
    expect((await push({ ...entry, insertId: 'another' }, 1)).body.processed).toBe(1);
    await expectVisits(2);
  });

  it('acknowledges what is no visit, so that Pub/Sub does not send it again', async () => {
    const other = { ...entry, httpRequest: undefined };
    for (const [sent, counted] of [
      [other, { skipped: 1, reasons: { no_visit: 1 } }],
      ['no json', { rejected: 1, reasons: { not_json: 1 } }],
      ['', { skipped: 1, reasons: { blank: 1 } }],
    ] as const) {
      const answer = await push(sent, 1);
      expect(answer).toMatchObject({ status: 200, body: { processed: 0, ...counted } });
    }
  });
});

describe('The feed vercel', () => {
  const recordOf = (requestId: string, statusCode?: number) => ({
    source: 'lambda',
    deploymentId: 'dpl_1',
    projectId: 'prj_1',
    requestId,
    proxy: { timestamp: clock.now() - 1_000, host: 'shop.example', path: '/a', statusCode },
  });

  it('counts a visit once out of its records, and skips samples', async () => {
    const body = [
      recordOf('iad1::a'),
      recordOf('iad1::a', 0),
      recordOf('iad1::a', 200),
      recordOf('iad1::b', -1),
      { ...recordOf('iad1::c'), message: 'SAMPLE MESSAGE', proxy: undefined },
    ];
    const lines = body.map((record) => JSON.stringify(record)).join('\n');
    for (const sent of [JSON.stringify(body), lines])
      expect((await deliver('vercel', sent)).body).toEqual({
        success: true,
        processed: 1,
        skipped: 4,
        rejected: 0,
        reasons: { no_visit: 3, validation: 1 },
      });
  });

  it.each([
    ['the address', '?verify=6ebf4087-d', {}],
    ['the request', '', { 'x-vercel-verify': '6ebf4087-d' }],
  ])('gives back the code that stands in %s, also without a body', async (_, query, headers) => {
    for (const method of ['GET', 'POST']) {
      const sent = { ...headers, 'x-api-key': tenant.botKey };
      const url = `${system.base}/api/v1/logs/vercel${query}`;
      const answer = await request(url, { method, headers: sent });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-vercel-verify')).toBe('6ebf4087-d');
    }
  });

  it('gives back nothing else', async () => {
    expectError(await deliver('vercel?verify=a%0d%0ab', '{}'), 'VALIDATION_ERROR');
    const answer = await deliver('vercel', '{}', { 'x-vercel-verify': 'a b: <c>' });
    expect(answer.headers.get('x-vercel-verify')).toBeNull();
  });
});

it('refuses a body that is nothing, or whose end is missing', async () => {
  expectError(await deliver('cloudflare', ''), 'INVALID_JSON');
  expectError(await deliver('cloudflare', gzipSync(logpush({})).subarray(0, 40)), 'INVALID_JSON');
});

describe.each(ADDRESSES)(
  'The feed $feed.name at $path',
  ({ feed: { name, sends, answers }, path, example }) => {
    const url = () => `${system.base}${path}`;

    it('reads its own example, behind a byte order mark as programs on Windows send it', async () => {
      const answer = await request(url(), {
        method: 'POST',
        headers: { 'x-api-key': tenant.botKey, 'content-type': example.contentType },
        body: `\ufeff${example.body}`,
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

describe('The challenge of Fastly', () => {
  const ask = (base: string) => fetch(`${base}/.well-known/fastly/logging/challenge`);

  it('is answered without a key, for every service', async () => {
    const answer = await ask(system.base);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe('*\n');
  });

  it('is answered for the services of the setting, and does not tell their ids', async () => {
    const ids = ['7i6HN3TK9wS159v2gPAZ8A', 'SU1Z0isxPaozGVKXdv0eY'];
    const base = await system.startApi({ FASTLY_SERVICE_IDS: ` ${ids.join(', ')}` });
    const hashes = ids.map((id) => hash('sha256', id));
    expect((await (await ask(base)).text()).split('\n')).toEqual([...hashes, '']);
  });
});

describe('GET /websites/:id/feeds', () => {
  const path = ({ public_id: id } = tenant.website) => `/websites/${id}/feeds`;
  const readFeeds = async (website = tenant.website): Promise<FeedHealthReport[]> => {
    const answer = await get(system.base, path(website), tenant.apiKey);
    expect(answer.status).toBe(200);
    return (answer.body.data.feeds as unknown[]).map((feed) => feedHealthSchema.parse(feed));
  };

  /** Delivers to one more API of the same stores, and stops it. */
  async function throughAnotherApi(work: (base: string) => Promise<Answer[]>): Promise<number[]> {
    const config = loadConfig({ PORT: '0', LOG_LEVEL: 'silent', ...system.env });
    const api = await createApi(config, createLogger('test', 'silent'), clock);
    const answers = await work(`http://127.0.0.1:${await api.listen()}`);
    await api.close();
    return answers.map(({ status }) => status);
  }

  const send = (base: string, feed: string, body: string) =>
    request(`${base}/api/v1/logs/${feed}`, {
      method: 'POST',
      headers: { 'x-api-key': tenant.botKey, 'content-type': 'application/json' },
      body,
    });

  it('is an empty list before anything came', async () => {
    expect(await readFeeds()).toEqual([]);
  });

  it('shows what came through every process, and why it was skipped, rejected or refused', async () => {
    const records = logpush(
      { EdgeStartTimestamp: '2026-11-20T11:59:50Z' },
      { EdgeStartTimestamp: '2026-11-20T11:59:30Z' },
      { WorkerSubrequest: true },
      { EdgeResponseStatus: 'ok', ClientIP: '203.0.113.77', ClientRequestURI: '/p?token=hush' },
    );
    const entry = aLogEntryInput({ timestamp: clock.now() - 500 });
    for (let process = 0; process < 2; process++) {
      const statuses = await throughAnotherApi(async (base) => [
        await send(base, 'cloudflare', records),
        await ingest(base, tenant.botKey, [entry, entry]),
        await ingest(base, tenant.botKey, [{ ...entry, host: 1 }]),
      ]);
      expect(statuses).toEqual([200, 200, 400]);
    }
    const [cloudflare, custom, ...others] = await readFeeds();
    expect(others).toEqual([]);
    const counts = {
      deliveries: 2,
      records: 8,
      entries: 4,
      ...{ without_address: 0, without_host: 0, without_country: 4, without_fetch_headers: 4 },
      ...{ without_referer: 4, static_files: 0 },
      skipped: 2,
      rejected: 2,
      reasons: { bad_status: 2, subrequest: 2 },
      refused: 0,
      refusals: {},
      mean_lag_seconds: 20,
      largest_lag_seconds: 30,
    };
    const now = new Date(clock.now()).toISOString();
    const sample = {
      at: now,
      reason: 'bad_status',
      message: 'has a status that is not an integer from 0 to 999',
      outline: expect.stringContaining(
        '"ClientRequestURI":"/a?…","EdgeResponseStatus":"aa","ClientIP":"999.9.999.99"',
      ),
    };
    expect(cloudflare).toEqual({
      feed: 'cloudflare',
      first_delivery: now,
      last_delivery: now,
      last_24_hours: counts,
      last_30_days: counts,
      samples: [sample, sample],
    });
    expect(JSON.stringify(cloudflare)).not.toMatch(/hush|203\.0/);
    expect(custom).toMatchObject({
      feed: 'custom',
      last_24_hours: {
        deliveries: 2,
        records: 4,
        entries: 4,
        rejected: 0,
        refused: 2,
        refusals: { VALIDATION_ERROR: 2 },
        largest_lag_seconds: 0.5,
      },
      samples: [
        { reason: 'VALIDATION_ERROR', message: 'entries[0].host must be a string', outline: null },
        { reason: 'VALIDATION_ERROR' },
      ],
    });

    const headers = { 'x-api-key': tenant.apiKey };
    const csv = await fetch(`${system.base}/api/v1${path()}?format=csv`, { headers });
    expect((await csv.text()).split('\r\n')).toEqual([
      'feed,period,first_delivery,last_delivery,deliveries,records,entries,without_address,skipped,rejected,reasons,refused,refusals,mean_lag_seconds,largest_lag_seconds,without_host,without_country,without_fetch_headers,without_referer,static_files',
      `cloudflare,last_24_hours,${now},${now},2,8,4,0,2,2,"{""bad_status"":2,""subrequest"":2}",0,{},20,30,0,4,4,4,0`,
      `cloudflare,last_30_days,${now},${now},2,8,4,0,2,2,"{""bad_status"":2,""subrequest"":2}",0,{},20,30,0,4,4,4,0`,
      `custom,last_24_hours,${now},${now},2,4,4,0,0,0,{},2,"{""VALIDATION_ERROR"":2}",0.5,0.5,0,4,4,4,0`,
      `custom,last_30_days,${now},${now},2,4,4,0,0,0,{},2,"{""VALIDATION_ERROR"":2}",0.5,0.5,0,4,4,4,0`,
      '',
    ]);
  });

  it('shows a delivery at each website that got entries of it, whichever key it came with', async () => {
    const other = await system.createTenant();
    await createWebsite(system.accounts, other.account, 'theirs.example');
    const shop = await createWebsite(system.accounts, tenant.account, 'shop.example');
    const to = (ClientRequestHost: string) => ({ ClientRequestHost });
    const mixed = logpush(
      ...['shop.example', 'www.shop.example', 'example.com', 'theirs.example'].map(to),
      ...[to('shop.example'), { WorkerSubrequest: true }, { EdgeResponseStatus: 'ok' }],
    );
    const entry = aLogEntryInput({ host: 'a.b.shop.example', timestamp: clock.now() });
    const statuses = await throughAnotherApi(async (base) => [
      await send(base, 'cloudflare', mixed),
      await ingest(base, tenant.botKey, [entry]),
    ]);
    expect(statuses).toEqual([200, 200]);
    const cell = (deliveries: number, records: number, entries: number) => ({
      last_24_hours: { deliveries, records, entries, skipped: records > entries ? 1 : 0 },
    });
    expect(await readFeeds(shop)).toMatchObject([
      { feed: 'cloudflare', ...cell(1, 5, 3), samples: [{ reason: 'bad_status' }] },
      { feed: 'custom', ...cell(1, 1, 1), samples: [] },
    ]);
    expect(await readFeeds()).toMatchObject([
      { feed: 'cloudflare', ...cell(1, 2, 2), samples: [] },
    ]);
    tenant = other;
    expect(await readFeeds()).toEqual([]);
  });

  it('has what came within seconds, also while a process runs on', async () => {
    tenant = early;
    await eventually(async () =>
      expect(await readFeeds()).toMatchObject([
        { feed: 'cloudflare', last_24_hours: { entries: 1 } },
      ]),
    );
  });
});

describe('The feed firehose', () => {
  const REQUEST_ID = 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f';
  const answerNow = () => ({ requestId: REQUEST_ID, timestamp: clock.now() });
  const bodyOf = (...data: (string | Buffer)[]) =>
    JSON.stringify({
      requestId: REQUEST_ID,
      timestamp: 1,
      records: data.map((one) => ({ data: Buffer.from(one).toString('base64') })),
    });
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}, query = '') =>
    request(`${system.base}/api/v1/logs/firehose${query}`, {
      method: 'POST',
      headers: {
        'x-amz-firehose-access-key': tenant.botKey,
        'x-amz-firehose-request-id': REQUEST_ID,
        'content-type': 'application/json',
        ...headers,
      },
      body: body as string,
    });

  /** A line of a log that gives its visits no ids. */
  const line = (path: string) =>
    `192.0.2.17 - - [20/Nov/2026:11:59:00 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "GPTBot/1.2"`;
  const fromCloudFront = JSON.stringify({
    'timestamp(ms)': '1795175940000',
    'c-ip': '192.0.2.17',
    'cs-uri-stem': '/v2',
    'sc-status': '200',
    'x-edge-request-id': 'v2==',
  });
  const fromCloudWatch = gzipSync(
    JSON.stringify({
      messageType: 'DATA_MESSAGE',
      logEvents: [
        { id: '1', timestamp: 1795175940000, message: line('/event') },
        { id: '2', timestamp: 1795175940000, message: 'START RequestId: 1' },
      ],
    }),
  );
  const control = gzipSync(JSON.stringify({ messageType: 'CONTROL_MESSAGE', logEvents: [] }));

  it('counts what records of all kinds hold, and answers as Firehose asks', async () => {
    const body = bodyOf(`${fromCloudFront}\n`, fromCloudWatch, control, line('/a'), 'nothing');
    const answer = await send(gzipSync(body), { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject({ status: 200, body: answerNow() });
    expect(Object.keys(answer.body)).toEqual(['requestId', 'timestamp']);
    expect(answer.headers.get('content-type')).toBe('application/json');
    await expectVisits(3);
  });

  it('reads the columns that the address names', async () => {
    const rows = ['/a', '/b'].map((path) => `1795175940.123\t200\t${path}\tGPTBot/1.2\n`);
    const query = '?fields=timestamp,sc-status,cs-uri-stem,cs-user-agent';
    expect((await send(bodyOf(rows.join('')), {}, query)).status).toBe(200);
    await expectVisits(2);
  });

  it('counts a repeat once, and other bytes under the same name as well', async () => {
    for (let i = 0; i < 3; i++)
      expect((await send(bodyOf(line('/a'), line('/b')))).status).toBe(200);
    await expectVisits(2);
    expect((await send(bodyOf(line('/c')))).status).toBe(200);
    await expectVisits(3);
  });

  it('refuses in the form of Firehose too', async () => {
    const refused = (errorMessage: unknown) => ({ ...answerNow(), errorMessage });
    const { apiKey } = tenant;
    for (const [status, message, answer] of [
      [400, /^The body is empty; send requests in the form of/, send('')],
      [400, /^Nothing in the body can be read; send requests/, send('[]')],
      [400, /must have up to/, send(bodyOf(), {}, `?fields=${'a'.repeat(4097)}`)],
      [401, /^Send a valid key/, send(bodyOf(), { 'x-amz-firehose-access-key': 'bot_no' })],
      [403, /Bot Tracking Key/, send(bodyOf(), { 'x-amz-firehose-access-key': apiKey })],
      [413, /MiB/, send(gzipSync(Buffer.alloc(LARGE_MIB * 1024 * 1024 + 1, ' ')))],
      [415, /gzip/, send(bodyOf(), { 'content-encoding': 'br' })],
    ] as const) {
      const { status: found, body } = await answer;
      expect({ found, body }).toEqual({
        found: status,
        body: refused(expect.stringMatching(message)),
      });
    }
  });

  it('says in its form when it is enough', async () => {
    tenant = await system.createTenant({ ingestRate: 1 });
    await send(bodyOf());
    const answer = await send(bodyOf());
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({
      ...answerNow(),
      errorMessage: expect.stringMatching(/^Too many/),
    });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });
});

import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { anOtlpRecord, anOtlpRequest, FakeClock, GPTBOT, otlpProtobuf } from '@app/testing';
import winston from 'winston';
import { readBots, readPages } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const NOW = '2026-11-20T12:00:00Z';
const DAY = 'start_date=2026-11-20&end_date=2026-11-20';
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  const env = { FEED_LARGE_MAX_MIB: '1' };
  system = await startSystem({ clock: FakeClock.at(NOW), env });
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

/** Expects these visits of one bot in the reports, and no others. */
async function expectVisits(paths: Record<string, number>): Promise<void> {
  const count = Object.values(paths).reduce((sum, visits) => sum + visits, 0);
  await system.untilVisits(tenant.website, count);
  const reading = { base: system.base, apiKey: tenant.apiKey, id: tenant.website.public_id };
  const pages = await readPages(reading, DAY);
  expect(Object.fromEntries(pages.map(({ path, bot_visits }) => [path, bot_visits]))).toEqual(
    paths,
  );
  const [bot, ...others] = await readBots(reading, DAY);
  expect(bot).toMatchObject({ name: 'GPTBot', visits: count });
  expect(others).toEqual([]);
}

describe.each([
  ['JSON', JsonExporter, 'none'],
  ['JSON with gzip', JsonExporter, 'gzip'],
  ['protobuf', ProtobufExporter, 'none'],
  ['protobuf with gzip', ProtobufExporter, 'gzip'],
] as const)('OpenTelemetry for JavaScript, in %s', (_, Exporter, compression) => {
  const warnings: unknown[][] = [];
  beforeEach(() => {
    warnings.length = 0;
    const silent = () => undefined;
    const warn = (...words: unknown[]) => void warnings.push(words);
    const logger = { error: warn, warn, info: silent, debug: silent, verbose: silent };
    diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  });
  afterEach(() => diag.disable());

  /** Sends log records with the exporter, in batches of 2, and waits for the answers. */
  async function emit(path: string, records: { body?: string; attributes?: object }[]) {
    const exporter = new Exporter({
      url: `${system.base}${path}`,
      headers: { 'x-api-key': tenant.botKey },
      compression: compression as never,
      timeoutMillis: 600_000,
    });
    const provider = new LoggerProvider({
      resource: resourceFromAttributes({ 'service.name': 'edge', 'server.address': 'example.com' }),
      processors: [new BatchLogRecordProcessor({ exporter, maxExportBatchSize: 2 })],
    });
    for (const record of records)
      provider.getLogger('access').emit({ timestamp: new Date(NOW), ...record } as never);
    await provider.forceFlush();
    await provider.shutdown();
  }

  const visit = (path: string, status = 200) => ({
    body: 'a visit',
    attributes: {
      'http.request.method': 'GET',
      'url.path': path,
      'client.address': '192.0.2.17',
      'user_agent.original': GPTBOT,
      'http.response.status_code': status,
      'http.request.header.referer': ['https://chatgpt.com/'],
    },
  });
  const line = {
    body: `192.0.2.17 - - [20/Nov/2026:11:59:00 +0000] "GET /line HTTP/1.1" 200 5 "-" "${GPTBOT}"`,
  };

  it('has every visit counted once', async () => {
    const address = '/api/v1/logs/otlp/v1/logs';
    await emit('/v1/logs', [visit('/a'), visit('/b', 404), visit('/a'), line, visit('/c')]);
    await emit(address, [visit('/a')]);
    expect(warnings).toEqual([]);
    await expectVisits({ '/a': 3, '/b': 1, '/c': 1, '/line': 1 });
  });

  it('is told which log records were rejected, and why', async () => {
    await emit('/v1/logs', [visit('/a'), { body: 'no visit' }]);
    await expectVisits({ '/a': 1 });
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).toMatch(/Partial Success.*1 log records were rejected/);
  });
});

describe.each([
  ['application/json', (answer: Buffer) => JSON.parse(answer.toString()) as unknown],
  // A status of google.rpc: the code is field 1, and the message is field 2.
  [
    'application/x-protobuf',
    (answer: Buffer) => ({ code: answer[1], message: answer.toString('utf8', 4) }),
  ],
])('A request of %s that is refused', (type, statusIn) => {
  const made = anOtlpRequest(anOtlpRecord());
  const body = type === 'application/json' ? JSON.stringify(made) : otlpProtobuf(made);

  async function post(key: string, sent: Uint8Array | string = body) {
    const headers = { 'x-api-key': key, 'content-type': type };
    const response = await fetch(`${system.base}/v1/logs`, {
      method: 'POST',
      headers,
      body: sent as string,
    });
    const answer = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe(type);
    return { status: response.status, headers: response.headers, answer };
  }

  it('gets a status in its own content type', async () => {
    const cases = [
      ['bot_wrong', body, 401, 16],
      [tenant.apiKey, body, 403, 7],
      [tenant.botKey, '', 400, 3],
      [tenant.botKey, Buffer.alloc(2 ** 20 + 1, ' '), 413, 3],
    ] as const;
    for (const [key, sent, status, code] of cases) {
      const refused = await post(key, sent);
      expect(refused.status).toBe(status);
      const message = expect.stringMatching(/^[A-Z][\w (),;:’'-]{10}/);
      expect(statusIn(refused.answer)).toEqual({ code, message });
    }
  });

  it('is told when to come again', async () => {
    tenant = await system.createTenant({ ingestRate: 1 });
    expect((await post(tenant.botKey)).status).toBe(200);
    const refused = await post(tenant.botKey);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(statusIn(refused.answer)).toMatchObject({ code: 8 });
  });
});

describe.each(['custom', 'json'])('winston, to /api/v1/logs/%s', (route) => {
  const visit = (path: string) => ({
    method: 'GET',
    host: 'example.com',
    path,
    status_code: 200,
    ip: '192.0.2.17',
    user_agent: GPTBOT,
  });

  /** Logs messages with a transport, and returns the answers that were no success. */
  function log(options: object, messages: object[]): Error[] {
    const { hostname, port } = new URL(system.base);
    const transport = new winston.transports.Http({
      host: hostname,
      port: Number(port),
      path: `/api/v1/logs/${route}`,
      headers: { 'x-api-key': tenant.botKey },
      ...options,
    });
    const failures: Error[] = [];
    transport.on('warn', (error: Error) => failures.push(error));
    const logger = winston.createLogger({ format: winston.format.json(), transports: [transport] });
    for (const message of messages)
      logger.info('a visit', { timestamp: '2026-11-20T11:59:00Z', ...message });
    logger.end();
    return failures;
  }

  it('has every message counted that is sent by itself', async () => {
    const failures = log({}, [visit('/a'), visit('/b'), visit('/a')]);
    await expectVisits({ '/a': 2, '/b': 1 });
    expect(failures).toEqual([]);
  });

  it('has every message of a batch counted', async () => {
    const messages = Array.from({ length: 5 }, (_, index) => visit(`/${index % 2}`));
    const failures = log({ batch: true, batchCount: 5 }, messages);
    await expectVisits({ '/0': 3, '/1': 2 });
    expect(failures).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FeedHealthReport } from '@app/contracts';
import { eventually, FakeClock } from '@app/testing';
import { get, request } from '../support/http.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const data = process.env.BOTGAUGE_TEST_DATA;
const describeWithData = data === undefined ? describe.skip : describe;
const reason = data === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';

/** What a test makes of a file before it is sent. Most files are bodies as they were sent. */
const PREPARED = {
  asItIs: (body: Buffer) => body,
  /** A log format of Fastly, with values in the place of its variables. */
  filledIn: (format: Buffer) => Buffer.from(filledIn(format.toString())),
  /** Each line becomes a record of Firehose. */
  inFirehose: (body: Buffer) => firehoseOf(body.toString().split('\n').filter(Boolean)),
  /** What an owner's program made of a row: an object with a value for each column. */
  rowInFirehose: (body: Buffer) => {
    const values = Object.values(JSON.parse(body.toString()) as object).slice(0, 40);
    return firehoseOf([values.map((one) => (Array.isArray(one) ? '-' : String(one))).join('\t')]);
  },
};

function firehoseOf(records: string[]): Buffer {
  const encoded = records.map((record) => ({ data: Buffer.from(record).toString('base64') }));
  return Buffer.from(JSON.stringify({ requestId: 'id', timestamp: 1, records: encoded }));
}

/** Values for the variables of Fastly, by a word in their names. Any other one is a word. */
const VALUES: [RegExp, string][] = [
  [/begin|strftime/, '2026-11-30T12:00:00Z'],
  [/ip/i, '192.0.2.17'],
  [/visits_this_service/, 'true'],
  [/status|written|latency|elapsed/, '200'],
  [/response\b/, '"OK"'],
];

function filledIn(format: string): string {
  const variable = /%\{(?:\\\{"[^"]*"\\\}|[^{}])*\}[a-zA-Z]|%>?[a-zA-Z]/g;
  return format.replace(variable, (name) => {
    if (name === '%>s') return '200';
    return VALUES.find(([word]) => word.test(name))?.[1] ?? 'word';
  });
}

interface Body {
  /** The end of the feed's address: its name, perhaps more of a path, and parameters. */
  feed: string;
  file: string;
  prepared: keyof typeof PREPARED;
  entries: number;
  /** Skips and rejects by reason. */
  reasons: Record<string, number>;
  headers: Record<string, string>;
}

const body = (
  feed: string,
  file: string,
  entries: number,
  { reasons = {}, prepared = 'asItIs', headers = {} }: Partial<Body> = {},
): Body => ({ feed, file, prepared, entries, reasons, headers });

/** The first columns of CloudFront's standard log. */
const STANDARD =
  'date,time,x-edge-location,sc-bytes,c-ip,cs-method,cs(Host),cs-uri-stem,sc-status,cs(Referer),' +
  'cs(User-Agent),cs-uri-query,cs(Cookie),x-edge-result-type,x-edge-request-id,x-host-header,' +
  'cs-protocol,cs-bytes,time-taken,x-forwarded-for,ssl-protocol,ssl-cipher,' +
  'x-edge-response-result-type';
const standard = `firehose?fields=${encodeURIComponent(STANDARD)}`;

const BODIES: Body[] = [
  body('cloudflare', 'cloudflare/otel-all-fields.ndjson', 1),
  body('cloudflare', 'cloudflare/ripe-head-request.ndjson', 1),
  body('cloudflare', 'cloudflare/unixnano-example-com.ndjson', 15),
  body('cloudflare', 'cloudflare/validation-upload.json', 0, { reasons: { validation: 1 } }),
  body('fastly', 'fastly/tollbit-format.txt', 1, { prepared: 'filledIn' }),
  body('fastly', 'fastly/tollbit-format.txt', 0, { reasons: { not_json: 1 } }),
  body('fastly', 'fastly/logzio-format.json', 1, { prepared: 'filledIn' }),
  body('fastly', 'fastly/logzio-format.json', 0, { reasons: { unknown_shape: 1 } }),
  body('akamai', 'akamai/datastream2-all-fields.ndjson', 1),
  body('netlify', 'netlify/traffic.json', 1, { reasons: { no_visit: 1 } }),
  body('netlify', 'netlify/validation.json', 0, { reasons: { validation: 1 } }),
  // The second line was cut off in its id.
  body('bunny', 'bunny/lines.log', 3),
  body('pubsub', 'gcp/pubsub-push-lb.json', 1),
  body('pubsub', 'gcp/pubsub-push-audit-log.json', 0, { reasons: { no_visit: 1 } }),
  body('pubsub', 'gcp/log-entry-external-application-lb.json', 1),
  body('vercel', 'vercel/doc-example-2026.ndjson', 1),
  body('vercel', 'vercel/sample_1.json', 0, { reasons: { validation: 1 } }),
  body('vercel', 'vercel/sample_3.json', 0, { reasons: { no_visit: 1 } }),
  body('vercel', 'vercel/sample_5.json', 1),
  body('vercel', 'vercel/sample_6.json', 0, { reasons: { no_visit: 1 } }),
  body('vercel', 'vercel/structured_message_1.json', 0, { reasons: { no_visit: 1 } }),
  body('vercel', 'vercel/test_build.json', 0, { reasons: { validation: 2 } }),
  body('vercel', 'vercel/test_edge.json', 0, { reasons: { validation: 2 } }),
  body('vercel', 'vercel/test_lambda.json', 0, { reasons: { validation: 1 } }),
  body('vercel', 'vercel/test_static.json', 0, { reasons: { validation: 1 } }),
  body('firehose', 'aws-firehose/assembled-cloudfront-realtime.json', 1),
  body('firehose', 'aws-firehose/assembled-cloudfront-v2.json', 1),
  body('firehose', 'aws-firehose/direct_put.json', 0, { reasons: { unknown_shape: 3 } }),
  body('firehose', 'aws-firehose/direct_put_with_non_json_message.json', 0, {
    reasons: { unknown_shape: 1 },
  }),
  body('firehose', 'aws-firehose/cw_logs_mixed.json', 0, {
    reasons: { control_message: 1, unknown_shape: 13 },
  }),
  body('firehose', 'aws-firehose/cw_logs_with_only_control_messages.json', 0, {
    reasons: { control_message: 1 },
  }),
  body('firehose', 'aws-cloudfront/realtime-all-fields.json', 1, { prepared: 'rowInFirehose' }),
  body('firehose', 'aws-cloudfront/standard-v2.ndjson', 1, { prepared: 'inFirehose' }),
  body('firehose', 'aws-cloudfront/standard-v2-firehose-doc-example.ndjson', 0, {
    prepared: 'inFirehose',
    reasons: { no_path: 2 },
  }),
  body(`${standard},cut-off`, 'aws-cloudfront/standard-one-record.tsv', 1, {
    prepared: 'inFirehose',
  }),
  body(standard, 'aws-cloudfront/user-agent-encoded-twice.tsv', 1, { prepared: 'inFirehose' }),
  body('json', 'caddy/access-mirror.ndjson', 4),
  body('json', 'caddy/captured-2.6.2.ndjson', 2),
  body('json', 'fluent-bit/json.body', 6),
  body('json', 'logstash/ecs-batch.json', 1),
  body('json', 'pino-http/access.ndjson', 1),
  body('json', 'syslog-ng/array-batch.body', 3),
  body('json', 'syslog-ng/ndjson-batch.body', 3),
  body('json', 'vector/file-source-default.json', 1),
  body('json', 'winston/http-single.body', 1),
  body('otlp/v1/logs', 'otlp/js-json.body', 2),
  body('otlp/v1/logs', 'otlp/js-json-gzip.body', 2, { headers: { 'content-encoding': 'gzip' } }),
  body('otlp/v1/logs', 'otlp/proto-example-logs.json', 0, { reasons: { unknown_shape: 1 } }),
  body('lines', 'nginx/captured-combined.log', 2),
  body('lines', 'nginx/captured-syslog.datagrams', 2),
];

describeWithData(`The body of a real sender${reason}`, () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ clock: FakeClock.at('2026-12-01T00:00:00Z') });
  });
  afterAll(() => system.stop());

  /** Sends all bodies, each to a website of its own. */
  async function sendAll(): Promise<Tenant[]> {
    const tenants: Tenant[] = [];
    for (const { feed, file, prepared, headers } of BODIES) {
      const tenant = await system.createTenant();
      const [name = '', parameters = ''] = feed.split('?');
      const answer = await request(`${system.base}/api/v1/logs/${name}?${parameters}`, {
        method: 'POST',
        headers: { 'x-api-key': tenant.botKey, ...headers },
        body: new Uint8Array(PREPARED[prepared](readFileSync(join(data ?? '', 'feeds', file)))),
      });
      expect({ file, status: answer.status }).toEqual({ file, status: 200 });
      tenants.push(tenant);
    }
    return tenants;
  }

  it('has its entries, skips and rejects', async () => {
    const tenants = await sendAll();
    for (const [index, { file, feed, entries, reasons }] of BODIES.entries()) {
      const tenant = tenants[index] as Tenant;
      const wanted = { feed: feed.replace(/[?/].*/, ''), entries, reasons };
      await eventually(async () => {
        const path = `/websites/${tenant.website.public_id}/feeds`;
        const { body } = await get(system.base, path, tenant.apiKey);
        const found = (body.data.feeds as FeedHealthReport[]).map((one) => ({
          feed: one.feed,
          entries: one.last_24_hours.entries,
          reasons: one.last_24_hours.reasons,
        }));
        expect({ file, found }).toEqual({ file, found: [wanted] });
      });
      await system.untilVisits(tenant.website, entries);
    }
  });
});

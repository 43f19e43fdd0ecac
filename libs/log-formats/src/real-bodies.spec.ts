import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createReader, type LogFormatName } from './formats.js';
import { LineSplitter } from './line-splitter.js';
import type { ReaderOptions, RecordResult } from './record-reader.js';

const data = process.env.BOTGAUGE_TEST_DATA;
const describeWithData = data === undefined ? describe.skip : describe;
const reason = data === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';

const NOW = Date.UTC(2026, 11, 1);
/** The columns of CloudFront's standard log as they were at the time of the bodies. */
const STANDARD_COLUMNS =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) ' +
  'cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header ' +
  'cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type';

/** How a body is cut into lines. Envelopes are the matter of the API. */
const ENVELOPES = {
  lines: (body: Buffer) => linesOf(body),
  whole: (body: Buffer) => [JSON.stringify(JSON.parse(body.toString()))],
  gzip: (body: Buffer) => [gunzipSync(body).toString()],
  firehose: (body: Buffer) => {
    const { records } = JSON.parse(body.toString()) as { records: { data: string }[] };
    return records.flatMap(({ data }) => linesOf(unzipped(Buffer.from(data, 'base64'))));
  },
  /** What an owner's program made of a row: an object with a value for each column. */
  row: (body: Buffer) => {
    const row = JSON.parse(body.toString()) as Record<string, unknown>;
    const values = Object.values(row).slice(0, 40);
    return [values.map((value) => (Array.isArray(value) ? '-' : String(value))).join('\t')];
  },
};

interface Body {
  file: string;
  envelope: keyof typeof ENVELOPES;
  format: LogFormatName;
  /** Words of `written`. */
  results: string;
  options?: Partial<ReaderOptions>;
}

const body = (
  file: string,
  envelope: Body['envelope'],
  format: LogFormatName,
  results: string,
  options?: Body['options'],
): Body => ({ file, envelope, format, results, options });

const BODIES: Body[] = [
  body('cloudflare/otel-all-fields.ndjson', 'lines', 'cloudflare', '1 entry'),
  body('cloudflare/ripe-head-request.ndjson', 'lines', 'cloudflare', '1 entry'),
  body('cloudflare/unixnano-example-com.ndjson', 'lines', 'cloudflare', '15 entry'),
  body('cloudflare/validation-upload.json', 'lines', 'cloudflare', '1 validation'),
  body('aws-cloudfront/realtime-all-fields.json', 'row', 'cloudfront-realtime', '1 entry'),
  body('aws-cloudfront/standard-one-record.tsv', 'lines', 'cloudfront', '1 entry', {
    // This record ends with a tab.
    fields: `${STANDARD_COLUMNS} cut-off`.split(' '),
  }),
  body('aws-cloudfront/user-agent-encoded-twice.tsv', 'lines', 'cloudfront', '1 entry', {
    fields: STANDARD_COLUMNS.split(' '),
  }),
  body('aws-cloudfront/standard-v2.ndjson', 'lines', 'cloudfront-json', '1 entry'),
  body(
    'aws-cloudfront/standard-v2-firehose-doc-example.ndjson',
    'lines',
    'cloudfront-json',
    '2 no_path',
  ),
  body(
    'aws-firehose/assembled-cloudfront-realtime.json',
    'firehose',
    'cloudfront-realtime',
    '1 entry',
  ),
  body('aws-firehose/assembled-cloudfront-v2.json', 'firehose', 'cloudfront-json', '1 entry'),
  body('aws-firehose/direct_put.json', 'firehose', 'cloudfront-json', '3 unknown_shape'),
  body(
    'aws-firehose/direct_put_with_non_json_message.json',
    'firehose',
    'cloudfront-json',
    '1 not_json',
  ),
  body('aws-firehose/assembled-cloudfront-realtime.json', 'firehose', 'firehose', '1 entry'),
  body('aws-firehose/assembled-cloudfront-v2.json', 'firehose', 'firehose', '1 entry'),
  body('aws-firehose/direct_put.json', 'firehose', 'firehose', '3 unknown_shape'),
  body(
    'aws-firehose/direct_put_with_non_json_message.json',
    'firehose',
    'firehose',
    '1 unknown_shape',
  ),
  body(
    'aws-firehose/cw_logs_mixed.json',
    'firehose',
    'firehose',
    '1 control_message, 13 unknown_shape',
  ),
  body(
    'aws-firehose/cw_logs_with_only_control_messages.json',
    'firehose',
    'firehose',
    '1 control_message',
  ),
  body('aws-alb/otel-two-lines.log', 'lines', 'alb', '2 entry'),
  body('azure-front-door/access-log.json', 'whole', 'azure-front-door', '1 entry'),
  body('akamai/datastream2-all-fields.ndjson', 'lines', 'akamai', '1 entry'),
  body('akamai/datastream2-all-fields.ndjson', 'lines', 'json-fields', '1 entry'),
  body('netlify/traffic.json', 'lines', 'netlify', '1 entry, 1 no_visit'),
  body('netlify/validation.json', 'lines', 'netlify', '1 validation'),
  body('bunny/lines.log', 'lines', 'bunny', '3 entry'),
  body('gcp/log-entry-external-application-lb.json', 'whole', 'google-lb', '1 entry'),
  body('gcp/log-entry-external-application-lb.json', 'whole', 'json-fields', '1 entry'),
  body('vercel/doc-example-2026.ndjson', 'lines', 'vercel', '1 entry'),
  body('vercel/doc-example-2026.ndjson', 'lines', 'json-fields', '1 entry'),
  body('vercel/sample_1.json', 'whole', 'vercel', '1 validation'),
  body('vercel/sample_3.json', 'whole', 'vercel', '1 no_visit'),
  body('vercel/sample_3.json', 'whole', 'json-fields', '1 no_visit'),
  body('vercel/sample_5.json', 'whole', 'vercel', '1 entry'),
  body('vercel/sample_6.json', 'whole', 'vercel', '1 no_visit'),
  body('vercel/sample_6.json', 'whole', 'json-fields', '1 no_visit'),
  body('vercel/structured_message_1.json', 'whole', 'vercel', '1 no_visit'),
  body('vercel/test_build.json', 'whole', 'vercel', '2 validation'),
  body('vercel/test_edge.json', 'whole', 'vercel', '2 validation'),
  body('vercel/test_lambda.json', 'whole', 'vercel', '1 validation'),
  body('vercel/test_static.json', 'whole', 'vercel', '1 validation'),
  body('otlp/js-json.body', 'lines', 'otlp-record', '2 entry'),
  body('otlp/js-json-gzip.body', 'gzip', 'otlp-record', '2 entry'),
  body('otlp/proto-example-logs.json', 'whole', 'otlp-record', '1 unknown_shape'),
  body('caddy/access-mirror.ndjson', 'lines', 'caddy', '4 entry'),
  body('caddy/access-mirror.ndjson', 'lines', 'json-fields', '4 entry'),
  body('caddy/captured-2.6.2.ndjson', 'lines', 'caddy', '2 entry'),
  body('fluent-bit/json.body', 'lines', 'json-fields', '6 entry'),
  body('logstash/ecs-batch.json', 'lines', 'json-fields', '1 entry'),
  body('nginx/captured-combined.log', 'lines', 'combined', '2 entry'),
  body('nginx/captured-syslog.datagrams', 'lines', 'json', '2 entry'),
  body('nginx/captured-syslog.datagrams', 'lines', 'json-fields', '2 entry'),
  body('pino-http/access.ndjson', 'lines', 'pino-http', '1 entry'),
  body('pino-http/access.ndjson', 'lines', 'json-fields', '1 entry'),
  body('syslog-ng/array-batch.body', 'lines', 'json-fields', '3 entry'),
  body('syslog-ng/ndjson-batch.body', 'lines', 'json-fields', '3 entry'),
  body('vector/file-source-default.json', 'lines', 'json-fields', '1 entry'),
  body('profound/minimal-batch.json', 'lines', 'json', '1 entry'),
  body('profound/netlify-edge-entry.json', 'lines', 'json', '1 entry'),
  body('profound/netlify-edge-entry.json', 'lines', 'json-fields', '1 entry'),
  body('winston/http-single.body', 'lines', 'json', '1 entry'),
  body('winston/http-single.body', 'lines', 'json-fields', '1 entry'),
];

function unzipped(bytes: Buffer): Buffer {
  return bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
}

function linesOf(bytes: Buffer): string[] {
  const splitter = new LineSplitter();
  return [...splitter.push(bytes), ...splitter.end()].map(({ text }) => text ?? '');
}

/** Returns `2 entry, 1 not_json`. Empty lines are left out. */
function written(results: RecordResult[]): string {
  const counts = new Map<string, number>();
  for (const result of results) {
    const word = result.kind === 'entry' ? 'entry' : result.reason;
    if (word !== 'blank') counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Array.from(counts, ([word, count]) => `${count} ${word}`).join(', ');
}

describeWithData(`the body of a real sender${reason}`, () => {
  it.each(BODIES)(
    'has its results: $file as $format',
    ({ file, envelope, format, results, options }) => {
      const bytes = readFileSync(join(data ?? '', 'feeds', file));
      const reader = createReader(format, { now: NOW, host: '', ...options });
      const read = ENVELOPES[envelope](bytes).flatMap((line) => reader.readLine(line));
      expect(written(read)).toBe(results);
    },
  );
});

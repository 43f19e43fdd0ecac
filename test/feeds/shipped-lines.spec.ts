import { createReader } from '@app/log-formats';

const NOW = Date.parse('2026-11-20T12:01:00Z');
const STARTED = Date.parse('2026-11-20T12:00:00Z');
/** When the shipper read the line, which is never the time of the visit. */
const READ = '2026-11-20T12:00:05.452332Z';

const LINES: Record<string, { line: string; entry: object }> = {
  'in JSON': {
    line: JSON.stringify({
      timestamp: '2026-11-20T12:00:00+00:00',
      method: 'GET',
      host: 'shop.example',
      path: '/a?b=1',
      status_code: '200',
      ip: '192.0.2.17',
      user_agent: 'say "hi"',
      sec_fetch_mode: '',
    }),
    entry: { host: 'shop.example', path: '/a?b=1', sec_fetch_mode: '' },
  },
  'of the format combined': {
    line: '192.0.2.17 - - [20/Nov/2026:12:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "say \\"hi\\""',
    entry: { host: '', path: '/a' },
  },
};

/** The log record that a body stands in, by OTLP. */
const otlp = (body: object, more: object) => ({
  resourceLogs: [{ scopeLogs: [{ logRecords: [{ body, ...more }] }] }],
});
const nanoseconds = `${Date.parse(READ)}000000`;

/**
 * What each shipper makes of a line, in the form that its documentation gives.
 *
 * Sources: https://vector.dev/docs/reference/configuration/sources/file/,
 * https://docs.fluentbit.io/manual/pipeline/inputs/tail,
 * https://docs.fluentbit.io/manual/pipeline/outputs/opentelemetry,
 * https://www.elastic.co/guide/en/logstash/current/plugins-inputs-file.html,
 * https://www.elastic.co/guide/en/beats/filebeat/current/exported-fields-log.html,
 * https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/main/receiver/filelogreceiver
 */
const SHIPPERS: [name: string, format: string, carry: (line: string) => object][] = [
  [
    'Vector',
    'json-fields',
    (message) => ({
      ...{ file: '/var/log/nginx/botgauge.log', host: 'web-1', source_type: 'file' },
      ...{ message, timestamp: READ },
    }),
  ],
  ['Fluent Bit', 'json-fields', (log) => ({ date: Date.parse(READ) / 1000, log })],
  [
    'Logstash',
    'json-fields',
    (message) => ({
      ...{ '@timestamp': READ, '@version': '1', host: { name: 'web-1' }, message },
      ...{ event: { original: message }, log: { file: { path: '/var/log/nginx/botgauge.log' } } },
    }),
  ],
  [
    'Filebeat',
    'json-fields',
    (message) => ({
      ...{ '@timestamp': READ, host: { name: 'web-1' }, message, input: { type: 'filestream' } },
      ...{ log: { offset: 7 }, ecs: { version: '8.0.0' }, agent: { type: 'filebeat' } },
    }),
  ],
  [
    'The OpenTelemetry Collector',
    'otlp-record',
    (line) => {
      const name = { key: 'log.file.name', value: { stringValue: 'botgauge.log' } };
      return otlp({ stringValue: line }, { observedTimeUnixNano: nanoseconds, attributes: [name] });
    },
  ],
  [
    'Fluent Bit by OTLP',
    'otlp-record',
    (line) => {
      const log = { key: 'log', value: { stringValue: line } };
      return otlp({ kvlistValue: { values: [log] } }, { timeUnixNano: nanoseconds });
    },
  ],
];

describe.each(SHIPPERS)('%s', (_, format, carry) => {
  it.each(Object.entries(LINES))('brings a line %s', (_kind, { line, entry }) => {
    const reader = createReader(format as never, { now: NOW, host: '' });
    const visit = { timestamp: STARTED, method: 'GET', status_code: 200, ip: '192.0.2.17' };
    expect(reader.readLine(JSON.stringify(carry(line)))).toEqual([
      {
        kind: 'entry',
        entry: expect.objectContaining({ ...visit, user_agent: 'say "hi"', ...entry }) as object,
      },
    ]);
  });
});

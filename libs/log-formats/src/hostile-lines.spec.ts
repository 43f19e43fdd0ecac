import { timesAsLong } from '@app/testing';
import { createReader, LOG_FORMAT_NAMES } from './formats.js';
import { createOtlpRecordReader } from './formats/otlp-record.js';
import type { JsonObject } from './text/json-object.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const OPTIONS = { now: NOW, host: 'a.example' };
const TIME = '[20/Nov/2026:11:59:00 +0000]';

/** Lines that begin like those of a log, with something that comes again and again until the end. */
const LINES: Readonly<Record<string, (many: (piece: string) => string) => string>> = {
  'addresses with a line separator behind them': (many) =>
    `h ${many(',')}\u2028 - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "a"`,
  brackets: (many) => `h - - ${many('[')}`,
  'beginnings of times': (many) => `h - - ${many('[20/Nov')}`,
  'quotes in a request': (many) => `h - - ${TIME} "${many('" ')}`,
  'escaped quotes in a request': (many) => `h - - ${TIME} "${many('\\"')}`,
  'backslashes before quotes': (many) => `h - - ${TIME} "${many('\\')}" "`,
  'statuses in a request': (many) => `h - - ${TIME} "${many('" 20x ')}`,
  'escapes of bytes': (many) => `h - - ${TIME} "GET /${many('\\xe2')} HTTP/1.1" 200 5 "-" "a"`,
  'escapes in a user agent': (many) => `h - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "${many('%e2')}"`,
  'blanks in a request': (many) => `h - - ${TIME} "GET ${many(' ')}x" 200 5 "-" "a"`,
  'columns of a directive': (many) => `#Fields: ${many('a ')}`,
  'blanks of a directive': (many) => `#Fields:${many(' \t')}`,
  'columns in quotes': (many) => `2026-11-20\t11:59:00\t${many('"a" ')}"`,
  'quotes in columns': (many) => `2026-11-20 11:59:00 ${many('""')}x`,
  'places of bunny.net': (many) => `HIT|200|1507167062421|4|3|192.0.2.7|${many('|https:/')}`,
  'columns of a load balancer': (many) => `https ${many('" ')}`,
  'heads of syslog': (many) => `<1>1 - - - - - ${many('[a b="')}`,
  'elements of syslog': (many) => `<1>1 - - - - - ${many('[a]')}`,
  'captures of HAProxy': (many) =>
    `192.0.2.7:1 ${TIME} f b/s 0/0/0/0/0 200 1 - - ---- 1/1/1/1/0 0/0 {${many('|#41')}} "GET / HTTP/1.1"`,
  'lists in lists': (many) => many('['),
  'objects in objects': (many) => many('{"a":'),
  'texts in texts': (many) => `{"message":"${many('{\\"message\\":')}"}`,
  'escapes in JSON': (many) => `{"a":"${many('\\x41')}"}`,
  records: (many) => `[${many('0,')}0]`,
};

describe.each(Object.entries(LINES))('a line of %s', (_, line) => {
  it('takes every format a time that grows with its length only', () => {
    const of = (characters: number) => {
      const text = line((piece) => piece.repeat(Math.ceil(characters / piece.length)));
      return () => {
        for (const format of LOG_FORMAT_NAMES) createReader(format, OPTIONS).readLine(text);
      };
    };
    // Eight times as much takes 64 times as long where each character is compared with each.
    expect(timesAsLong(of(16_000), of(2_000))).toBeLessThan(30);
  });
});

it('reads the resource of many records once', () => {
  let reads = 0;
  const resource = {
    get attributes() {
      reads += 1;
      return [{ key: 'server.address', value: { stringValue: 'b.example' } }];
    },
  };
  const read = createOtlpRecordReader(OPTIONS);
  const record: JsonObject = {
    resource,
    timeUnixNano: `${NOW}000000`,
    attributes: [
      { key: 'http.response.status_code', value: { intValue: 200 } },
      { key: 'url.path', value: { stringValue: '/' } },
    ],
  };
  for (let count = 0; count < 100; count++)
    expect(read({ ...record })).toMatchObject({ entry: { host: 'b.example' } });
  expect(reads).toBe(1);
});

it('does not repeat for each record what the records of a line share', () => {
  const resource = { attributes: [{ key: 'a', value: { stringValue: 'x'.repeat(500_000) } }] };
  const logRecords = Array.from({ length: 1_000 }, (_, severityNumber) => ({ severityNumber }));
  const line = JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
  const lines = createReader('otlp-record', OPTIONS).split(line);
  expect(lines).toHaveLength(1_000);
  expect(lines.join('').length).toBeLessThan(5 * 1024 * 1024);
  expect(JSON.parse(lines[0] ?? '')).toEqual({ severityNumber: 0, resource });
});

it('reads no log whose directive names more columns than any log has', () => {
  const reader = createReader('w3c', OPTIONS);
  const names = 'date time cs-uri-stem sc-status';
  reader.readLine(`#Fields: ${names} ${'x '.repeat(600)}`);
  const row = '2026-11-20 11:59:00 / 200';
  expect(reader.readLine(row)).toMatchObject([
    { reason: 'wrong_columns', message: 'comes after a list of more than 512 columns' },
  ]);
  reader.readLine(`#Fields: ${names}`);
  expect(reader.readLine(row)).toMatchObject([{ kind: 'entry' }]);
});

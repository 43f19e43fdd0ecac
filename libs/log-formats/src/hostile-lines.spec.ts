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
  'quotes around a line': (many) => `"h - - ${TIME} "${many('" "')}"`,
  'quotes in front of the time': (many) => `${many('"a" ')}- - ${TIME} "GET / HTTP/1.1" 200 5`,
  'addresses in front of the time': (many) =>
    `${many('10.0.0.1, ')}- - ${TIME} "GET / HTTP/1.1" 200 5 "-" "a"`,
  'words in front of the time': (many) => `${many('a ')}- - ${TIME} "GET / HTTP/1.1" 200 5 "-" "a"`,
  'hosts in front of the time': (many) =>
    `${many('a.')}b h - ${TIME} "GET / HTTP/1.1" 200 5 "-" "a"`,
  'text between time and request': (many) => `h - - ${TIME} ${many('( s) ')}"GET / HTTP/1.1" 200 5`,
  'words behind the bytes': (many) => `h - - ${TIME} "GET / HTTP/1.1" 200 5 ${many('a.b ')}"-" "a"`,
  'dashes behind the bytes': (many) => `h - - ${TIME} "GET / HTTP/1.1" 200 5 ${many('- ')}`,
  'quotes in a user agent': (many) =>
    `h - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "a "${many('b" "')}c"`,
  'escaped quotes behind a user agent': (many) =>
    `h - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "a" ${many('\\"')}`,
  'fields behind a user agent': (many) =>
    `10.0.0.1 - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "a" ${many('"10.0.0.7:80" ')}`,
  'servers behind a user agent': (many) =>
    `10.0.0.1 - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "a" "${many('10.0.0.7:80, ')}"`,
  'labels behind a user agent': (many) =>
    `10.0.0.1 - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "a" ${many('a.')}`,
  parentheses: (many) => `10.0.0.1 ${many('(')} - - ${TIME} "GET / HTTP/1.1" 200 5 "-" "a"`,
  'times without brackets': (many) => `192.0.2.7 - - ${many('2026-11-20T11:59:00Z ')}`,
  'colours in a request': (many) => `h - - [20/Nov/2026 11:59:00] "${many('\u001b[33m')}GET /" 200`,
  'paths of uWSGI': (many) =>
    `[pid: 1|app: 0|req: 1/1] h () {1 vars in 1 bytes} [Fri Nov 20 11:59:00 2026] GET /${many(' => generated ')}`,
  'errors of HAProxy': (many) => `192.0.2.7:1 ${TIME} ${many('f/1: ')}`,
  'tags of Fluentd': (many) => `2026-11-20T11:59:00Z\t${many('a\t')}{}`,
  'names of containers': (many) => `${many('web-1 | ')}h - - ${TIME} "GET / HTTP/1.1" 200 5`,
  colours: (many) => `${many('\u001b[36m')}web-1 | h - - ${TIME} "GET / HTTP/1.1" 200 5`,
  'heads of container runtimes': (many) => many('2026-11-20T11:59:00.123456789Z stdout F '),
  'parts of a line': (many) => `2026-11-20T11:59:00.123456789Z stdout P ${many('a')}`,
  pairs: (many) => `method=GET path=/ status=200 ${many('a=b ')}`,
  'texts in pairs': (many) => `method=GET status=200 path="${many('\\" a=')}`,
  'names without a value': (many) => `method=GET status=200 ${many('abc')}`,
  'columns of S3': (many) => `o b ${TIME} 192.0.2.7 - ID REST.GET.OBJECT ${many('k" ')}`,
  'statuses of Nginx Proxy Manager': (many) => `${TIME} - ${many('200, ')}200 - GET https h "/"`,
  'columns of Squid': (many) =>
    `1795175940.123 5 192.0.2.7 TCP_MISS/200 5 GET ${many('http://a.')}`,
  'columns of a console': (many) => `2026/11/20 11:59:00\t${many('INFO\t{')}`,
  'a host without a scheme': (many) =>
    `{"timestamp":"2026-11-20T11:59:00Z","url":"${many('a.')}/","status":200}`,
  'bytes of a journal': (many) => `{"__REALTIME_TIMESTAMP":"1","MESSAGE":[${many('34,')}34]}`,
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

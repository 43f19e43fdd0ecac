import { gzipSync } from 'node:zlib';
import { entry, entryWith, post, type Row } from '../row.js';
import { brokenGzip } from './broken-gzip.js';

const MIB = 1024 * 1024;
const GZIP = { 'content-encoding': 'gzip' };
const one = JSON.stringify(entry());
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const NOT_JSON: [string, string | Buffer][] = [
  ['nothing', ''],
  ['white space', ' \t\r\n'],
  ['a byte order mark alone', '\ufeff'],
  ['two byte order marks', `\ufeff\ufeff${one}`],
  ['a byte order mark inside', `[\ufeff${one}]`],
  ['UTF-16 with its mark', bytes([0xff, 0xfe], one.split('').join('\0'))],
  [
    'UTF-16, big endian',
    bytes(
      one
        .split('')
        .map((c) => `\0${c}`)
        .join(''),
    ),
  ],
  ['UTF-32', bytes(one.split('').join('\0\0\0'))],
  ['NUL bytes', '\0\0\0\0'],
  ['JSON, then NUL', `${one}\0`],
  ['JSON, then JSON', one + one],
  ['JSON lines', `${one}\n${one}`],
  ['a JSON text sequence', `\x1e${one}\n`],
  ['a comma too many in an array', `[${one},]`],
  ['a comma too many in an object', one.replace('}', ',}')],
  ['no closing bracket', `[${one}`],
  ['a closing bracket too many', `${one}]`],
  ['cut within a string', one.slice(0, 40)],
  ['cut within an escape', '{"path":"\\u00'],
  ['a comment', `/* a */${one}`],
  ['single quotes', "{'path':'/'}"],
  ['names without quotes', '{path:"/"}'],
  ['NaN', entryWith('status_code', 'NaN')],
  ['Infinity', entryWith('status_code', 'Infinity')],
  ['undefined', entryWith('status_code', 'undefined')],
  ['a hexadecimal number', entryWith('status_code', '0xC8')],
  ['an octal number', entryWith('status_code', '0200')],
  ['a number with a plus', entryWith('status_code', '+200')],
  ['a number that ends in a point', entryWith('status_code', '200.')],
  ['a number with separators', entryWith('status_code', '2_00')],
  ['a big integer literal', entryWith('status_code', '200n')],
  ['a raw line feed in a string', entryWith('path', '"/a\nb"')],
  ['a raw escape character in a string', entryWith('path', '"/a\x1b[31m"')],
  ['a bad escape', entryWith('path', '"\\x41"')],
  ['half an escape', entryWith('path', '"\\u12"')],
  ['a form', 'timestamp=1&method=GET'],
  [
    'XML with an external entity',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
  ],
  ['YAML', '- timestamp: 2026-11-20'],
  ['a line of an access log', '192.0.2.1 - - [20/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 1'],
  ['a serialised Java object', bytes([0xac, 0xed, 0x00, 0x05, 0x73, 0x72])],
  ['MessagePack', bytes([0x81, 0xa1, 0x61, 0x01])],
  ['a pickle', bytes([0x80, 0x04, 0x95])],
  ['five million opening brackets', '['.repeat(5_000_000)],
  ['10,001 levels of arrays', nested(10_001)],
  ['five million levels of arrays', nested(5_000_000)],
  ['an unknown field a million levels deep', one.replace('{', `{"x":${nested(1_000_000)},`)],
  ['a million opening objects', '{"a":'.repeat(1_000_000)],
  ['a script', '<script>alert(1)</script>'],
  ['SQL', "'; DROP TABLE visits; --"],
  ['gzip without saying so', gzipSync(one)],
];

const NO_ENTRIES: [string, string, RegExp][] = [
  ['null', 'null', /^the body must be an object$/],
  ['a string', '"x"', /^the body must be an object$/],
  ['a number', '1e400', /^the body must be an object$/],
  ['false', 'false', /^the body must be an object$/],
  ['an array of null', '[null]', /^entries\[0\] must be an object$/],
  ['an array of arrays', `[[${one}]]`, /^entries\[0\] must be an object$/],
  ['an object that wraps the entries', `{"logs":[${one}]}`, /^timestamp must be/],
  ['9,999 levels of arrays', nested(9_999), /^entries\[0\] must be an object$/],
  [
    'an empty object',
    '{}',
    /^timestamp must be .*; method must be .*; user_agent must be a string$/,
  ],
  ['fields of a prototype', `{"__proto__":${one}}`, /^timestamp must be/],
  ['fields of a constructor', `{"constructor":{"prototype":${one}}}`, /^timestamp must be/],
  [
    'field names in capitals',
    one.toUpperCase().replaceAll('USER_AGENT', 'x'),
    /^timestamp must be/,
  ],
  ['one wrong entry among many', `[${`${one},`.repeat(500)}{}]`, /^entries\[500\]\.timestamp/],
];

const TAKEN: [string, string | Buffer, number][] = [
  ['an empty array', '[]', 0],
  ['an empty array in white space', ' \n[ ]\t', 0],
  ['one entry', one, 1],
  ['a byte order mark before it', `\ufeff${one}`, 1],
  ['white space around it', ` \r\n\t${one}\r\n `, 1],
  ['1000 entries', `[${Array(1000).fill(one).join()}]`, 1000],
  ['bytes that are no UTF-8', bytes(one.slice(0, -2), [0xff, 0xc0, 0xaf], '"}'), 1],
  ['a surrogate in UTF-8', bytes(one.slice(0, -2), [0xed, 0xa0, 0x80], '"}'), 1],
  ['a character of five bytes', bytes(one.slice(0, -2), [0xf8, 0x88, 0x80, 0x80, 0x80], '"}'), 1],
  ['a character cut at its end', bytes(one.slice(0, -2), [0xf0, 0x9f], '"}'), 1],
  ['a __proto__ beside its fields', one.replace('{', '{"__proto__":{"status_code":"x"},'), 1],
  ['a __proto__ that is null', one.replace('{', '{"__proto__":null,'), 1],
  ['a constructor', one.replace('{', '{"constructor":{"prototype":{"host":1}},'), 1],
  [
    'toString, valueOf and toJSON',
    one.replace('{', '{"toString":1,"valueOf":null,"toJSON":"x",'),
    1,
  ],
  ['then, as a promise has it', one.replace('{', '{"then":"x",'), 1],
  ['a length', one.replace('{', '{"length":4294967295,'), 1],
  ['a repeated field, the last one right', one.replace('{', '{"status_code":"x",'), 1],
  ['the name of a field in escapes', one.replace('"path"', '"p\\u0061th"'), 1],
  [
    'ten thousand unknown fields',
    one.replace('{', `{${Array.from({ length: 10_000 }, (_, i) => `"x${i}":0,`).join('')}`),
    1,
  ],
  ['an unknown field 9,999 levels deep', one.replace('{', `{"x":${nested(9_999)},`), 1],
  [
    'query_params 5,000 levels deep',
    one.replace('{', `{"query_params":{"a":${nested(5_000)}},`),
    1,
  ],
  ['brackets in a text', one.replace('curl', '['.repeat(20_000)), 1],
  [
    'query_params with a __proto__',
    one.replace('{', '{"query_params":{"__proto__":{"a":1},"constructor":1},'),
    1,
  ],
  ['an unknown number of a million digits', one.replace('{', `{"x":${'9'.repeat(1_000_000)},`), 1],
  [
    'an unknown text of a million escapes',
    one.replace('{', `{"x":"${'\\ud800'.repeat(1_000_000)}",`),
    1,
  ],
  [
    'fields that would name another website, account or bot',
    JSON.stringify(
      entry({ website_id: 2, websiteId: 2, account_id: 2, bot_id: 0, id: 1, key_id: 1 }),
    ),
    1,
  ],
];

const BAD_GZIP = [...brokenGzip(one), ['gzip in gzip', gzipSync(gzipSync(one))] as const];

const zeros = gzipSync(Buffer.alloc(64 * MIB, ' '), { level: 9 });
const TOO_LARGE: [string, Row['request']][] = [
  ['1001 entries', post(`[${Array(1001).fill(one).join()}]`)],
  ['1001 entries, none of them right', post(`[${Array(1001).fill('0').join()}]`)],
  ['five million entries', post(`[${'0,'.repeat(5_000_000)}0]`)],
  ['10 MiB and 1 byte', post(one.padEnd(10 * MIB + 1))],
  ['10 MiB and 1 byte of gzip', post(one, { ...GZIP, 'content-length': `${10 * MIB + 1}` })],
  ['gzip of 10 MiB and 1 byte', post(gzipSync(one.padEnd(10 * MIB + 1), { level: 1 }), GZIP)],
  ['a bomb', post(zeros, GZIP)],
  ['a bomb of many members', post(Buffer.concat(Array(40).fill(zeros)), GZIP)],
  [
    'a bomb in a field',
    post(gzipSync(entryWith('path', `"${'a'.repeat(64 * MIB)}"`), { level: 1 }), GZIP),
  ],
  ['a length of 2^53', post('', { 'content-length': '9007199254740993' })],
  ['a length of 2^63', post('', { 'content-length': '9223372036854775808' })],
];

export const BODIES: Row[] = [
  ...NOT_JSON.map(([name, body]): Row => ({
    name: `body that is no JSON: ${name}`,
    request: post(body),
    code: 'INVALID_JSON',
    message:
      /^The body is (empty|not valid JSON|nested more than 10000 levels deep); send a log entry or an array of them$/,
  })),
  ...NO_ENTRIES.map(([name, body, message]): Row => ({
    name: `body without entries: ${name}`,
    request: post(body),
    code: 'VALIDATION_ERROR',
    message,
  })),
  ...TAKEN.map(([name, body, processed]): Row => ({
    name: `body that is taken: ${name}`,
    request: post(body),
    processed,
  })),
  ...BAD_GZIP.map(([name, body]): Row => ({
    name: `broken gzip: ${name}`,
    request: post(body, GZIP),
    code: 'INVALID_JSON',
    message: /^The body is (empty|not valid (gzip|JSON))/,
  })),
  {
    name: 'gzip of several members is their text put together',
    request: post(Buffer.concat([gzipSync('['), gzipSync(one), gzipSync(']')]), GZIP),
    processed: 1,
  },
  {
    name: 'gzip with a file name and a comment',
    request: post(withNames(gzipSync(one)), GZIP),
    processed: 1,
  },
  {
    name: 'gzip with zeros after its end, which some writers pad with',
    request: post(Buffer.concat([gzipSync(one), Buffer.alloc(512)]), GZIP),
    processed: 1,
  },
  {
    name: 'gzip of 10 MiB',
    request: post(gzipSync(one.padEnd(10 * MIB), { level: 1 }), GZIP),
    processed: 1,
  },
  ...TOO_LARGE.map(([name, request]): Row => ({
    name: `too large: ${name}`,
    request,
    code: 'PAYLOAD_TOO_LARGE',
    message: /at most 1000 entries|over 10 MiB/,
  })),
];

/** RFC 1952: flags 8 and 16 announce a name and a comment that end in NUL. */
function withNames(gzip: Buffer): Buffer {
  const head = Buffer.from(gzip.subarray(0, 10));
  head[3] = 0x18;
  return Buffer.concat([head, Buffer.from('a.json\0a comment\0'), gzip.subarray(10)]);
}

import { gzipSync } from 'node:zlib';
import { anOtlpRequest, otlpProtobuf, type OtlpRequest } from '@app/testing';
import type { Feed } from '../../../apps/api/src/feeds/feed.js';
import { FEEDS } from '../../../apps/api/src/feeds/feeds.js';
import { formOf } from '../answer-forms.js';
import { type Expected, type Headers, post, type Row } from '../row.js';
import { brokenGzip } from './broken-gzip.js';

/** A row of a feed. */
export interface FeedRow extends Row {
  feed: string;
  /** How many of its records become visits. */
  entries: number;
}

/** What is sent to a feed, and what must become of it. */
interface Delivery extends Pick<Expected, 'code' | 'message' | 'mayBeTaken'> {
  name: string;
  body: string | Buffer;
  headers?: Headers;
  key?: string;
  /** Default: none. */
  entries?: number;
}

const MIB = 1024 * 1024;
const GZIP = { 'content-encoding': 'gzip' };
const PROTOBUF = { 'content-type': 'application/x-protobuf' };
const NOTHING_READ = /^Nothing in the body can be read; send /;

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Bodies that hold no visit, whichever feed reads them. */
const NOISE: [string, string | Buffer][] = [
  ['white space', ' \t\r\n\r\n'],
  ['a byte order mark alone', '\ufeff'],
  ['two byte order marks', '\ufeff\ufeff'],
  ['NUL bytes', '\0\0\0\0'],
  ['NUL bytes in lines', '\0\n\0\r\n\0'],
  ['UTF-16 with its mark', bytes([0xff, 0xfe], '{"a":1}'.split('').join('\0'))],
  ['bytes that are no UTF-8', bytes([0xff, 0xc0, 0xaf, 0x0a, 0xed, 0xa0, 0x80, 0x0a, 0xf0, 0x9f])],
  ['every byte', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ['a quote', '"'],
  ['quotes', '"""\n"\n\\"'],
  ['a backslash', '\\'],
  ['an opening brace', '{'],
  ['a closing brace', '}'],
  ['an opening bracket', '['],
  ['a closing bracket', ']'],
  ['brackets the wrong way round', ']}][}{'],
  ['commas and colons', ',:,\n:,'],
  ['a text that does not end', '{"a":"b'],
  ['an escape that does not end', '{"a":"\\u00'],
  ['a hundred thousand opening brackets', '['.repeat(100_000)],
  ['a hundred thousand opening objects', '{"a":'.repeat(100_000)],
  ['a hundred thousand levels of arrays', nested(100_000)],
  ['a hundred thousand levels in an object', `{"a":${nested(100_000)}}`],
  ['objects a hundred thousand levels deep', '{"a":'.repeat(100_000) + 1 + '}'.repeat(100_000)],
  ['a line of 3 MiB', 'x'.repeat(3 * MIB)],
  ['a text of 3 MiB', `"${'x'.repeat(3 * MIB)}"`],
  ['an object of 3 MiB', `{"a":"${'x'.repeat(3 * MIB)}"}`],
  ['ten thousand lines of nothing', '\n'.repeat(10_000)],
  ['ten thousand empty objects', '{}'.repeat(10_000)],
  ['an array of scalars', '[1,-0.5e9,"x",null,true,false]'],
  ['an array of arrays', '[[],[[]],[1,[2]]]'],
  ['an empty array', '[]'],
  ['an empty object', '{}'],
  ['an array of empty objects', '[{},{}]'],
  ['null', 'null'],
  ['an empty text', '""'],
  ['a number', '1e400'],
  ['numbers on lines', '1\r\n2\r\n3'],
  ['records that are a number', '{"records":1}'],
  ['records that are a text', '{"records":"x"}'],
  ['records that are null', '{"records":null}'],
  ['records that are an object', '{"records":{"data":"eA=="}}'],
  ['records that are scalars', '{"records":[1,"x",null,true,[],[[]],{}]}'],
  ['records whose data is no text', '{"records":[{"data":1},{"data":null},{"data":{}}]}'],
  [
    'records whose data is no base64',
    '{"records":[{"data":"%%%"},{"data":""},{"data":"\\u0000"}]}',
  ],
  ['records twice', '{"records":[],"records":{"records":[{}]}}'],
  ['resources that are a number', '{"resourceLogs":1}'],
  ['resources that are scalars', '{"resourceLogs":[1,null,"x",[],{}]}'],
  [
    'log records that are scalars',
    '{"resourceLogs":[{"scopeLogs":[{"logRecords":[1,null,[],{}]}]}]}',
  ],
  [
    'a resource that is a text',
    '{"resourceLogs":[{"resource":"x","scopeLogs":[{"logRecords":[{}]}]}]}',
  ],
  ['log events that are an object', '{"messageType":"DATA_MESSAGE","logEvents":{"a":1}}'],
  ['log events that are scalars', '{"messageType":"DATA_MESSAGE","logEvents":[1,"x",null,{}]}'],
  ['a __proto__', '{"__proto__":{"records":[1]},"constructor":{"prototype":null}}'],
  ['names of methods', '{"toString":1,"valueOf":null,"toJSON":"x","then":"x","length":4294967295}'],
  ['a form', 'timestamp=1&method=GET'],
  ['a part of a form', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'],
  ['XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['YAML', '- timestamp: 2026-11-20\n  method: GET\n'],
  ['MessagePack', bytes([0x81, 0xa1, 0x61, 0x01])],
  ['a serialised Java object', bytes([0xac, 0xed, 0x00, 0x05, 0x73, 0x72])],
  ['a message that is a text', '{"message":"x","subscription":"s"}'],
  ['a message whose data is an object', '{"message":{"data":{"a":1}}}'],
  ['a message that is a list', '{"message":[{"data":"e30="}]}'],
  ['fields between lines', '|||||||||||\nHIT|||||||||||\nHIT|200|1|||||||||'],
  ['a request that is a text', '{"httpRequest":"GET /","logName":"a/requests","insertId":"1"}'],
  ['a request that is a list', '{"httpRequest":[{}],"logName":1,"insertId":{}}'],
  ['times that are no times', '{"reqTimeSec":{},"reqPath":[],"statusCode":{},"log_type":[]}'],
  ['a proxy that is a list', '{"source":"edge","deploymentId":"d","projectId":"p","proxy":[200]}'],
  ['a proxy of scalars', '{"proxy":{"statusCode":1e99,"path":{},"userAgent":{}},"message":[]}'],
  ['heads of syslog alone', '<190>Nov 20 11:59:00 web1 nginx: \n<14>1 - - - - - -\n99999 <1>'],
];

/** Fields, groups and lengths of protobuf that are broken or lead nowhere. */
const PROTOBUF_NOISE: [string, Buffer][] = [
  ['a length that is too long', bytes([0x0a, 0x7f, 0x41])],
  ['a length of eleven bytes', bytes([0x0a, ...Array<number>(10).fill(0xff), 0x01])],
  ['a negative length', bytes([0x0a, ...Array<number>(9).fill(0xff), 0x01])],
  ['a group that does not end', bytes([0x0b])],
  ['the end of a group', bytes([0x0c])],
  ['field 0', bytes([0x00, 0x01])],
  ['an unknown kind of field', bytes([0x0f])],
  ['a number that does not end', bytes([0x08, 0xff])],
  ['a resource that is broken', bytes([0x0a, 0x02, 0x0a, 0x7f])],
  ['a scope that is broken', bytes([0x0a, 0x02, 0x12, 0x7f])],
  ['a log record that is broken', bytes([0x0a, 0x04, 0x12, 0x02, 0x12, 0x7f])],
  ['a log record that is empty', bytes([0x0a, 0x04, 0x12, 0x02, 0x12, 0x00])],
  ['a resource for each byte', bytes(Array<number>(10_000).fill(0x0a))],
  ['every byte', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
];

const CONTENT_TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/problem+json',
  'application/octet-stream',
  'no type',
  '%%%',
  ';',
  `text/${'x'.repeat(1_000)}`,
];

/** Makes a noise known as such. A feed whose sender writes documents may refuse it as a whole. */
function asNoise({ answers }: Feed, delivery: Delivery): Delivery {
  if (!answers) return delivery;
  return { ...delivery, code: 'INVALID_JSON', message: NOTHING_READ, mayBeTaken: true };
}

/** What is wrong around a body, so that nothing of it is read. */
function refusals(example: string): Delivery[] {
  const wrong: Pick<Delivery, 'code' | 'message'> = {
    code: 'INVALID_JSON',
    message: /^The body is (empty|not valid gzip)/,
  };
  return [
    { ...wrong, name: 'nothing', body: '' },
    ...brokenGzip(example).map(([name, body]) => ({
      ...wrong,
      name: `broken gzip: ${name}`,
      body,
      headers: GZIP,
    })),
    ...brokenGzip(example)
      .filter(([, body]) => body[0] === 0x1f && body[1] === 0x8b)
      .map(([name, body]) => ({ ...wrong, name: `broken gzip that is not said: ${name}`, body })),
    ...['deflate', 'br', 'zstd', 'compress', 'gzip, gzip', 'x'].map((encoding): Delivery => ({
      name: `the encoding ${encoding}`,
      body: example,
      headers: { 'content-encoding': encoding },
      code: 'UNSUPPORTED_MEDIA_TYPE',
    })),
    { name: 'a wrong key', body: example, key: 'bot_wrong', code: 'UNAUTHORIZED' },
    { name: 'an API Key', body: example, key: '{{api}}', code: 'FORBIDDEN' },
  ];
}

/** A body of which one visit or two are read, whatever else is in it. */
function survivors({ answers, example }: Feed): Delivery[] {
  const one = example.body.trim();
  const two = one.startsWith('{') || one.startsWith('[') ? one + one : `${one}\n${one}`;
  const odd = (text: string) => Buffer.from(text);
  const [start = '', ...rest] = one.split('GPTBot');
  const inText = (...noise: number[]) => bytes(start, 'GPTBot', noise, rest.join('GPTBot'));
  const kept: [string, string | Buffer, number?][] = [
    ['without a line break at its end', one],
    ['with CRLF around it', `\r\n \r\n${one}\r\n\r\n`],
    ['twice', two, 2],
    ['and other text behind it', `${one}\nno json`],
    ['and NUL behind it', `${one}\n\0\0`],
    ['and half of it behind it', `${one}\n${one.slice(0, one.length / 2)}`],
    ['and deep nesting behind it', `${one}\n${'['.repeat(100_000)}`],
    ['with a field that is nested deeply', one.replace('{', () => `{"x":${nested(100_000)},`)],
    ['with a field of 1 MiB', one.replace('{', () => `{"x":"${'\\n'.repeat(MIB / 2)}",`)],
    ['with a __proto__', one.replace('{', () => '{"__proto__":{"a":1},')],
    ['around a line of 3 MiB', `${one}\n${'x'.repeat(3 * MIB)}\n${one}`, answers ? 1 : 2],
    ['compressed, which is not said', gzipSync(one)],
    ['compressed, with zeros behind it', Buffer.concat([gzipSync(one), Buffer.alloc(512)])],
    ['compressed in two parts', Buffer.concat([gzipSync(`${one}\n`), gzipSync(one)]), 2],
    ['with bytes in a text that are no UTF-8', rest.length > 0 ? inText(0xff, 0xc0, 0xaf) : one],
    ['with a broken character in a text', rest.length > 0 ? inText(0xf0, 0x9f) : odd(one)],
  ];
  return [
    ...kept.map(([name, body, entries = 1]) => ({ name: `a visit ${name}`, body, entries })),
    ...CONTENT_TYPES.map((type) => ({
      name: `a visit with the content type ${type.slice(0, 40)}`,
      body: one,
      headers: { 'content-type': type },
      entries: 1,
    })),
  ];
}

/** What a record may hold where its feed wraps it. */
const WRAPPED: Record<string, (noise: Buffer) => Pick<Delivery, 'body' | 'headers'>[]> = {
  firehose: (noise) =>
    [noise, gzipSync(noise)].map((data) => ({
      body: JSON.stringify({ requestId: 'id', records: [{ data: data.toString('base64') }] }),
    })),
  pubsub: (noise) => [
    { body: JSON.stringify({ message: { data: noise.toString('base64') }, subscription: 's' }) },
  ],
  otlp: (noise) => {
    const request = anOtlpRequest({ body: { stringValue: noise.toString() } });
    return [{ body: JSON.stringify(request) }, { body: otlpProtobuf(request), headers: PROTOBUF }];
  },
};

function deliveriesOf(feed: Feed): Delivery[] {
  const example = feed.example.body;
  const noise: Delivery[] = [
    ...NOISE.map(([name, body]) => ({ name, body })),
    ...PROTOBUF_NOISE.flatMap(([name, body]) => [
      { name: `protobuf: ${name}`, body },
      { name: `protobuf with its type: ${name}`, body, headers: PROTOBUF },
    ]),
    { name: 'gzip twice', body: gzipSync(gzipSync(example)), headers: GZIP },
    { name: 'half of a visit', body: example.slice(0, example.length / 2) },
  ];
  const wrap = WRAPPED[feed.name] ?? (() => []);
  return [
    ...refusals(example),
    ...noise.map((delivery) => asNoise(feed, delivery)),
    ...survivors(feed),
    ...NOISE.flatMap(([name, body]) =>
      wrap(Buffer.from(body as string)).map((delivery, way) => ({
        name: `a record that holds ${name}, in way ${way + 1}`,
        ...delivery,
      })),
    ),
    ...(feed.name === 'otlp' ? protobufOf(example) : []),
  ];
}

function protobufOf(example: string): Delivery[] {
  const body = otlpProtobuf(JSON.parse(example) as OtlpRequest);
  return [
    { name: 'a visit in protobuf', body, headers: PROTOBUF, entries: 1 },
    {
      name: 'a visit in protobuf without its type',
      body,
      headers: { 'content-type': 'x' },
      entries: 1,
    },
    { name: 'two in protobuf', body: Buffer.concat([body, body]), headers: PROTOBUF, entries: 2 },
  ];
}

/** Every delivery has a name for its sender, so that it counts once when it is repeated. */
function rowOf(feed: Feed, path: string, delivery: Delivery): FeedRow {
  const { name, body, headers = {}, key = '{{feeds}}', entries = 0, code } = delivery;
  const title = `${path}: ${name}`;
  const form = formOf(feed, headers['content-type']);
  const { message, mayBeTaken } = delivery;
  return {
    name: title,
    feed: feed.name,
    entries,
    request: post(body, { [feed.nameIn]: title, ...headers }, key, path),
    form,
    ...(code && { code }),
    ...(message && { message }),
    ...(mayBeTaken && { mayBeTaken }),
    ...(!code && !feed.answers && { processed: entries }),
  };
}

/** Bad input for every address of every feed. */
export const FEED_ROWS: FeedRow[] = FEEDS.flatMap((feed) =>
  feed.addresses.flatMap(({ deliver }) =>
    deliveriesOf(feed).map((delivery) => rowOf(feed, deliver.path, delivery)),
  ),
);

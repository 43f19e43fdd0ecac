import { gzipSync } from 'node:zlib';
import { badHttp, entry, NOT_HTTP, type Expected, post, raw, type Row } from '../row.js';

const BODY = JSON.stringify([entry()]);
const LENGTH = BODY.length;
const KEY = 'Host: x\r\nx-api-key: {{bot}}\r\ncontent-type: application/json\r\n';
const LOGS = `POST /api/v1/logs/custom HTTP/1.1\r\n${KEY}`;
const ONE: Expected = { processed: 1 };
const chunk = (text: string, size = text.length.toString(16)) => `${size}\r\n${text}\r\n`;
const chunked = (chunks: string) => `${LOGS}Transfer-Encoding: chunked\r\n\r\n${chunks}`;

const CONTENT_TYPES: Row[] = [
  ...[
    '',
    'text/plain',
    'text/json',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/x-ndjson',
    'application/json-seq',
    'application/jsonp',
    'application/javascript',
    'application/octet-stream',
    'application/x-java-serialized-object',
    'json',
    '/json',
    'application/',
    'application',
    '*/*',
    ';',
    ',',
    'application/json, text/plain',
    'application/jsonx',
    'application\\json',
    '"application/json"',
    '<script>',
    'a'.repeat(8_000),
    '\xe9',
    'application/json; charset=latin1',
    'application/json;charset=utf-16',
    'application/json; charset="utf-16"',
    'application/json; charset=utf-7',
    'application/json; CHARSET = iso-8859-1',
    'application/json; charset=utf-8-x',
  ].map((type): Row => ({
    name: `content type ${type}`.slice(0, 70),
    request: post(BODY, { 'content-type': type }),
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: /^Send the body as application\/json in UTF-8$/,
  })),
  ...[
    'APPLICATION/JSON',
    'application/json;',
    'application/json ;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; a=b; c="d"',
    'application/vnd.api+json',
    'application/json; charset=',
    `application/json; a=${'b'.repeat(8_000)}`,
  ].map((type): Row => ({
    name: `content type ${JSON.stringify(type)} is JSON`.slice(0, 70),
    request: post(BODY, { 'content-type': type }),
    ...ONE,
  })),
  ...[
    'br',
    'deflate',
    'zstd',
    'compress',
    'zip',
    'gzip, gzip',
    'gzip,identity',
    'identity, gzip',
    'gzip;q=1',
    'gzi',
    'gzipx',
    '*',
    'aws-chunked',
    '\xff',
    '__proto__',
  ].map((encoding): Row => ({
    name: `content encoding ${encoding}`,
    request: post(gzipSync(BODY), { 'content-encoding': encoding }),
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: /^Content-Encoding may be gzip or identity$/,
  })),
  ...['', 'identity', 'IDENTITY'].map((encoding): Row => ({
    name: `content encoding ${JSON.stringify(encoding)} is none`,
    request: post(BODY, { 'content-encoding': encoding }),
    ...ONE,
  })),
  {
    name: 'two content types',
    request: raw(`${LOGS}content-type: text/plain\r\ncontent-length: ${LENGTH}\r\n\r\n${BODY}`),
    // HTTP readers keep the first one.
    ...ONE,
  },
];

const IDEMPOTENCY: Row[] = [
  ...(
    [
      ['empty', ''],
      ['white space', ' \t '],
      ['256 characters', 'k'.repeat(256)],
      ['10,000 characters', 'k'.repeat(10_000)],
    ] as const
  ).map(([name, key]): Row => ({
    name: `idempotency key: ${name}`,
    request: post(BODY, { 'idempotency-key': key }),
    code: 'VALIDATION_ERROR',
    message: /^Idempotency-Key must have 1 to 255 characters$/,
  })),
  ...(['a\0b', 'a\x01b', 'a\x1bb', 'a\x7fb'] as const).map((key): Row => ({
    name: `idempotency key with a control character: ${JSON.stringify(key)}`,
    request: post(BODY, { 'idempotency-key': key }),
    code: 'VALIDATION_ERROR',
    message: NOT_HTTP,
  })),
  ...(
    [
      ['255 characters', 'k'.repeat(255)],
      ['a tab', 'a\tb'],
      ['bytes above ASCII', '\xe9\xff\x80'],
      ['SQL', "'; DROP TABLE idempotency_keys; --"],
      ['quotes and backslashes', '"\\\'`'],
      ['a placeholder', '$1'],
      ['a script', '<script>alert(1)</script>'],
      ['__proto__', '__proto__'],
    ] as const
  ).map(([name, key]): Row => ({
    name: `idempotency key: ${name}`,
    request: post(BODY, { 'idempotency-key': key }),
    ...ONE,
  })),
  {
    name: 'two idempotency keys are one list',
    request: raw(
      `${LOGS}Idempotency-Key: a1\r\nIdempotency-Key: b1\r\ncontent-length: ${LENGTH}\r\n\r\n${BODY}`,
    ),
    ...ONE,
  },
];

const BODIES: Row[] = [
  { name: 'chunks', request: raw(chunked(`${chunk(BODY)}0\r\n\r\n`)), ...ONE },
  {
    name: 'one byte a chunk',
    request: raw(chunked(`${[...BODY].map((c) => chunk(c)).join('')}0\r\n\r\n`)),
    ...ONE,
  },
  {
    name: 'chunks with extensions and trailers',
    request: raw(chunked(`${chunk(BODY, `${LENGTH.toString(16)};a=b`)}0\r\nx-trailer: 1\r\n\r\n`)),
    ...ONE,
  },
  {
    name: 'a size of a chunk in capitals, with zeros in front',
    request: raw(chunked(`${chunk(BODY, `000${LENGTH.toString(16).toUpperCase()}`)}0\r\n\r\n`)),
    ...ONE,
  },
  ...(
    [
      ['garbage for a size', 'ZZ\r\n'],
      ['a negative size', '-1\r\n'],
      ['a size of 0x', `0x${LENGTH.toString(16)}\r\n${BODY}`],
      ['a size of 2^64', 'ffffffffffffffffff\r\n'],
      ['a chunk longer than its size', `1\r\n${BODY}\r\n0\r\n\r\n`],
      ['a size without its line end', `${LENGTH.toString(16)} ${BODY}`],
      ['NUL for a size', '\0\r\n'],
    ] as const
  ).map(([name, chunks]): Row => ({
    name: `chunks with ${name}`,
    request: raw(chunked(chunks)),
    code: 'VALIDATION_ERROR',
    message: NOT_HTTP,
  })),
  {
    name: 'no body at all',
    request: raw(`${LOGS}\r\n`),
    code: 'INVALID_JSON',
    message: /^The body is empty/,
  },
  {
    name: 'a length of 0',
    request: raw(`${LOGS}content-length: 0\r\n\r\n`),
    code: 'INVALID_JSON',
    message: /^The body is empty/,
  },
  {
    name: 'a length below the body: the rest is another request, and none',
    request: raw(`${LOGS}content-length: 4\r\n\r\n${BODY}`),
    code: 'INVALID_JSON',
    then: [{ code: 'VALIDATION_ERROR', message: NOT_HTTP }],
  },
  ...['-1', '+5', '0x10', '1e2', '5, 5', '5 5', ' ', '99999999999999999999', '\xb2', 'NaN'].map(
    (length): Row =>
      badHttp(
        `a length of ${JSON.stringify(length)}`,
        `${LOGS}content-length: ${length}\r\n\r\n${BODY}`,
      ),
  ),
  badHttp(
    'two lengths that differ',
    `${LOGS}content-length: 1\r\ncontent-length: ${LENGTH}\r\n\r\n${BODY}`,
  ),
  badHttp(
    'two lengths alike',
    `${LOGS}content-length: ${LENGTH}\r\ncontent-length: ${LENGTH}\r\n\r\n${BODY}`,
  ),
  badHttp(
    'a length and chunks',
    `${LOGS}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /a`,
  ),
  badHttp(
    'chunks and a length',
    `${LOGS}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\nGET /a`,
  ),
  ...[
    'chunked, identity',
    'identity',
    'xchunked',
    'gzip',
    '\x0bchunked',
    'chunked\x00',
    '"chunked"',
  ].map((coding): Row =>
    badHttp(
      `a transfer coding of ${JSON.stringify(coding)}`,
      `${LOGS}transfer-encoding: ${coding}\r\n\r\n0\r\n\r\n`,
    ),
  ),
  badHttp(
    'a space before the colon of Transfer-Encoding',
    `${LOGS}transfer-encoding : chunked\r\n\r\n0\r\n\r\n`,
  ),
  ...['gzip, chunked', 'identity, chunked', 'chunked, chunked'].map((coding): Row => ({
    name: `a transfer coding beside chunked: ${coding}`,
    request: raw(`${LOGS}transfer-encoding: ${coding}\r\n\r\n${chunk(BODY)}0\r\n\r\n`),
    code: 'VALIDATION_ERROR',
    message: /^Transfer-Encoding may be chunked and nothing else; |^The request is not valid HTTP$/,
  })),
  {
    name: 'two Host headers',
    request: raw('GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'),
    code: 'VALIDATION_ERROR',
    message: /^The request has more than one Host header$/,
  },
  badHttp('a folded Transfer-Encoding', `${LOGS}transfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n`),
  {
    name: 'a request hidden in the body of another is no request',
    request: raw(
      `GET /api/v1/websites HTTP/1.1\r\nHost: x\r\nx-api-key: {{api}}\r\ncontent-length: 44\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\nX-A: bcdef\r\n`,
    ),
  },
  {
    name: 'a request hidden in a body that is refused is no request',
    request: raw(
      `POST /api/v1/logs/custom HTTP/1.1\r\nHost: x\r\ncontent-type: application/json\r\ncontent-length: 44\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\nX-A: bcdef\r\n` +
        'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    ),
    code: 'UNAUTHORIZED',
    then: [{}],
  },
];

const PIPELINES: Row[] = [
  {
    name: 'three requests at once get three answers in their order',
    request: raw(
      'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\nGET /api/v1/websites HTTP/1.1\r\nHost: x\r\nx-api-key: {{api}}\r\n\r\n',
    ),
    then: [{ code: 'NOT_FOUND' }, {}],
  },
  {
    name: 'two log requests at once',
    request: raw(
      `${LOGS}content-length: ${LENGTH}\r\n\r\n${BODY}${LOGS}content-length: ${LENGTH}\r\n\r\n${BODY}`,
    ),
    ...ONE,
    then: [ONE],
  },
  {
    name: 'a good request, then garbage',
    request: raw(`${LOGS}content-length: ${LENGTH}\r\n\r\n${BODY}hello\r\n\r\n`),
    ...ONE,
    then: [{ code: 'VALIDATION_ERROR', message: NOT_HTTP }],
  },
  {
    name: 'empty lines before a request',
    request: raw('\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'),
  },
];

export const FRAMING: Row[] = [...CONTENT_TYPES, ...IDEMPOTENCY, ...BODIES, ...PIPELINES];

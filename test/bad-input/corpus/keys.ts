import { entry, get, post, raw, type Row } from '../row.js';

const BODY = JSON.stringify([entry()]);

/** Values of `x-api-key` that are not keys, as bytes in Latin-1. */
const NO_KEYS: [string, string][] = [
  ['nothing', ''],
  ['white space', ' \t '],
  ['a word', 'secret'],
  ['a prefix', 'api_'],
  ['a prefix of a Bot Tracking Key', 'bot_'],
  ['one character less', 'api_123'],
  ['zeros', `api_${'0'.repeat(43)}_${'0'.repeat(6)}`],
  ['a good form with a wrong checksum', `api_${'A'.repeat(43)}_${'B'.repeat(6)}`],
  ['a key with a character more', '{{api}}0'],
  ['a key with a character in front', '0{{api}}'],
  ['a key in quotes', '"{{api}}"'],
  ['a key in brackets', '<{{api}}>'],
  ['a key after Bearer', 'Bearer {{api}}'],
  ['a key after its name', 'x-api-key: {{api}}'],
  ['a key with a line of its own', '{{api}}\t{{api}}'],
  ['a key, coded for URLs', '%61pi_x'],
  ['a key in Base64', 'YXBpX3g='],
  ['bytes above ASCII', 'api_\xe9\xff'],
  ['UTF-8', 'api_\xf0\x9f\x98\x80'],
  ['SQL', "' OR '1'='1' --"],
  ['a hash', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['a script', '<script>alert(1)</script>'],
  ['a path', '../../etc/passwd'],
  ['a format', '%s%n%x'],
  ['JSON', '{"$ne":null}'],
  ['the word null', 'null'],
  ['the word undefined', 'undefined'],
  ['the word __proto__', '__proto__'],
  ['a JSON web token without algorithm', 'eyJhbGciOiJub25lIn0.e30.'],
  ['12 KB', `api_${'a'.repeat(12_000)}`],
];

const MESSAGE = /^Send a valid key in the x-api-key header$/;

export const KEYS: Row[] = [
  ...NO_KEYS.flatMap(([name, key]): Row[] => [
    {
      name: `a report with ${name} for a key`,
      request: get('/api/v1/websites', { 'x-api-key': key }),
      code: 'UNAUTHORIZED',
      message: MESSAGE,
    },
    {
      name: `logs with ${name} for a key`,
      request: post(BODY, {}, key),
      code: 'UNAUTHORIZED',
      message: MESSAGE,
    },
  ]),
  {
    name: 'the header is missing',
    request: raw('GET /api/v1/websites HTTP/1.1\r\nHost: x\r\n\r\n'),
    code: 'UNAUTHORIZED',
    message: MESSAGE,
  },
  ...['x-api-key', 'X-Amz-Firehose-Access-Key'].flatMap((name) =>
    [
      `${name}: {{api}}\r\n${name}: {{api}}`,
      `${name}: {{api}},{{api}}`,
      `${name}: {{api}}\r\n${name}:`,
    ].map((headers): Row => ({
      name: `the same key twice: ${headers}`,
      request: raw(`GET /api/v1/websites HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`),
    })),
  ),
  {
    name: 'a folded header',
    request: raw('GET /api/v1/websites HTTP/1.1\r\nHost: x\r\nx-api-key:\r\n {{api}}\r\n\r\n'),
    code: 'VALIDATION_ERROR',
    message: /^The request is not valid HTTP$/,
  },
  {
    name: 'a space before the colon',
    request: raw('GET /api/v1/websites HTTP/1.1\r\nHost: x\r\nx-api-key : {{api}}\r\n\r\n'),
    code: 'VALIDATION_ERROR',
    message: /^The request is not valid HTTP$/,
  },
  ...[
    'Authorization',
    'api-key',
    'x_api_key',
    'apikey',
    'x-apikey',
    'Cookie',
    'Proxy-Authorization',
  ].map((name): Row => ({
    name: `the key stands in ${name}`,
    request: raw(`GET /api/v1/websites HTTP/1.1\r\nHost: x\r\n${name}: {{api}}\r\n\r\n`),
    code: 'UNAUTHORIZED',
    message: MESSAGE,
  })),
  {
    name: 'the key stands in the address',
    request: raw(
      'GET /api/v1/websites?x-api-key={{api}}&api_key={{api}} HTTP/1.1\r\nHost: x\r\n\r\n',
    ),
    code: 'UNAUTHORIZED',
    message: MESSAGE,
  },
  ...[
    ['no colon', 'Basic YXBpX3g='],
    ['a key for a user name', 'Basic {{api}}:'],
    ['no Base64', 'Basic ****'],
    ['nothing', 'Basic'],
    ['nothing', 'Bearer'],
    ['a token of another service', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
    ['the word three times', 'Bearer Bearer Bearer {{api}}'],
    ['many spaces', `Bearer ${' '.repeat(12_000)}`],
    ['many words', 'Bearer '.repeat(1_500)],
    ['two keys', 'Bearer {{api}} {{api}}'],
    ['a comma', 'Bearer {{api}},'],
    ['another scheme', 'Digest username="{{api}}"'],
  ].map(([name, value]): Row => ({
    name: `Authorization has ${name}: ${value?.slice(0, 40)}`,
    request: raw(`GET /api/v1/websites HTTP/1.1\r\nHost: x\r\nAuthorization: ${value}\r\n\r\n`),
    code: 'UNAUTHORIZED',
    message: MESSAGE,
  })),
  ...[
    [
      'in two forms of Authorization',
      'Authorization: Bearer {{api}}\r\nAuthorization: Bearer {{bot}}',
    ],
    ['in two headers', 'x-api-key: {{api}}\r\nX-Amz-Firehose-Access-Key: {{bot}}'],
    ['in two headers of one name', 'x-api-key: {{api}}\r\nx-api-key: {{bot}}'],
    ['in one header', 'x-api-key: {{api}}, {{bot}}'],
    ['in x-api-key and Authorization', 'Authorization: Bearer {{bot}}\r\nx-api-key: {{api}}'],
  ].map(([name, headers]): Row => ({
    name: `different keys ${name}`,
    request: raw(`GET /api/v1/websites HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`),
    code: 'UNAUTHORIZED',
    message: /^This request carries different keys; send only one of them$/,
  })),
  {
    name: 'the same key twice in Authorization',
    request: raw(
      'GET /api/v1/websites HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {{api}}\r\nAuthorization: Bearer {{api}}\r\n\r\n',
    ),
  },
  ...['?key={{api}}', '?k%65y={{api}}', '?a&key={{api}}&b', '#key={{api}}', '?key=&key&=key'].map(
    (query): Row => ({
      name: `an address that ends in ${query} where no key may stand`,
      request: raw(`GET /api/v1/websites${query} HTTP/1.1\r\nHost: x\r\n\r\n`),
      code: 'UNAUTHORIZED',
      message: MESSAGE,
    }),
  ),
  {
    name: 'a parameter named key beside a right key',
    request: get('/api/v1/websites?key=secret&limit=1'),
  },
  {
    name: 'the key stands in the body',
    request: post(`{"x-api-key":"x"}`, {}, ''),
    code: 'UNAUTHORIZED',
    message: MESSAGE,
  },
  ...['internal', '1', 'admin'].map((value): Row => ({
    name: `headers that other services trust say ${value}`,
    request: raw(
      [
        'x-forwarded-user',
        'x-authenticated-user',
        'x-remote-user',
        'x-account-id',
        'x-original-url',
      ]
        .map((name) => `${name}: ${value}\r\n`)
        .join('')
        .replace(/^/, 'GET /api/v1/websites HTTP/1.1\r\nHost: x\r\n') + '\r\n',
    ),
    code: 'UNAUTHORIZED',
    message: MESSAGE,
  })),
  {
    name: 'a Bot Tracking Key reads reports',
    request: get('/api/v1/websites/{{id}}/summary', { 'x-api-key': '{{bot}}' }),
    code: 'FORBIDDEN',
    message: /API Key/,
  },
  {
    name: 'an API Key sends logs',
    request: post(BODY, {}, '{{api}}'),
    code: 'FORBIDDEN',
    message: /Bot Tracking Key/,
  },
  {
    name: 'an API Key sends what is no JSON: the kind of key comes first',
    request: post('{', {}, '{{api}}'),
    code: 'FORBIDDEN',
  },
  {
    name: 'white space around a key is not part of it',
    request: get('/api/v1/websites', { 'x-api-key': ' \t{{api}}\t ' }),
  },
];

import type { ApiErrorCode } from '@app/contracts';
import { get, type Headers, raw, type Row } from '../row.js';

/** A request with a JSON body, by an API Key. */
export function send(method: string, target: string, body: string, headers: Headers = {}) {
  const all = {
    Host: 'api.test',
    'x-api-key': '{{api}}',
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(body)}`,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return raw(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, Buffer.from(body));
}

const WRITES = [
  ['POST', '/api/v1/websites'],
  ['PATCH', '/api/v1/websites/{{id}}'],
  ['POST', '/api/v1/websites/{{id}}/keys'],
  ['POST', '/api/v1/keys'],
  ['POST', '/api/v1/websites/{{id}}/shares'],
  ['POST', '/api/v1/websites/{{id}}/alerts'],
  ['POST', '/api/v1/webhooks'],
  ['PUT', '/api/v1/websites/{{id}}/robots'],
] as const;

/** Those whose bodies may be longer. */
const LONG_WRITES = [['PUT', '/api/v1/websites/{{id}}/sitemap']] as const;

const NO_OBJECTS: [body: string, code: ApiErrorCode][] = [
  ['{', 'INVALID_JSON'],
  ['{"domain":"a.test"', 'INVALID_JSON'],
  [`${'['.repeat(20_000)}`, 'INVALID_JSON'],
  [`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'INVALID_JSON'],
  ['\u0000', 'INVALID_JSON'],
  ['null', 'VALIDATION_ERROR'],
  ['[]', 'VALIDATION_ERROR'],
  ['"shop.example"', 'VALIDATION_ERROR'],
  ['1e400', 'VALIDATION_ERROR'],
  ['{"__proto__":{"domain":"a.test"},"x":1}', 'VALIDATION_ERROR'],
  ['{"domain":"a.test","account_id":2}', 'VALIDATION_ERROR'],
  ['{"name":"x","account_id":2}', 'VALIDATION_ERROR'],
];

const BODIES: Row[] = [...WRITES, ...LONG_WRITES].flatMap(([method, target]) =>
  NO_OBJECTS.map(([body, code]): Row => ({
    name: `${method} ${target} ${body.slice(0, 30)}`,
    request: send(method, target, body),
    code,
  })),
);

/** Routes whose bodies may be longer than those of others, in KiB. */
const LONGER: Readonly<Record<string, number>> = { '/api/v1/websites/{{id}}/robots': 4 * 1_024 };

const TOO_LONG: Row[] = WRITES.map(([method, target]) => {
  const kib = LONGER[target] ?? 64;
  return {
    name: `${method} ${target} with a body over ${kib} KiB`,
    request: send(method, target, JSON.stringify({ name: 'a'.repeat(kib * 1_024) })),
    code: 'PAYLOAD_TOO_LARGE',
  };
});

const DOMAINS: Row[] = [
  '',
  ' ',
  '.',
  'a..b',
  '-a.test',
  'http://a.test',
  'a.test/',
  'a.test:80',
  '*.a.test',
  '192.0.2.1',
  '[2001:db8::1]',
  'a b.test',
  'a\u0000.test',
  "a';DROP TABLE websites;--",
  '<script>.test',
  `${'a'.repeat(64)}.test`,
  `${'a.'.repeat(127)}test`,
  'a'.repeat(60_000),
].flatMap((domain) =>
  (
    [
      ['POST', '/api/v1/websites'],
      ['PATCH', '/api/v1/websites/{{id}}'],
    ] as const
  ).map(([method, target]): Row => ({
    name: `${method} a website with the domain ${JSON.stringify(domain).slice(0, 40)} (${domain.length})`,
    request: send(method, target, JSON.stringify({ domain })),
    code: 'VALIDATION_ERROR',
  })),
);

const KEYS: Row[] = [
  { name: 1 },
  { name: '' },
  { name: 'a'.repeat(10_000) },
  { name: 'x', scope: 'admin' },
  { name: 'x', scope: ['full'] },
  { name: 'x', expires_at: 'tomorrow' },
  { name: 'x', expires_at: '2000-01-01T00:00:00Z' },
  { name: 'x', expires_at: '2023-02-29T00:00:00Z' },
  { name: 'x', expires_at: 1e20 },
  { name: 'x', kind: 'bot' },
].map((body): Row => ({
  name: `POST a key of ${JSON.stringify(body).slice(0, 60)}`,
  request: send('POST', '/api/v1/keys', JSON.stringify(body)),
  code: 'VALIDATION_ERROR',
}));

const ROTATIONS: Row[] = [-1, 1.5, '60', 1e9, true].map((overlap): Row => ({
  name: `rotate with an overlap of ${JSON.stringify(overlap)}`,
  request: send('POST', '/api/v1/keys/key_0/rotate', JSON.stringify({ overlap_seconds: overlap })),
  code: 'VALIDATION_ERROR',
}));

const IDS: Row[] = ['key_0', 'ws_0', '0', '%00', "'%20OR%201=1", 'a'.repeat(1_024)].flatMap(
  (id) => [
    {
      name: `revoke the key ${id.slice(0, 20)}`,
      request: get(`/api/v1/keys/${id}`, {}, 'DELETE'),
      code: 'NOT_FOUND' as const,
    },
    {
      name: `delete the website ${id.slice(0, 20)}`,
      request: get(`/api/v1/websites/${id}`, {}, 'DELETE'),
      code: 'NOT_FOUND' as const,
    },
  ],
);

const LISTS: Row[] = ['/api/v1/websites', '/api/v1/keys', '/api/v1/websites/{{id}}/keys'].flatMap(
  (target) =>
    [
      'limit=0',
      'limit=1001',
      'limit=x',
      'limit=1&limit=2',
      'cursor=',
      'cursor=%00',
      'cursor[]=a',
      'format=csv&limit=0',
      'format=csv&cursor=%0d%0aLink:x',
    ].map((query): Row => ({
      name: `${target}?${query}`,
      request: get(`${target}?${query}`),
      code: 'VALIDATION_ERROR',
    })),
);

const FORMATS: Row[] = [
  '/api/v1/websites',
  '/api/v1/bots',
  '/api/v1/keys',
  '/api/v1/websites/{{id}}/keys',
].flatMap((target) =>
  [
    'format=',
    'format=xml',
    'format=CSV',
    'format=csv%00',
    'format=csv,json',
    'format=csv&format=csv',
    'format[]=csv',
    'format=__proto__',
  ].map((query): Row => ({
    name: `${target}?${query}`,
    request: get(`${target}?${query}`),
    code: 'VALIDATION_ERROR',
    message: /^format must be /,
  })),
);

const OTHER_TYPE: Row[] = WRITES.map(([method, target]): Row => ({
  name: `${method} ${target} as text`,
  request: send(method, target, '{}', { 'content-type': 'text/plain' }),
  code: 'UNSUPPORTED_MEDIA_TYPE',
}));

export const ACCOUNT: Row[] = [
  ...BODIES,
  ...TOO_LONG,
  ...DOMAINS,
  ...KEYS,
  ...ROTATIONS,
  ...IDS,
  ...LISTS,
  ...FORMATS,
  ...OTHER_TYPE,
];

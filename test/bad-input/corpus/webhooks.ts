import { get, type Row } from '../row.js';
import { send } from './account.js';

const NAME = 'w';
const PUBLIC = 'https://hooks.test/';

/** Whatever is wrong is found before anybody is asked for the addresses of a name. */
const BODIES: Row[] = [
  {},
  { name: NAME },
  { url: PUBLIC },
  { name: '', url: PUBLIC },
  { name: 'a\u0000', url: PUBLIC },
  { name: '\ud800', url: PUBLIC },
  { name: NAME, url: null },
  { name: NAME, url: [PUBLIC] },
  { name: NAME, url: { href: PUBLIC } },
  { name: NAME, url: PUBLIC, id: 'wh_1' },
  { name: NAME, url: PUBLIC, account_id: 2 },
  { name: NAME, url: PUBLIC, secret: 'whsec_AAAA' },
  { name: NAME, url: PUBLIC, disabled_at: null },
  { name: NAME, url: PUBLIC, kinds: [] },
  { name: NAME, url: PUBLIC, kinds: 'errors' },
  { name: NAME, url: PUBLIC, kinds: ['errors', 'errors'] },
  { name: NAME, url: PUBLIC, kinds: ['__proto__'] },
  { name: NAME, url: PUBLIC, kinds: Array.from({ length: 5_000 }, () => 'errors') },
].map((body, place): Row => ({
  name: `POST a webhook, ${place}: ${JSON.stringify(body).slice(0, 60)}`,
  request: send('POST', '/api/v1/webhooks', JSON.stringify(body)),
  code: 'VALIDATION_ERROR',
}));

const URLS: Row[] = [
  ...['', 'hooks.test', '//hooks.test/', 'ftp://hooks.test/', 'file:///etc/passwd', 'javascript:1'],
  ...['https://', 'https://hooks.test/\u0000', 'https://hooks.te\nst/', 'https://hooks.test:0x50/'],
  ...[
    'https://a b.test/',
    'https://hooks.test\\@127.0.0.1/',
    `https://hooks.test/${'a'.repeat(3_000)}`,
  ],
  ...['http://hooks.test/', 'https://user:password@hooks.test/', 'https://hooks.test/#a'],
  ...['https://127.0.0.1/', 'https://127.1/', 'https://0x7f000001/', 'https://017700000001/'],
  ...['https://2130706433/', 'https://0/', 'https://localhost/', 'https://a.localhost./'],
  ...['https://10.0.0.1/', 'https://192.168.0.1/', 'https://172.16.0.1/', 'https://100.64.0.1/'],
  ...['https://169.254.169.254/latest/meta-data/', 'https://168.63.129.16/', 'https://224.0.0.1/'],
  ...['https://[::1]/', 'https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/'],
  ...['https://[fe80::1]/', 'https://[fd00:ec2::254]/', 'https://[64:ff9b::7f00:1]/'],
  ...['https://[2002:7f00:1::]/', 'https://[fe80::1%25eth0]/'],
].map((url): Row => ({
  name: `POST a webhook at ${url.slice(0, 60)}`,
  request: send('POST', '/api/v1/webhooks', JSON.stringify({ name: NAME, url })),
  code: 'VALIDATION_ERROR',
  message: /^url must /,
}));

const IDS: Row[] = [
  'wh_0',
  'wh_%00',
  'WH_0',
  'ws_0',
  '0',
  '..%2f',
  "'%20OR%201=1",
  'a'.repeat(1_024),
].flatMap((id) =>
  [
    { request: get(`/api/v1/webhooks/${id}`) },
    { request: get(`/api/v1/webhooks/${id}`, {}, 'DELETE') },
    { request: send('PATCH', `/api/v1/webhooks/${id}`, '{"name":"a"}') },
    { request: send('POST', `/api/v1/webhooks/${id}/rotate`, '{}') },
    { request: send('POST', `/api/v1/webhooks/${id}/enable`, '') },
    { request: send('POST', `/api/v1/webhooks/${id}/disable`, '') },
    { request: send('POST', `/api/v1/webhooks/${id}/test`, '') },
    { request: get(`/api/v1/webhooks/${id}/deliveries`) },
    { request: send('POST', `/api/v1/deliveries/${id.replace('wh', 'dl')}/replay`, '') },
  ].map((row, place): Row => ({
    name: `route ${place} of webhooks with the id ${id.slice(0, 20)}`,
    ...row,
    code: 'NOT_FOUND',
    message: /^There is no such (?:webhook|delivery) in this account$/,
  })),
);

const QUERIES: Row[] = [
  'state=',
  'state=lost',
  'state[]=failed',
  'state=failed&state=waiting',
  'cursor=dl_%00',
  'cursor=1',
  'limit=1001',
  'sort=status',
].map((query): Row => ({
  name: `deliveries with ?${query}`,
  request: get(`/api/v1/webhooks/wh_0/deliveries?${query}`),
  code: 'VALIDATION_ERROR',
}));

const CHANGES: Row[] = [
  ...['{}', '[]', 'null', '{"name":null}', '{"url":null}', '{"kinds":[]}', '{"enabled":false}'].map(
    (body): Row => ({
      name: `PATCH a webhook by ${body}`,
      request: send('PATCH', '/api/v1/webhooks/wh_0', body),
      code: 'VALIDATION_ERROR',
    }),
  ),
  ...[
    '{"overlap_seconds":-1}',
    '{"overlap_seconds":604801}',
    '{"overlap_seconds":"1"}',
    '{"secret":"a"}',
  ].map((body): Row => ({
    name: `rotate the secret of a webhook by ${body}`,
    request: send('POST', '/api/v1/webhooks/wh_0/rotate', body),
    code: 'VALIDATION_ERROR',
  })),
];

/** Webhooks and their deliveries. */
export const WEBHOOK_ROWS: Row[] = [...BODIES, ...URLS, ...IDS, ...QUERIES, ...CHANGES];

import { badHttp, entry, type Expected, get, post, raw, type Row } from '../row.js';

const BODY = JSON.stringify([entry()]);
const LENGTH = BODY.length;
const ONE: Expected = { processed: 1 };

const TARGETS: Row[] = [
  ...[
    '/%',
    '/%z',
    '/%zz',
    '/%ff',
    '/%c0%af',
    '/api/v1/websites/%/summary',
    '/api/v1/websites/%E0%A4%A/summary',
    '/api/v1/%6',
    '/api/v1/logs/%ff',
  ].map((target): Row => ({
    name: `bad escapes: ${target}`,
    request: get(target),
    code: 'VALIDATION_ERROR',
    message: /^The path is not a valid URL path$/,
  })),
  ...[
    '//',
    '///api/v1/websites',
    '/../../etc/passwd',
    '/./api/v1/websites',
    '/api/v1/websites/../websites',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/api/v1/websites%2F',
    '/api/v1/websites%00',
    '/%00',
    '/api/v1/websites;a=b',
    '/api/v1/websites//',
    '/api//v1/websites',
    '/API/v1/websites',
    '/api/v1\\websites',
    '/api/v1/websites%20',
    '/api%2Fv1%2Fwebsites',
    '/api/v1/logs',
    '/api/v1/logs/custom/x',
    '/.env',
    '/.git/config',
    '/actuator/env',
    '/wp-login.php',
    '/cgi-bin/x',
    '/debug/pprof',
    '/server-status',
    '/graphql',
    '/admin',
    '/api/v1/accounts',
    '/api/v1/key',
    '/api/v1/websites/{{id}}/nothing',
    '/api/v2/websites',
    '/__proto__',
    '/constructor',
    '/toString',
    '/<script>alert(1)</script>',
    "/'%20OR%201=1",
    '/${jndi:ldap://x}',
    `/${'a'.repeat(10_000)}`,
    `/${'a/'.repeat(5_000)}`,
    '/?',
    '/*',
    '*',
    'http://evil.test/',
    'http://x/nothing',
  ].map((target): Row => ({
    name: `no such route: ${target}`.slice(0, 70),
    request: get(target),
    code: 'NOT_FOUND',
    message: /^There is no such (route; see \/docs|website)/,
  })),
  ...[
    'http://evil.test/api/v1/websites',
    'HTTPS://evil.test:1/api/v1/websites?x',
    'http://user:pw@evil.test/api/v1/websites',
    '/api/v1/website%73',
    '/%61pi/v1/websites',
  ].map((target): Row => ({ name: `the same route: ${target}`, request: get(target) })),
  ...['x', 'api/v1/websites', '?x', '#', 'evil.test:80', '/a b', '/\x01', '/\x7f\x00'].map(
    (target): Row => ({
      name: `no target: ${JSON.stringify(target)}`,
      request: get(target),
      code: 'VALIDATION_ERROR',
    }),
  ),
  {
    name: 'an id of more than 1024 characters',
    request: get(`/api/v1/websites/${'a'.repeat(1_025)}/summary`),
    code: 'URI_TOO_LONG',
    message: /^The path is too long$/,
  },
  {
    name: 'a URL of 20,000 characters',
    request: get(`/${'a'.repeat(20_000)}`),
    code: 'HEADERS_TOO_LARGE',
    message: /^The headers are too large$/,
  },
  {
    name: 'a query of 20,000 characters',
    request: get(`/healthz?${'a'.repeat(20_000)}`),
    code: 'HEADERS_TOO_LARGE',
    message: /^The headers are too large$/,
  },
];

const METHODS: Row[] = [
  ...[
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'MKCOL',
    'LOCK',
    'SEARCH',
    'PURGE',
    'REPORT',
    'QUERY',
  ].map((method): Row => ({
    name: `${method} of a report`,
    request: get('/api/v1/websites/{{id}}/summary', {}, method),
    code: 'METHOD_NOT_ALLOWED',
    message: /^This route takes GET, HEAD$/,
  })),
  {
    name: 'a report with a slash at its end',
    request: get('/api/v1/websites/{{id}}/summary/?period=today'),
  },
  {
    name: 'logs with a slash at their end, with a wrong method',
    request: get('/api/v1/logs/custom/'),
    code: 'METHOD_NOT_ALLOWED',
    message: /^This route takes POST$/,
  },
  {
    name: 'a route with a slash at its end, without a key',
    request: get('/api/v1/websites/', { 'x-api-key': '' }),
    code: 'UNAUTHORIZED',
  },
  {
    name: 'a report with two slashes at its end',
    request: get('/api/v1/websites/{{id}}/summary//'),
    code: 'NOT_FOUND',
  },
  ...['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'].map((method): Row => ({
    name: `${method} of logs`,
    request: get('/api/v1/logs/custom', {}, method),
    code: 'METHOD_NOT_ALLOWED',
    bodiless: method === 'HEAD',
  })),
  ...['get', 'Get', 'FOO', 'GET\t', '', 'GETGET', '\x16\x03\x01', 'PRI'].map((method): Row =>
    badHttp(
      `the method ${JSON.stringify(method)}`,
      `${method} /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
    ),
  ),
  {
    name: 'a method in a header changes nothing',
    request: get('/api/v1/websites', {
      'x-http-method-override': 'DELETE',
      'x-method-override': 'PUT',
    }),
  },
];

const PROTOCOL: Row[] = [
  { name: 'HTTP/1.0 without Host', request: raw('GET /healthz HTTP/1.0\r\n\r\n') },
  {
    name: 'HTTP/1.0 that keeps the connection',
    request: raw('GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'),
  },
  {
    name: 'HTTP/1.0 sends logs',
    request: raw(
      `POST /api/v1/logs/custom HTTP/1.0\r\nx-api-key: {{bot}}\r\ncontent-length: ${LENGTH}\r\n\r\n${BODY}`,
    ),
    ...ONE,
  },
  {
    name: 'HTTP/1.1 without Host',
    request: raw('GET /healthz HTTP/1.1\r\n\r\n'),
    code: 'VALIDATION_ERROR',
    message: /^The request has no Host header$/,
  },
  ...[
    'HTTP/0.9',
    'HTTP/1.2',
    'HTTP/2.0',
    'HTTP/9.9',
    'HTTP/1',
    'HTTP/11',
    'http/1.1',
    'HTTPS/1.1',
    'ICY',
    'HTTP/1.1x',
  ].map((version): Row =>
    badHttp(`the version ${version}`, `GET /healthz ${version}\r\nHost: x\r\n\r\n`),
  ),
  badHttp('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  badHttp('a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  badHttp('a line of SMTP', 'EHLO x\r\n'),
  badHttp('a Redis command', '*1\r\n$4\r\nPING\r\n'),
  badHttp('NUL bytes', '\0\0\0\0\r\n\r\n'),
  badHttp('a proxy line', 'PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\nGET / HTTP/1.1\r\n\r\n'),
  badHttp('a header without a colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhello\r\n\r\n'),
  badHttp('a header without a name', 'GET /healthz HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n'),
  badHttp('a space in the name of a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\na b: c\r\n\r\n'),
  badHttp('NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\na: b\0c\r\n\r\n'),
  badHttp('a lone CR in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\na: b\rc: d\r\n\r\n'),
  {
    name: 'a web socket',
    request: get('/healthz', {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'x',
      'sec-websocket-version': '13',
    }),
  },
  {
    name: 'HTTP/2 over plain text',
    request: get('/healthz', {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABk',
    }),
  },
  ...[
    '',
    ' ',
    'evil.test',
    'a b',
    'x:99999',
    '[::1',
    "'; DROP TABLE",
    '\xff',
    'a'.repeat(5_000),
  ].map((host): Row => ({
    name: `the Host ${JSON.stringify(host)}`.slice(0, 60),
    request: get('/healthz', { Host: host }),
  })),
  ...[
    'evil.test',
    'a b',
    'x:99999',
    'x:999999',
    '[::1',
    "'; DROP TABLE",
    '\xff',
    '2130706433',
  ].flatMap((host) =>
    ['/docs', '/openapi.json', '/metrics', '/api/v1/session'].map((path): Row => ({
      name: `${path} under the Host ${JSON.stringify(host)}`,
      request: get(path, { Host: host }),
      code: 'MISDIRECTED_REQUEST',
      message: /^This service does not know (?:this name|the name [\w.-]+): open it at http/,
    })),
  ),
  {
    name: 'a report under the Host of somebody else, with a key',
    request: get('/api/v1/websites', { Host: 'evil.test' }),
  },
  {
    name: 'a report under the Host of somebody else, with a cookie of nobody',
    request: raw(
      `GET /api/v1/websites HTTP/1.1\r\nHost: evil.test\r\ncookie: botgauge=${'A'.repeat(43)}\r\n\r\n`,
    ),
    code: 'UNAUTHORIZED',
  },
  ...[
    '127.0.0.1',
    "'; DROP TABLE",
    '::1%eth0',
    '<script>',
    'a'.repeat(2_000),
    '1,'.repeat(1_000),
    '',
  ].map((value): Row => ({
    name: `forwarded for ${value}`.slice(0, 60),
    request: get('/healthz', {
      'x-forwarded-for': value,
      forwarded: `for=${value}`,
      'x-real-ip': value,
      'x-forwarded-host': value,
      'x-forwarded-proto': value,
    }),
  })),
  ...['*/*', 'text/html', 'application/xml', 'application/json;q=0', '\xff', ''].map(
    (value): Row => ({
      name: `accepts ${JSON.stringify(value)}`,
      request: get('/api/v1/websites', {
        accept: value,
        'accept-encoding': value,
        'accept-language': value,
        'accept-charset': value,
      }),
    }),
  ),
  {
    name: 'ranges and conditions',
    request: get('/api/v1/websites', {
      range: 'bytes=0-0,-1',
      'if-none-match': '"x", , W/"',
      'if-modified-since': 'Fri, 31 Dec 9999 23:59:59 GMT',
      'if-match': '"x"',
    }),
  },
  ...['100-continue', '100-CONTINUE', 'miracles', '200-ok', ''].map((expect): Row => ({
    name: `expects ${JSON.stringify(expect)}`,
    request: post(BODY, { expect }),
    ...ONE,
  })),
  {
    name: 'expects 100-continue without a key',
    request: post(BODY, { expect: '100-continue' }, 'x'),
    code: 'UNAUTHORIZED',
  },
  {
    name: 'expects 100-continue for 11 MiB',
    request: post('', { expect: '100-continue', 'content-length': '11534336' }),
    code: 'PAYLOAD_TOO_LARGE',
  },
  {
    name: '1,500 headers',
    request: raw(
      `GET /healthz HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 1_500 }, (_, i) => `a${i}: b\r\n`).join('')}\r\n`,
    ),
  },
  {
    name: 'a flood of headers',
    request: raw(`GET /healthz HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(10_000)}\r\n`),
    code: 'HEADERS_TOO_LARGE',
  },
  {
    name: 'a header of 20 KB',
    request: get('/healthz', { a: 'x'.repeat(20_000) }),
    code: 'HEADERS_TOO_LARGE',
  },
  {
    name: 'the name of a header of 20 KB',
    request: get('/healthz', { ['x'.repeat(20_000)]: 'a' }),
    code: 'HEADERS_TOO_LARGE',
  },
  {
    name: 'a cookie of 20 KB',
    request: get('/healthz', { cookie: 'x'.repeat(20_000) }),
    code: 'HEADERS_TOO_LARGE',
  },
  {
    name: 'a cookie of a proxy',
    request: get('/api/v1/websites', { cookie: '__proto__=1; session=admin' }),
  },
  ...[
    'a\tb',
    '<script>',
    '\xff\xfe',
    'x'.repeat(129),
    '${jndi:ldap://x}',
    '%0d%0aSet-Cookie:x',
  ].map((id): Row => ({
    name: `the request id ${JSON.stringify(id)} is not kept`.slice(0, 60),
    request: get('/api/v1/websites', { 'x-request-id': id }),
  })),
  {
    name: 'a GET with a body',
    request: raw(
      'GET /api/v1/websites HTTP/1.1\r\nHost: x\r\nx-api-key: {{api}}\r\ncontent-length: 2\r\n\r\n{}',
    ),
  },
  {
    name: 'a GET with chunks',
    request: raw(
      'GET /api/v1/websites HTTP/1.1\r\nHost: x\r\nx-api-key: {{api}}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ),
  },
];

const DOCUMENTATION: Row[] = [
  ...[
    '/docs/nothing.js',
    '/docs/..',
    '/docs/../openapi.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/%00',
    '/docs//etc/passwd',
    '/docs/.env',
    '/docs/index.html%00.js',
    '/docs/....//',
    '/docs/..\\..\\package.json',
    '/openapi.json/x',
  ].map((target): Row => ({
    name: `no page: ${target}`,
    request: get(target),
    code: 'NOT_FOUND',
    message: /^There is no such route; see \/docs$/,
  })),
  ...['/docs/%', '/docs/%ff', '/docs/%c0%af'].map((target): Row => ({
    name: `bad escapes: ${target}`,
    request: get(target),
    code: 'VALIDATION_ERROR',
  })),
];

export const TRANSPORT: Row[] = [...TARGETS, ...METHODS, ...PROTOCOL, ...DOCUMENTATION];

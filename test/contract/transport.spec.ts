import { API_ERRORS } from '@app/contracts';
import { aLogEntryInput } from '@app/testing';
import {
  type Answer,
  expectError,
  expectNoRateLimit,
  get,
  ingest,
  rateLimitOf,
  request,
  sendRaw,
} from '../support/http.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  // The page answers at `/`, and this suite is about the API.
  system = await startSystem({ worker: false, env: { DASHBOARD: 'false' } });
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  request(system.base + path, { method, headers: { 'x-api-key': tenant.apiKey, ...headers } });

describe('404 NOT_FOUND', () => {
  it.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/websites',
    '/v1/websites',
    '/api/v1/Websites',
    '/API/V1/websites',
    '/api/v1//websites',
    '/api/v1/websites/ws_1//',
    '/api/v1/websites/ws_1/nothing',
    '/api/v1/websites/ws_1/summary//',
    '/api/v1/websites/ws_1/summary/x',
    '/api/pixel',
    '/api/v1/logs',
    '/api/v1/logs/custom//',
    '/api/v1/logs/other',
    '/api/v1/websites;x=1',
    '/.env',
    '/favicon.ico',
    '/admin',
    '/healthz//',
    `/${'a'.repeat(8_000)}`,
  ])('for any method, with or without a key: %s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
      const answer = await send(method, path);
      expectError(answer, 'NOT_FOUND', 'There is no such route; see /docs');
      expectNoRateLimit(answer);
      expect(answer.headers.get('allow')).toBeNull();
    }
    expectError(await request(system.base + path), 'NOT_FOUND');
  });
});

describe('A slash at the end', () => {
  it('is the same route', async () => {
    expect((await send('GET', '/healthz/')).body).toEqual((await send('GET', '/healthz')).body);
    expectError(await get(system.base, '/websites/'), 'UNAUTHORIZED');
    const { apiKey, botKey, website } = await system.createTenant();
    const path = `/websites/${website.public_id}/summary`;
    const answers = [
      await get(system.base, path, apiKey),
      await get(system.base, `${path}/`, apiKey),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expectError(await get(system.base, `${path}/`, botKey), 'FORBIDDEN');
  });

  it.each(['websites', 'keys'])('stands for no id: %s', async (name) => {
    for (const method of ['DELETE', 'PUT', 'PATCH']) {
      const answer = await send(method, `/api/v1/${name}/`);
      expectError(answer, 'METHOD_NOT_ALLOWED', 'This route takes GET, HEAD, POST');
    }
    expectError(await send('POST', `/api/v1/${name}//rotate`), 'NOT_FOUND');
  });
});

describe('HEAD', () => {
  it.each(['/api/v1/websites', '/api/v1/account', '/healthz', '/readyz', '/metrics'])(
    '%s answers like GET, without the body',
    async (path) => {
      const [head, full] = [
        await send('HEAD', path),
        await fetch(system.base + path, {
          headers: { 'x-api-key': tenant.apiKey },
        }),
      ];
      await full.text();
      expect(head.status).toBe(200);
      expect(head.body).toBe('');
      expect(head.headers.get('content-type')).toBe(full.headers.get('content-type'));
      expect(head.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it.each([
    ['/api/v1/websites/ws_1/summary', 404],
    ['/api/v1/nothing', 404],
    ['/api/v1/logs/custom', 405],
  ])('%s is %i', async (path, status) => {
    const head = await send('HEAD', path);
    expect([head.status, head.body]).toEqual([status, '']);
    expect(head.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('X-Request-Id', () => {
  it('is new for every request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () =>
        (await get(system.base, '/websites', tenant.apiKey)).headers.get('x-request-id'),
      ),
    );
    expect(new Set(ids).size).toBe(20);
  });

  it.each(['abc', 'A-b_c.9', 'x'.repeat(128)])('of the caller is kept: %s', async (id) => {
    for (const path of ['/api/v1/websites', '/nope', '/healthz']) {
      const { headers } = await send('GET', path, { 'x-request-id': id });
      expect(headers.get('x-request-id')).toBe(id);
    }
  });

  it.each(['', 'a b', 'x'.repeat(129), '<script>', 'a,b', 'é'])(
    'of the caller is not kept when it could harm a log: %j',
    async (id) => {
      const { headers } = await send('GET', '/api/v1/websites', { 'x-request-id': id });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('Odd addresses', () => {
  const raw = (target: string, extra = '') =>
    sendRaw(
      system.base,
      `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${tenant.apiKey}\r\nConnection: close\r\n${extra}\r\n`,
    );

  it.each(['/%', '/%zz', '/api/v1/websites/%/summary', '/api/v1/websites/%ff/summary', '/%c0%af'])(
    '%s is 400',
    async (target) => {
      expectError(await raw(target), 'VALIDATION_ERROR', 'The path is not a valid URL path');
    },
  );

  it.each([
    '//',
    '/../../etc/passwd',
    '/api/v1/websites/../websites',
    '/%2e%2e/%2e%2e',
    '/?a=%',
    '/\\',
  ])('%s is 404', async (target) => {
    expectError(await raw(target), 'NOT_FOUND');
  });

  it.each(['?period=%', '?period=%zz', '?%=1', '?period=today&%ff=%ff', '?&&=&', '?'])(
    'a malformed query is 200 or 400, never 500: %s',
    async (query) => {
      const answer = await raw(`/api/v1/websites/${tenant.website.public_id}/summary${query}`);
      expect([200, 400]).toContain(answer.status);
      expect(answer.headers.get('x-request-id')).not.toBeNull();
    },
  );

  it('an id of more than 1024 characters is 414', async () => {
    const answer = await raw(`/api/v1/websites/${'a'.repeat(1025)}/summary`);
    expectError(answer, 'URI_TOO_LONG', 'The path is too long');
  });

  it('an absolute URL is read as its path', async () => {
    expect((await raw('http://example.com/api/v1/websites')).status).toBe(200);
  });

  it('a fragment never arrives as one', async () => {
    expect((await raw('/api/v1/websites#x')).status).toBeLessThan(500);
  });
});

describe('What Node refuses by itself gets the envelope and a request id', () => {
  const expectClosed = (answer: Answer) => {
    expect(answer.headers.get('connection')?.trim()).toBe('close');
    expectNoRateLimit(answer);
  };

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001'],
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a wrong version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
    ['a control character', 'GET / HTTP/1.1\r\nHost: x\r\na: \u0001\r\n\r\n'],
    ['a length that is none', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('400: %s', async (_, text) => {
    const answer = await sendRaw(system.base, text);
    expectError(answer, 'VALIDATION_ERROR', 'The request is not valid HTTP');
    expectClosed(answer);
  });

  it('400: no Host', async () => {
    const answer = await sendRaw(system.base, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    expectError(answer, 'VALIDATION_ERROR', 'The request has no Host header');
  });

  it('400: malformed chunks', async () => {
    const answer = await sendRaw(
      system.base,
      `POST /api/v1/logs/custom HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${tenant.botKey}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    );
    expectError(answer, 'VALIDATION_ERROR');
  });

  it.each([
    ['a header', `a: ${'x'.repeat(20_000)}`],
    [
      'many headers',
      Array.from({ length: 1_000 }, (_, i) => `a${i}: ${'x'.repeat(20)}`).join('\r\n'),
    ],
    ['a cookie', `Cookie: ${'x'.repeat(40_000)}`],
  ])('431: %s too large', async (_, header) => {
    const answer = await sendRaw(
      system.base,
      `GET /healthz HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`,
    );
    expectError(answer, 'HEADERS_TOO_LARGE', 'The headers are too large');
    expectClosed(answer);
  });

  it('431: a URL that is too long', async () => {
    const answer = await sendRaw(
      system.base,
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expectError(answer, 'HEADERS_TOO_LARGE');
  });

  it('an unknown Expect header does not stop a request', async () => {
    const answer = await sendRaw(
      system.base,
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
    );
    expect(answer.status).toBe(200);
    expect(answer.body.success).toBe(true);
  });

  it('HTTP/1.0 works without Host', async () => {
    const answer = await sendRaw(system.base, 'GET /healthz HTTP/1.0\r\n\r\n');
    expect(answer.status).toBe(200);
  });
});

describe('The order of checks', () => {
  const post = (key: string | undefined, body: unknown, headers?: Record<string, string>) =>
    ingest(system.base, key, body, headers);
  const text = { 'content-type': 'text/plain' };

  it('route, then method, then key', async () => {
    expectError(await get(system.base, '/nope', 'api_wrong'), 'NOT_FOUND');
    expectError(await get(system.base, '/logs/custom', 'api_wrong'), 'METHOD_NOT_ALLOWED');
  });

  it('key, then kind of key, then content type, so that a stranger cannot make the service parse', async () => {
    const large = 'x'.repeat(11 * 1024 * 1024);
    for (const [body, headers] of [
      ['x', text],
      ['{', {}],
      [large, {}],
    ] as const) {
      const stranger = await post('bot_wrong', body, headers);
      expectError(stranger, 'UNAUTHORIZED');
      expectNoRateLimit(stranger);
      const wrongKind = await post(tenant.apiKey, body, headers);
      expectError(wrongKind, 'FORBIDDEN');
      rateLimitOf(wrongKind);
    }
  });

  it('content type, then encoding, then length, then parsing, then validation', async () => {
    const large = 'x'.repeat(11 * 1024 * 1024);
    expectError(await post(tenant.botKey, large, text), 'UNSUPPORTED_MEDIA_TYPE');
    const encoded = { 'content-encoding': 'br' };
    expectError(await post(tenant.botKey, large, encoded), 'UNSUPPORTED_MEDIA_TYPE');
    expectError(await post(tenant.botKey, large), 'PAYLOAD_TOO_LARGE');
    expectError(await post(tenant.botKey, `${'[1,'.repeat(2_000)}`), 'INVALID_JSON');
    expectError(await post(tenant.botKey, Array(1001).fill(1)), 'PAYLOAD_TOO_LARGE');
    expectError(await post(tenant.botKey, [{}]), 'VALIDATION_ERROR');
  });
});

it('the API still works after all this', async () => {
  expect((await get(system.base, '/websites', tenant.apiKey)).status).toBe(200);
  expect((await ingest(system.base, tenant.botKey, aLogEntryInput())).status).toBe(200);
});

it('every code of the catalogue has the status of the decisions', () => {
  expect(
    Object.fromEntries(Object.entries(API_ERRORS).map(([code, { status }]) => [code, status])),
  ).toEqual({
    INVALID_JSON: 400,
    VALIDATION_ERROR: 400,
    UNAUTHORIZED: 401,
    FORBIDDEN: 403,
    NOT_FOUND: 404,
    METHOD_NOT_ALLOWED: 405,
    REQUEST_TIMEOUT: 408,
    CONFLICT: 409,
    IDEMPOTENCY_CONFLICT: 409,
    PAYLOAD_TOO_LARGE: 413,
    URI_TOO_LONG: 414,
    UNSUPPORTED_MEDIA_TYPE: 415,
    MISDIRECTED_REQUEST: 421,
    IDEMPOTENCY_KEY_REUSED: 422,
    RATE_LIMITED: 429,
    HEADERS_TOO_LARGE: 431,
    INTERNAL_ERROR: 500,
    NOT_CONFIGURED: 503,
    SERVICE_UNAVAILABLE: 503,
  });
});

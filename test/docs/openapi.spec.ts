import { hash } from 'node:crypto';
import { aLogEntryInput, eventually, GPTBOT } from '@app/testing';
import { Browser, signIn } from '../support/browser.js';
import { type Answer, get, ingest, request, send, sendRaw } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';
import {
  DOCUMENT,
  type Documented,
  type Json,
  MANAGEMENT,
  type Method,
  OPERATIONS,
  parameterNames,
  REPORTS,
} from './document.js';
import { answerValidator } from './validator.js';

/** Nobody listens there. */
const HERE = 'http://127.0.0.1:9/';
async function makeWebhook(apiKey: string): Promise<string> {
  const made = await send(system.base, apiKey, 'POST /webhooks', { name: 'w', url: HERE });
  return made.body.data.id as string;
}
/** A webhook must be on a host that has an address, and the one of the example has none. */
const onThisHost = (body: unknown) =>
  typeof body === 'object' && body !== null && 'url' in body ? { ...body, url: HERE } : body;

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystemOn('postgres', {
    env: { SECRET_KEY: 'ab'.repeat(32), PIXEL: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  tenant = await system.createTenant();
  const timestamp = new Date().toISOString();
  await ingest(system.base, tenant.botKey, [
    aLogEntryInput({ timestamp }),
    aLogEntryInput({ timestamp, user_agent: GPTBOT }),
  ]);
  await system.untilVisits(tenant.website, 2);
});
afterAll(() => system.stop());

const validate = answerValidator();

function documentedAnswers(path: string, method: Method): Record<string, Documented> {
  const operation = DOCUMENT.paths[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not documented`);
  return operation.responses;
}

/** What happens to be in these headers depends on the moment; whether they are there does not. */
const HEADERS = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

function expectDocumented(path: string, method: Method, answer: Answer): void {
  const documented = documentedAnswers(path, method)[answer.status];
  expect({ path, status: answer.status, documented: documented !== undefined }).toEqual({
    path,
    status: answer.status,
    documented: true,
  });
  const names = Object.keys(documented?.headers ?? {}).map((name) => name.toLowerCase());
  const at = `${method} ${path} ${answer.status}`;
  expect([at, ...names.filter((name) => HEADERS.includes(name))]).toEqual([
    at,
    ...HEADERS.filter((name) => answer.headers.has(name)),
  ]);
  if (answer.headers.has('retry-after')) expect([at, ...names]).toContain('retry-after');
  expectValid(path, documented?.content['application/json']?.schema, answer.body);
}

function expectValid(path: string, schema: Json | undefined, value: unknown): void {
  expect({ path, faults: validate(schema, value) }).toEqual({ path, faults: [] });
}

describe('The OpenAPI document', () => {
  it('is served as JSON and as a page', async () => {
    const json = await request(`${system.base}/openapi.json`);
    expect(json.status).toBe(200);
    expect(json.body).toEqual({ ...DOCUMENT, servers: [{ url: system.base }] });
    for (const path of ['/docs', '/docs/']) {
      const page = await fetch(system.base + path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const files = Array.from(
        (await page.text()).matchAll(/(?:href|src)="([^"]+)"/g),
        ([, to]) => to,
      );
      expect(files).toHaveLength(3);
      for (const file of files) expect((await fetch(system.base + file)).status).toBe(200);
    }
  });

  it('runs no other scripts on its page than its own, and is compressed once for all', async () => {
    const page = await fetch(`${system.base}/docs`);
    const policy = page.headers.get('content-security-policy');
    const inline = Array.from((await page.text()).matchAll(/<script>([^]*?)<\/script>/g));
    expect(inline).toHaveLength(1);
    const sha256 = hash('sha256', inline[0]?.[1] ?? '', 'base64');
    expect(policy).toContain(`default-src 'none'; script-src 'self' 'sha256-${sha256}';`);
    for (const [accepted, encoding] of [
      ['gzip, br', 'gzip'],
      ['gzip;q=0', null],
      ['identity', null],
    ] as const) {
      const headers = { 'accept-encoding': accepted };
      const file = await fetch(`${system.base}/docs/swagger-ui.css`, { headers });
      expect(file.headers.get('content-encoding')).toBe(encoding);
      expect(await file.text()).toContain('.swagger-ui');
    }
  });

  it('names the address that the operator gave, or where the service listens, and never the Host header', async () => {
    const behindProxy = await system.startApi({ PUBLIC_URL: 'https://logs.example/' });
    for (const [base, url] of [
      [system.base, system.base],
      [behindProxy, 'https://logs.example'],
    ] as const) {
      const answer = await sendRaw(
        base,
        'GET /openapi.json HTTP/1.1\r\nhost: 192.0.2.66\r\nx-forwarded-host: evil.example\r\nconnection: close\r\n\r\n',
      );
      expect(answer.body.servers).toEqual([{ url }]);
      expect(JSON.stringify(answer)).not.toMatch(/evil\.example|192\.0\.2\.66/);
    }
  });

  it('has every route of the service and no other', () => {
    const documented = OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const served = system.routes
      .filter(({ method, url }) => method !== 'HEAD' && !/^\/($|assets|docs|openapi)/.test(url))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  it.each(REPORTS)('describes what $path answers', async ({ path }) => {
    const url = (id: string) => path.replace('/api/v1', '').replace('{id}', id);
    const own = url(tenant.website.public_id);
    expectDocumented(path, 'get', await get(system.base, own, tenant.apiKey));
    expectDocumented(path, 'get', await get(system.base, own));
    expectDocumented(path, 'get', await get(system.base, own, tenant.botKey));
    expectDocumented(path, 'get', await get(system.base, url('ws_0'), tenant.apiKey));
    expectDocumented(path, 'get', await get(system.base, `${own}?period=now`, tenant.apiKey));
    expectDocumented(path, 'get', await get(system.base, `${own}?sort=name`, tenant.apiKey));
  });

  describe.each(MANAGEMENT)(
    '$method $path',
    ({ path, method, body, status, answer: documented }) => {
      const route = (id: string) =>
        `${method.toUpperCase()} ${path.replace('/api/v1', '').replace('{id}', id)}` as `${string} /${string}`;
      /** An account that has what the example is about, and the id of it. */
      async function anOwner(): Promise<{ apiKey: string; id: string }> {
        const { apiKey, website } = await system.createTenant();
        if (path.includes('/shares/{id}')) {
          const shares = `POST /websites/${website.public_id}/shares` as const;
          const made = await send(system.base, apiKey, shares, { name: 'to be revoked' });
          return { apiKey, id: made.body.data.id };
        }
        if (/\/(?:webhooks|deliveries)\/\{id\}/.test(path)) {
          const id = await makeWebhook(apiKey);
          if (path.includes('/webhooks/{id}')) return { apiKey, id };
          const test = await send(system.base, apiKey, `POST /webhooks/${id}/test`);
          await eventually(async () => {
            const deliveries = await get(system.base, `/webhooks/${id}/deliveries`, apiKey);
            expect(deliveries.body.data.deliveries[0].state).toBe('failed');
          });
          return { apiKey, id: test.body.data.id };
        }
        if (path.includes('/alerts/{id}')) {
          const alerts = `POST /websites/${website.public_id}/alerts` as const;
          const made = await send(system.base, apiKey, alerts, { kind: 'errors' });
          return { apiKey, id: made.body.data.id };
        }
        if (!path.includes('/keys/{id}')) return { apiKey, id: website.public_id };
        const signs = path.endsWith('/signing-secret');
        const keys = signs ? (`/websites/${website.public_id}/keys` as const) : '/keys';
        const made = await send(system.base, apiKey, `POST ${keys}`, { name: 'to be changed' });
        return { apiKey, id: made.body.data.id };
      }

      it('answers the example as documented', async () => {
        const { apiKey, id } = await anOwner();
        const answer = await send(system.base, apiKey, route(id), onThisHost(body?.example));
        expect(answer.status).toBe(status);
        expectDocumented(path, method, answer);
        const { data } = documented.example as { data: Json };
        expect(Object.keys(answer.body.data).sort()).toEqual(Object.keys(data).sort());
      });

      it('answers what is wrong as documented', async () => {
        const { apiKey, id } = await anOwner();
        const reader = { name: 'reader', scope: 'read' };
        const made = await send(system.base, apiKey, 'POST /keys', reader);
        const tries = [
          send(system.base, undefined, route(id), body?.example),
          send(system.base, made.body.data.key, route(id), body?.example),
          ...(path.includes('{id}') ? [send(system.base, apiKey, route('x'), body?.example)] : []),
          ...(body ? [send(system.base, apiKey, route(id), '{')] : []),
          ...(body ? [send(system.base, apiKey, route(id), { unknown: 1 })] : []),
          ...(method === 'get' && path.endsWith('s')
            ? [send(system.base, apiKey, `${route(id)}?limit=0`)]
            : []),
        ];
        for (const answer of await Promise.all(tries)) expectDocumented(path, method, answer);
      });
    },
  );

  it('describes what browsers are answered that sign in and out', async () => {
    const { base } = system;
    const { apiKey } = await system.createTenant();
    const own = '/api/v1/session';
    expectDocumented(own, 'post', await signIn(base, { api_key: apiKey }));
    expectDocumented(own, 'post', await signIn(base, { api_key: 'wrong' }));
    expectDocumented(own, 'post', await signIn(base, {} as never));
    expectDocumented(own, 'post', await send(base, undefined, 'POST /session', {}));
    const browser = await Browser.signedIn(base, apiKey);
    expectDocumented(own, 'get', await browser.ask('GET /session'));
    const nobody = await get(base, '/session');
    expect(nobody.body).toEqual({ success: true, data: null });
    const described = documentedAnswers(own, 'get')[200]?.content['application/json'];
    expectValid(own, described?.schema, nobody.body);
    const { body } = await browser.ask('GET /sessions');
    const each = '/api/v1/sessions/{id}';
    for (const session of body.data.sessions as { id: string; current: boolean }[])
      if (!session.current)
        expectDocumented(each, 'delete', await browser.ask(`DELETE /sessions/${session.id}`));
    expectDocumented(each, 'delete', await browser.ask('DELETE /sessions/ses_0'));
    expectDocumented(each, 'delete', await browser.ask('DELETE /sessions/ses_0', undefined, {}));
    expectDocumented('/api/v1/sessions', 'get', await browser.ask('GET /sessions'));
    expectDocumented(own, 'delete', await browser.ask('DELETE /session', undefined, {}));
    expectDocumented(own, 'delete', await browser.ask('DELETE /session'));
    expectDocumented('/api/v1/sessions', 'get', await browser.ask('GET /sessions'));
  });

  it('describes what readers of shared links are answered', async () => {
    const { base } = system;
    const { apiKey, website } = await system.createTenant();
    const own = '/api/v1/session';
    const shares = `POST /websites/${website.public_id}/shares` as const;
    const made = await send(base, apiKey, shares, { name: 'a reader', from: '2026-11-01' });
    const share = made.body.data.token as string;
    expectDocumented(own, 'post', await signIn(base, { share }));
    expectDocumented(own, 'post', await signIn(base, { share: 'wrong' }));
    const { secret } = await Browser.signedIn(base, apiKey);
    const conflict = await signIn(base, { share }, { cookie: `botgauge=${secret}` });
    expect(conflict.status).toBe(409);
    expectDocumented(own, 'post', conflict);
    const reader = await Browser.reading(base, share);
    expectDocumented(own, 'get', await reader.ask('GET /session'));
    const bots = `/websites/${website.public_id}/bots` as const;
    for (const days of ['period=today', 'start_date=2026-10-01'])
      expectDocumented(
        '/api/v1/websites/{id}/bots',
        'get',
        await reader.ask(`GET ${bots}?${days}`),
      );
    expectDocumented('/api/v1/websites', 'get', await reader.ask('GET /websites'));
    const described = OPERATIONS.filter(({ description }) =>
      description?.includes('Readers of a shared link may ask for it'),
    );
    expect(described).toHaveLength(12);
  });

  // For logs that are sent, `format` means something else.
  const LISTS = OPERATIONS.filter(
    (operation) =>
      parameterNames(operation).includes('format') && !operation.tags.includes('Ingestion'),
  );

  it('knows lists when it sees them', () => {
    expect(LISTS.length).toBeGreaterThanOrEqual(8);
  });

  it.each(LISTS)('offers the list of $path as CSV, and so it is', async ({ path }) => {
    const webhook = path.includes('/webhooks/{id}') ? await makeWebhook(tenant.apiKey) : undefined;
    const url = system.base + path.replace('{id}', webhook ?? tenant.website.public_id);
    const headers = { 'x-api-key': tenant.apiKey };
    const answer = await fetch(`${url}?format=csv`, { headers });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const wrong = await request(`${url}?format=xml`, { headers });
    expect(wrong.status).toBe(400);
    expectDocumented(path, 'get', wrong);
  });

  it.each([
    ['an entry', (): unknown => aLogEntryInput(), {}],
    ['its own example', () => exampleRequest(), {}],
    ['no JSON', () => '{', {}],
    ['a wrong entry', () => ({}), {}],
    ['too many entries', () => Array(1001).fill({}), {}],
    ['another content type', () => '{}', { 'content-type': 'text/plain' }],
    ['a wrong header', () => '[]', { 'idempotency-key': 'x'.repeat(256) }],
  ])('describes what ingestion answers to %s', async (_, body, headers) => {
    const answer = await ingest(system.base, tenant.botKey, body(), headers);
    expectDocumented('/api/v1/logs/custom', 'post', answer);
  });

  it('describes what assistants are answered whose messages are wrong', async () => {
    const post = (body: string, key = tenant.apiKey, headers: Record<string, string> = {}) =>
      request(`${system.base}/mcp`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
        body,
      });
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const answers = await Promise.all([
      post(ping),
      post('{'),
      post('[]'),
      post('{}'),
      post(ping, tenant.apiKey, { 'mcp-protocol-version': '1999-01-01' }),
      post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })),
      post(ping, 'api_wrong'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400, 400, 202, 401]);
    for (const answer of answers)
      if (answer.status !== 202) expectDocumented('/mcp', 'post', answer);
    expect(documentedAnswers('/mcp', 'post')[202]?.content).toBeUndefined();
  });

  const WITH_ID = OPERATIONS.filter(({ path }) => path.includes('{id}'));

  it.each(WITH_ID)('describes what $method $path answers to an id that is too long', async (of) => {
    const url = system.base + of.path.replace('{id}', 'a'.repeat(1_025));
    const answer = await request(url, { method: of.method.toUpperCase() });
    expect(answer.status).toBe(414);
    expectDocumented(of.path, of.method, answer);
  });

  it('describes what limits and conflicts answer', async () => {
    const slow = await system.createTenant({ apiRate: 1 });
    await get(system.base, '/websites', slow.apiKey);
    const limited = await get(system.base, '/websites', slow.apiKey);
    expect(limited.status).toBe(429);
    expectDocumented('/api/v1/websites', 'get', limited);
    const headers = { 'idempotency-key': 'once' };
    await ingest(system.base, tenant.botKey, aLogEntryInput(), headers);
    const reused = await ingest(system.base, tenant.botKey, [aLogEntryInput()], headers);
    expect(reused.status).toBe(422);
    expectDocumented('/api/v1/logs/custom', 'post', reused);
  });

  it('gives an example that is accepted', async () => {
    const answer = await ingest(system.base, tenant.botKey, exampleRequest());
    expect(answer.body).toEqual({ success: true, processed: 1, message: 'Logs received' });
  });
});

function exampleRequest(): unknown {
  return OPERATIONS.find(({ path }) => path === '/api/v1/logs/custom')?.body?.example;
}

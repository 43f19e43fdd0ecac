import { aLogEntryInput, GPTBOT } from '@app/testing';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { OPENAPI_DOCUMENT } from '../../apps/api/src/docs/openapi.js';
import { type Answer, get, ingest, request, send, sendRaw } from '../support/http.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

type Json = Record<string, unknown>;

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystem();
  tenant = await system.createTenant();
  const timestamp = new Date().toISOString();
  await ingest(system.base, tenant.botKey, [
    aLogEntryInput({ timestamp }),
    aLogEntryInput({ timestamp, user_agent: GPTBOT }),
  ]);
  await system.untilVisits(tenant.website, 2);
});
afterAll(() => system.stop());

/** The served document, with its schemas where a validator finds them. */
const ajv = new Ajv({ strict: false });
formats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...(OPENAPI_DOCUMENT as unknown as Json) });

type Method = 'get' | 'post' | 'patch' | 'delete';

function documentedAnswers(path: string, method: Method): Record<string, Json> {
  const item = OPENAPI_DOCUMENT.paths[path]?.[method];
  if (!item) throw new Error(`${method} ${path} is not documented`);
  return item.responses as unknown as Record<string, Json>;
}

function expectDocumented(path: string, method: Method, answer: Answer): void {
  const documented = documentedAnswers(path, method)[answer.status];
  expect({ path, status: answer.status, documented: documented !== undefined }).toEqual({
    path,
    status: answer.status,
    documented: true,
  });
  const content = documented?.content as Record<string, { schema: Json }>;
  expectValid(path, content['application/json']?.schema, answer.body);
}

function expectValid(path: string, schema: Json | undefined, value: unknown): void {
  const found = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'));
  const valid = ajv.validate(found, value);
  expect({ path, valid, errors: ajv.errors }).toEqual({ path, valid: true, errors: null });
}

/** As far as it matters here. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
}

/** What `get` answers when all is well; undefined when that is no JSON. */
function answerSchema(path: string): Schema | undefined {
  if (!OPENAPI_DOCUMENT.paths[path]?.get) return undefined;
  const content = documentedAnswers(path, 'get')[200]?.content as Record<
    string,
    { schema: Schema }
  >;
  return content['application/json']?.schema;
}

interface Content {
  schema: Json;
  example?: unknown;
}

interface Operation {
  path: string;
  method: Method;
  body?: Content;
  /** Of the answer to a request that is well. */
  answer: Content & { status: number };
}

/** Every operation that manages the account. */
const MANAGEMENT: Operation[] = Object.entries(OPENAPI_DOCUMENT.paths).flatMap(([path, item]) =>
  Object.entries(item as unknown as Record<Method, Json>)
    .filter(([, { tags }]) => (tags as string[]).includes('Account'))
    .map(([method, { requestBody, responses }]) => {
      const of = (holder: unknown) =>
        (holder as { content: Record<string, Content> } | undefined)?.content['application/json'];
      const answers = responses as Record<string, Json>;
      const status = '201' in answers ? 201 : 200;
      const answer = of(answers[status]);
      if (!answer) throw new Error(`${method} ${path} documents no success`);
      return {
        path,
        method: method as Method,
        body: of(requestBody),
        answer: { ...answer, status },
      };
    }),
);

describe('The OpenAPI document', () => {
  it('is served as JSON and as a page', async () => {
    const json = await request(`${system.base}/openapi.json`);
    expect(json.status).toBe(200);
    expect(json.body.paths).toEqual(JSON.parse(JSON.stringify(OPENAPI_DOCUMENT.paths)));
    const page = await fetch(`${system.base}/docs`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('swagger-ui');
  });

  it('names the address that the operator gave, or where the service listens, and never the Host header', async () => {
    const behindProxy = await system.startApi({ PUBLIC_URL: 'https://logs.example/' });
    for (const [base, url] of [
      [system.base, system.base],
      [behindProxy, 'https://logs.example'],
    ] as const) {
      const answer = await sendRaw(
        base,
        'GET /openapi.json HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-host: evil.example\r\nconnection: close\r\n\r\n',
      );
      expect(answer.body.servers).toEqual([{ url }]);
      expect(JSON.stringify(answer)).not.toContain('evil.example');
    }
  });

  it('has every route of the service and no other', () => {
    const documented = Object.entries(OPENAPI_DOCUMENT.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = system.routes
      .filter(({ method, url }) => method !== 'HEAD' && !/^\/(docs|openapi)/.test(url))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  it.each(
    Object.keys(OPENAPI_DOCUMENT.paths).filter((path) =>
      /^\/api\/v1\/(?:websites\/\{id\}\/(?!keys)|bots)/.test(path),
    ),
  )('describes what %s answers', async (path) => {
    const url = (id: string) => path.replace('/api/v1', '').replace('{id}', id);
    const own = url(tenant.website.public_id);
    expectDocumented(path, 'get', await get(system.base, own, tenant.apiKey));
    expectDocumented(path, 'get', await get(system.base, own));
    expectDocumented(path, 'get', await get(system.base, own, tenant.botKey));
    expectDocumented(path, 'get', await get(system.base, url('ws_0'), tenant.apiKey));
    expectDocumented(path, 'get', await get(system.base, `${own}?period=now`, tenant.apiKey));
  });

  describe.each(MANAGEMENT)('$method $path', ({ path, method, body, answer: documented }) => {
    const route = (id: string) =>
      `${method.toUpperCase()} ${path.replace('/api/v1', '').replace('{id}', id)}` as `${string} /${string}`;
    /** An account that has what the example is about, and the id of it. */
    async function anOwner(): Promise<{ apiKey: string; id: string }> {
      const { apiKey, website } = await system.createTenant();
      if (!path.includes('/keys/{id}')) return { apiKey, id: website.public_id };
      const made = await send(system.base, apiKey, 'POST /keys', { name: 'to be changed' });
      return { apiKey, id: made.body.data.id };
    }

    it('answers the example as documented', async () => {
      const { apiKey, id } = await anOwner();
      const answer = await send(system.base, apiKey, route(id), body?.example);
      expect(answer.status).toBe(documented.status);
      expectDocumented(path, method, answer);
      expectValid(path, documented.schema, documented.example);
      const { data } = documented.example as { data: Json };
      expect(Object.keys(answer.body.data).sort()).toEqual(Object.keys(data).sort());
      if (body) expectValid(path, body.schema, body.example);
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
  });

  const LISTS = Object.entries(OPENAPI_DOCUMENT.paths).filter(([path]) => {
    const { data } = answerSchema(path)?.properties ?? {};
    return Object.values(data?.properties ?? {}).some(({ type }) => type === 'array');
  });

  it('knows lists when it sees them', () => {
    expect(LISTS.length).toBeGreaterThanOrEqual(8);
  });

  it.each(LISTS)('offers the list of %s as CSV, and so it is', async (path, item) => {
    const parameters = (item.get?.parameters ?? []) as { name: string }[];
    expect(parameters.map(({ name }) => name)).toContain('format');
    expect(documentedAnswers(path, 'get')[200]?.content).toHaveProperty(['text/csv']);
    const url = system.base + path.replace('{id}', tenant.website.public_id);
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
  ])('describes what ingestion answers to %s', async (_, body, headers) => {
    const answer = await ingest(system.base, tenant.botKey, body(), headers);
    expectDocumented('/api/v1/logs/custom', 'post', answer);
  });

  it('gives an example of the list of bots that is as described', () => {
    const answers = documentedAnswers('/api/v1/bots', 'get')[200];
    const content = answers?.content as Record<string, { example: Json }>;
    const body = content['application/json']?.example;
    expectDocumented('/api/v1/bots', 'get', { status: 200, body } as unknown as Answer);
  });

  it('gives an example that is accepted', async () => {
    const answer = await ingest(system.base, tenant.botKey, exampleRequest());
    expect(answer.body).toEqual({ success: true, processed: 1, message: 'Logs received' });
  });

  it.each(['period', 'start_date', 'end_date'])(
    'names the parameter %s on every report',
    (name) => {
      for (const [path, item] of Object.entries(OPENAPI_DOCUMENT.paths)) {
        if (!path.includes('{id}') || !item.get?.tags?.includes('Reports')) continue;
        const names = (item.get?.parameters ?? []).map(
          (parameter) => (parameter as { name: string }).name,
        );
        expect(names).toContain(name);
      }
    },
  );
});

function exampleRequest(): unknown {
  const body = OPENAPI_DOCUMENT.paths['/api/v1/logs/custom']?.post?.requestBody as unknown as {
    content: Record<string, { example: unknown }>;
  };
  return body.content['application/json']?.example;
}

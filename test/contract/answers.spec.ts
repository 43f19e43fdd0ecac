import { once } from 'node:events';
import { type IncomingMessage, request as open } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { aLogEntryInput, GPTBOT } from '@app/testing';
import { expectError, ingest, send } from '../support/http.js';
import { shareSystem, type System, type Tenant } from '../support/system.js';

interface RawAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  /** As it came, compressed or not. */
  bytes: Buffer;
}

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystem();
  tenant = await system.createTenant();
  await store('/first', 1);
});
afterAll(() => system.stop());

async function store(path: string, visits: number): Promise<void> {
  const timestamp = new Date().toISOString();
  await ingest(system.base, tenant.botKey, [
    aLogEntryInput({ timestamp, path, user_agent: GPTBOT }),
  ]);
  await system.untilVisits(tenant.website, visits);
}

/** A request whose answer nothing on the way decompresses. */
async function raw(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawAnswer> {
  const all = { 'x-api-key': tenant.apiKey, ...headers };
  const request = open(`${system.base}${path}`, { method, headers: all }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    bytes: await buffer(answer),
  };
}
const accepting = (encodings: string) => ({ 'accept-encoding': encodings });

const KNOWN_BOTS = '/api/v1/bots';
const LONG = [KNOWN_BOTS, `${KNOWN_BOTS}?format=csv`, '/openapi.json', '/metrics'];

describe('A long answer', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['deflate', inflateSync],
  ])('is compressed as %s', async (encoding, decompress) => {
    for (const path of [KNOWN_BOTS, `${KNOWN_BOTS}?format=csv`]) {
      const plain = await raw(path);
      const short = await raw(path, accepting(encoding));
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(short.headers['content-encoding']).toBe(encoding);
      expect(decompress(short.bytes).equals(plain.bytes)).toBe(true);
      expect(short.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(short.headers['content-type']).toBe(plain.headers['content-type']);
      expect(short.headers.etag).toBe(plain.headers.etag);
    }
  });

  it.each(LONG)('%s says that it depends on Accept-Encoding', async (path) => {
    const { status, headers } = await raw(path, accepting('gzip'));
    expect([status, headers.vary]).toEqual([
      200,
      path.startsWith(KNOWN_BOTS) ? 'accept, accept-encoding' : 'accept-encoding',
    ]);
    expect(headers['content-encoding']).toBe('gzip');
  });

  /** Headers that differ with each answer, or are those of the connection. */
  const CHANGING = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'connection']);
  const lasting = ({ headers }: RawAnswer) =>
    Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => !CHANGING.has(name) && name !== 'transfer-encoding' && name !== 'keep-alive',
      ),
    );

  it.each(['gzip', 'br', 'deflate', 'identity'])(
    'has the same headers for HEAD, and no body, as %s',
    async (encoding) => {
      const long = [...LONG, `/api/v1/websites/${tenant.website.public_id}/visits?limit=2000`];
      for (const path of [...long, '/docs', '/api/v1/websites', '/api/v1/websites/ws_0']) {
        const full = await raw(path, accepting(encoding));
        const head = await raw(path, accepting(encoding), 'HEAD');
        expect([path, head.bytes.length]).toEqual([path, 0]);
        // The metrics have counted the first of both requests meanwhile.
        const { 'content-length': length, ...expected } = lasting(full);
        const { 'content-length': ofHead, ...headers } = lasting(head);
        expect([path, headers]).toEqual([path, expected]);
        if (path !== '/metrics') expect([path, ofHead]).toEqual([path, length]);
      }
    },
  );

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['gzip;q=0.5, br;q=0.4', 'gzip'],
    ['*', 'gzip'],
    ['identity', undefined],
    ['zstd, compress', undefined],
    ['', undefined],
  ])('for a client that accepts "%s" is sent as %s', async (accepted, encoding) => {
    const { headers } = await raw(KNOWN_BOTS, accepting(accepted));
    expect(headers['content-encoding']).toBe(encoding);
  });
});

it('short answers and answers to writes are not compressed', async () => {
  expect((await raw('/api/v1/websites', accepting('gzip'))).headers).toMatchObject({
    vary: 'accept, accept-encoding',
  });
  for (const path of ['/api/v1/websites', '/healthz', '/nowhere'])
    expect((await raw(path, accepting('gzip'))).headers['content-encoding']).toBeUndefined();
  const created = await send(system.base, tenant.apiKey, 'POST /keys', { name: 'a'.repeat(100) });
  expect(created.status).toBe(201);
  expect(created.headers.get('content-encoding')).toBeNull();
});

describe('An ETag', () => {
  const summary = () => `/api/v1/websites/${tenant.website.public_id}/summary`;
  const pages = () => `/api/v1/websites/${tenant.website.public_id}/pages?format=csv`;

  it.each([summary, pages, () => '/api/v1/websites', () => KNOWN_BOTS])(
    'saves the answer to a client that has it',
    async (path) => {
      const first = await raw(path());
      expect(first.headers.etag).toMatch(/^W\/"[\w-]{27}"$/);
      expect(first.headers['cache-control']).toBe('private, no-cache');
      const tag = `${first.headers.etag}`;
      const forms = [tag, tag.slice(2), `"other", ${tag}`, `W/"a",${tag.slice(2)} , "b"`, '*'];
      for (const form of forms) {
        const again = await raw(path(), { 'if-none-match': form, ...accepting('br') });
        expect([form, again.status, again.bytes.length]).toEqual([form, 304, 0]);
        expect(again.headers).toMatchObject({
          etag: tag,
          'cache-control': 'private, no-cache',
          vary: first.headers.vary,
          'x-ratelimit-limit': expect.any(String),
        });
        expect(again.headers['content-encoding']).toBeUndefined();
        expect(again.headers['content-length']).toBeUndefined();
      }
      for (const form of ['"other"', 'W/"other"', tag.slice(0, -2), ''])
        expect((await raw(path(), { 'if-none-match': form })).status).toBe(200);
    },
  );

  it('is another one when there are new visits', async () => {
    const before = await raw(summary());
    await store('/second', 2);
    const after = await raw(summary(), { 'if-none-match': `${before.headers.etag}` });
    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('is the same for HEAD, and 304 counts as a request', async () => {
    const full = await raw(KNOWN_BOTS, accepting('gzip'));
    const head = await raw(KNOWN_BOTS, accepting('gzip'), 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['etag', 'vary', 'cache-control', 'content-type'])
      expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
    const same = { 'if-none-match': `${full.headers.etag}` };
    const first = await raw(KNOWN_BOTS, same, 'HEAD');
    const second = await raw(KNOWN_BOTS, same);
    expect([first.status, second.status]).toEqual([304, 304]);
    expect([first, second].map(({ headers }) => headers['content-length'])).toEqual([
      undefined,
      undefined,
    ]);
    const left = ({ headers }: RawAnswer) => Number(headers['x-ratelimit-remaining']);
    expect(left(second)).toBe(left(first) - 1);
  });

  it('comes with no error and no answer to a write, and nobody keeps those', async () => {
    const key = { 'x-api-key': 'api_wrong' };
    const answers = await Promise.all([
      raw(summary(), { ...key, 'if-none-match': '*' }),
      raw('/api/v1/websites/ws_x/summary', { 'if-none-match': '*' }),
      raw('/nowhere', { 'if-none-match': '*' }),
      raw('/healthz', { 'if-none-match': '*' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 404, 200]);
    for (const { headers } of answers)
      expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store']);
    const created = await send(system.base, tenant.apiKey, 'POST /keys', { name: 'x' });
    expect(created.headers.get('etag')).toBeNull();
    expect(created.headers.get('cache-control')).toBe('no-store');
    expectError(await send(system.base, tenant.apiKey, 'POST /keys', {}), 'VALIDATION_ERROR');
  });
});

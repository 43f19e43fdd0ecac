import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get, request } from 'node:http';
import { startSystemOn, type System } from '../support/system-on-queue.js';

// How the API serves the page, asked without a browser.

const BUILT = join(import.meta.dirname, '../../dist/apps/dashboard');
/** The most that the first load may have, in bytes of script and style as gzip. */
const BUDGET = 60_000;
/** The most that opening another view may add. */
const VIEW_BUDGET = 20_000;

let system: System;
beforeAll(async () => {
  system = await startSystemOn('postgres');
});
afterAll(() => system.stop());

interface Got {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Asks without what `fetch` does by itself: it would decompress. */
function ask(path: string, headers: Record<string, string> = {}, base = system.base): Promise<Got> {
  return new Promise((resolve, reject) => {
    get(base + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    }).on('error', reject);
  });
}

/** The files that the document names. */
async function files(): Promise<string[]> {
  const { body } = await ask('/');
  return Array.from(`${body}`.matchAll(/(?:href|src)="\.\/([^"]+)"/g), ([, file]) => `/${file}`);
}

it('serves the document so that it runs nothing but its own script and is kept by nobody', async () => {
  const { status, headers } = await ask('/');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  const policy = `${headers['content-security-policy']}`.split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]),
  );
  expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
});

it('has no script and no style in the document, and names files of this service only', async () => {
  const html = `${(await ask('/')).body}`;
  expect(html).not.toMatch(/<style|style=| on\w+=|<script(?![^>]*src=)/);
  expect(html).not.toMatch(/https?:|"\/\//);
  const kinds = (await files()).map((file) => /\.(\w+)$/.exec(file)?.[1]);
  expect([...new Set(kinds)].sort()).toEqual(['css', 'js', 'svg']);
});

it('serves hashed files that browsers may keep for ever, in the encoding that they take', async () => {
  const all = readdirSync(join(BUILT, 'assets')).filter((file) => !/\.(br|gz)$/.test(file));
  expect(all).toContainEqual(expect.stringMatching(/^pages-[\w-]+\.js$/));
  for (const file of all.map((name) => `/assets/${name}`)) {
    const plain = await ask(file);
    expect(plain.status).toBe(200);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toBe('accept-encoding');
    const gzip = await ask(file, { 'accept-encoding': 'gzip, deflate' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    const brotli = await ask(file, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
  }
});

it('serves what was built and nothing beside it', async () => {
  const odd = [
    '/index.html',
    '/assets',
    '/assets/',
    '/assets/index.js.gz',
    '/..%2fapi/src/main.js',
    '/assets/..%2f..%2fapi%2fsrc%2fmain.js',
    '/assets/%00',
  ];
  for (const path of odd) {
    const { status, headers } = await ask(path);
    expect([path, status]).toEqual([path, expect.any(Number)]);
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toContain('application/json');
  }
});

it('still refuses what is no page at its address', async () => {
  const status = await new Promise((resolve, reject) => {
    request(`${system.base}/`, { method: 'POST' }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.allow]);
    })
      .on('error', reject)
      .end('{}');
  });
  expect(status).toEqual([405, 'GET, HEAD']);
});

it('answers 404 when the page is turned off', async () => {
  const base = await system.startApi({ DASHBOARD: 'false' });
  for (const path of ['/', ...(await files())])
    expect((await ask(path, {}, base)).status).toBe(404);
  expect((await ask('/docs', {}, base)).status).toBe(200);
});

/** A file of the page, as Vite's manifest describes it: what it needs at once, and later. */
interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

it('first loads at most 60 kB of script and style as gzip, and a third of that for each view', () => {
  const manifest = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  /** All files that a chunk needs, with those of what it imports. */
  const filesOf = (name: string): string[] => {
    const { file, imports = [], css = [] } = manifest[name] as Chunk;
    return [file, ...css, ...imports.flatMap(filesOf)];
  };
  const sizeOf = (names: Set<string>) =>
    [...names].reduce((sum, name) => sum + readFileSync(join(BUILT, `${name}.gz`)).length, 0);
  const views = Object.keys(manifest).filter((name) => name.startsWith('src/views/'));
  const first = new Set(['index.html', 'src/views/overview/overview.tsx'].flatMap(filesOf));
  expect(views.length).toBeGreaterThan(2);
  expect(sizeOf(first)).toBeGreaterThan(5_000);
  const withOpenEvents = new Set([...first, ...filesOf('src/views/alerts/open-events.tsx')]);
  expect(sizeOf(withOpenEvents)).toBeGreaterThan(sizeOf(first));
  expect(sizeOf(withOpenEvents)).toBeLessThanOrEqual(BUDGET);
  for (const view of views) {
    const added = new Set(filesOf(view).filter((file) => !first.has(file)));
    expect([view, sizeOf(added) <= VIEW_BUDGET]).toEqual([view, true]);
  }
});

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { accepts } from '../http/accepts.js';
import { ERROR_PAGE } from '../http/error-page.js';
import { READABLE_PAGES, READABLE_POLICY, readablePage } from './readable-page.js';

const FOLDER = join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');
/** What the page needs of Swagger UI. */
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const START = "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui' });";
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Botgauge API</title>
    <link rel="icon" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script>${START}</script>
  </body>
</html>
`;

/**
 * Lets the page load what this service serves and run nothing else. Swagger UI writes styles into
 * its elements, and its icons are `data:` addresses.
 */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash('sha256', START, 'base64')}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = 'text/html; charset=utf-8';

/**
 * Serves the OpenAPI document at `/openapi.json`, a page that shows it at `/docs`, and below that the
 * pages of the documentation that readers of the dashboard are led to. Anybody may ask for them, so
 * each of them is made and compressed once, when it is asked for first.
 */
export function serveDocs(server: FastifyInstance, makeDocument: () => object): void {
  const document = async () => JSON.stringify(makeDocument());
  servePage(server, '/openapi.json', 'application/json; charset=utf-8', document);
  servePage(server, '/docs', HTML, async () => PAGE);
  for (const [name, type] of Object.entries(FILES))
    servePage(server, `/docs/${name}`, type, () => readFile(join(FOLDER, name)));
  for (const name of READABLE_PAGES)
    servePage(server, `/docs/${name}`, HTML, () => readablePage(name), READABLE_POLICY);
}

const compress = promisify(gzip);

function servePage(
  server: FastifyInstance,
  path: string,
  type: string,
  make: () => Promise<string | Buffer>,
  policy = POLICY,
): void {
  let made: Promise<Record<'plain' | 'compressed', Buffer>> | undefined;
  const makeBoth = async () => {
    const plain = Buffer.from(await make());
    return { plain, compressed: await compress(plain) };
  };
  /** Tries again after a failure. */
  const madeOnce = () =>
    (made ??= makeBoth().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
  const config = { access: 'public', errors: ERROR_PAGE } as const;
  server.get(path, { config }, async (request, reply) => {
    const { plain, compressed } = await madeOnce();
    void reply.type(type).headers({ 'content-security-policy': policy, vary: 'accept-encoding' });
    if (!accepts(request.headers['accept-encoding'], 'gzip')) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(compressed);
  });
}

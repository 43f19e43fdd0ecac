import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const FOLDER = join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');
/** What the page needs of Swagger UI. */
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

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
    <script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui' });</script>
  </body>
</html>
`;

/**
 * Serves the OpenAPI document at `/openapi.json`, and a page that shows it at `/docs`. The document is made
 * when it is asked for first, and once: anybody may ask for it.
 */
export function serveDocs(server: FastifyInstance, makeDocument: () => object): void {
  const config = { access: 'public' } as const;
  let document: object | undefined;
  server.get('/openapi.json', { config }, async () => (document ??= makeDocument()));
  server.get('/docs', { config }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(PAGE),
  );
  for (const [name, type] of Object.entries(FILES)) {
    server.get(`/docs/${name}`, { config }, async (_, reply) =>
      reply.type(type).send(await readFile(join(FOLDER, name))),
    );
  }
}

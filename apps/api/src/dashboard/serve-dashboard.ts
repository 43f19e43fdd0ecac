import type { Logger } from '@app/observability';
import type { FastifyInstance } from 'fastify';
import { accepts } from '../http/accepts.js';
import { ERROR_PAGE } from '../http/error-page.js';
import { type BuiltFile, builtFolder, readBuiltFiles } from './built-files.js';

/**
 * The page may load what this service serves, and may make no script of a text. Paths, user agents
 * and referers are strangers' text: with Trusted Types the browser itself refuses to read them as
 * HTML. The one policy is that of the page for the script of its worker, which it takes from nobody.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types reader',
].join('; ');

/** The document names the files of its own version, so it is asked for anew each time. */
const OF_DOCUMENT = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  // The address of the page says what somebody looks at.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};
/**
 * The name of such a file has a hash of its contents, so it never changes. A worker has the policy
 * that came with its own script.
 */
const OF_HASHED = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': POLICY,
};

/** Serves the built dashboard at `/`, its document there and its other files beside it. */
export function serveDashboard(server: FastifyInstance, logger: Logger): void {
  const folder = builtFolder();
  if (!folder) {
    logger.warn('the dashboard was not built, so / answers 404; run npm run build');
    return;
  }
  for (const file of readBuiltFiles(folder)) serveFile(server, file);
}

function serveFile(server: FastifyInstance, { name, type, plain, br, gzip }: BuiltFile): void {
  const isDocument = name === 'index.html';
  const headers = {
    ...(isDocument ? OF_DOCUMENT : OF_HASHED),
    'content-type': type,
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
  };
  const config = { access: 'public', errors: ERROR_PAGE } as const;
  server.get(isDocument ? '/' : `/${name}`, { config, compress: false }, (request, reply) => {
    void reply.headers(headers);
    const accepted = request.headers['accept-encoding'];
    if (accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(br);
    if (accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(gzip);
    return reply.send(plain);
  });
}

import { hash } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import '../http/route.js';

const KIB = 1024;
/** Shorter answers would hardly become shorter. */
const COMPRESSED_FROM = KIB;
/** Longer answers are compressed beside the event loop. */
const COMPRESSED_AT_ONCE = 16 * KIB;

/**
 * Makes answers to GET shorter: they are compressed, and a client that names the ETag of an answer that has
 * not changed gets 304. Other answers are short anyway. An answer that shows a new key must not be
 * compressed together with text of the client, because the length of the result would tell about the key.
 */
export async function shortenAnswers(server: FastifyInstance): Promise<void> {
  server.addHook('onRoute', (route) => {
    if (![route.method].flat().includes('GET')) route.compress = false;
  });
  // This comes before the compression, so that an answer has the same tag in every encoding.
  server.addHook('onSend', (request, reply, payload, done) =>
    done(null, revalidate(request, reply, payload)),
  );
  await server.register(compress, {
    // Bodies of requests are decompressed by `readBody`, within its bounds.
    globalDecompression: false,
    encodings: ['br', 'gzip', 'deflate'],
    threshold: COMPRESSED_FROM,
    syncThreshold: COMPRESSED_AT_ONCE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}

/**
 * Gives the reports and lists of an account a weak ETag. The client that asked for one may keep it if it
 * asks again before each use. All other answers stay `no-store`. `@fastify/etag` is not used, because it
 * would also hash errors, metrics and answers to writes, and does not understand a list of tags.
 */
function revalidate(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (request.routeOptions.config?.access !== 'api' || reply.statusCode !== 200) return payload;
  if (!reads(request.method) || typeof payload !== 'string') return payload;
  const tag = `"${hash('sha1', payload, 'base64url')}"`;
  void reply.headers({
    etag: `W/${tag}`,
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
  });
  if (!names(request.headers['if-none-match'], tag)) return payload;
  void reply.code(304);
  return '';
}

const reads = (method: string) => method === 'GET' || method === 'HEAD';

/** Tells whether `If-None-Match` names the tag, by the weak comparison of RFC 9110. */
function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((text) => text.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}

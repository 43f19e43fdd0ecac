// Node.js: Express, Fastify, and servers without a framework. Copy this file and botgauge.js into
// your project:
//
//   import { botgauge } from './botgauge/node.js';
//   const { express, fastify, watch, flush } = botgauge({
//     url: process.env.BOTGAUGE_URL,
//     key: process.env.BOTGAUGE_BOT_KEY,
//   });
//   app.use(express);                                        // Express, before all routes
//   app.addHook('onRequest', fastify);                       // Fastify
//   createServer((request, response) => { watch(request, response); … });   // neither
//
// Before the process ends, `await flush()` sends what was collected in the last second.

import { Collector, fieldsOfHeaders } from './botgauge.js';

/** @typedef {import('node:http').IncomingMessage & { originalUrl?: string }} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */

/** The status that nginx writes when a client left before it was answered. */
const CLIENT_LEFT = 499;

/**
 * @param {import('./botgauge.js').Options & { trustProxy?: number }} options `trustProxy` is the
 *   number of reverse proxies that every request passes; the address is then taken from
 *   X-Forwarded-For, and the HTTP version is left out, because it is that of the last proxy
 */
export function botgauge({ trustProxy = 0, ...options }) {
  const collector = new Collector(options);

  /**
   * Notes a request when its answer has gone out, or its client has left.
   *
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  function watch(request, response) {
    const arrived = arrivalOf(request, trustProxy);
    response.once('close', () => {
      void collector.note(() => entryOf(request, response, arrived));
    });
  }

  return {
    watch,
    /**
     * @param {IncomingMessage} request
     * @param {ServerResponse} response
     * @param {() => void} next
     */
    express(request, response, next) {
      watch(request, response);
      next();
    },
    /**
     * @param {{ raw: IncomingMessage }} request
     * @param {{ raw: ServerResponse }} reply
     * @param {() => void} done
     */
    fastify(request, reply, done) {
      watch(request.raw, reply.raw);
      done();
    },
    flush: () => collector.flush(),
  };
}

/**
 * Returns what is known at the beginning only: frameworks change the address of a request, and a
 * connection that is gone has no address.
 *
 * @param {IncomingMessage} request
 * @param {number} trustProxy
 */
function arrivalOf(request, trustProxy) {
  const { socket } = request;
  return {
    startedAt: Date.now(),
    began: performance.now(),
    bytesBefore: socket.bytesWritten,
    ip: addressOf(request, trustProxy),
    protocol: trustProxy > 0 ? undefined : `HTTP/${request.httpVersion}`,
    path: (request.originalUrl ?? request.url ?? '').split(/[?#]/, 1)[0] ?? '',
  };
}

/**
 * @param {IncomingMessage} request
 * @param {number} trustProxy
 */
function addressOf({ headers, socket }, trustProxy) {
  const forwarded = trustProxy > 0 ? [headers['x-forwarded-for'] ?? ''].flat().join() : '';
  const named = forwarded.split(',').at(-trustProxy)?.trim();
  return named || socket.remoteAddress || '';
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {ReturnType<typeof arrivalOf>} arrived
 * @returns {import('./botgauge.js').Entry}
 */
function entryOf(request, response, { startedAt, began, bytesBefore, ip, protocol, path }) {
  const { headers, socket } = request;
  return {
    timestamp: startedAt,
    method: request.method ?? 'GET',
    host: headers.host ?? String(headers[':authority'] ?? ''),
    path,
    status_code: response.headersSent ? response.statusCode : CLIENT_LEFT,
    ip,
    protocol,
    ...fieldsOfHeaders((name) => headers[name]?.toString()),
    content_type: response.getHeader('content-type')?.toString(),
    bytes_sent: socket.bytesWritten - bytesBefore,
    duration_ms: Math.round(performance.now() - began),
  };
}

// Cloudflare Workers. Copy this file and botgauge.js beside your Worker, and wrap it:
//
//   import { withBotgauge } from './cloudflare-worker.js';
//   export default withBotgauge({ fetch: (request) => fetch(request) });
//
// BOTGAUGE_URL and BOTGAUGE_BOT_KEY are read from the variables and secrets of the Worker.

import { Collector, entryOfRequest } from './botgauge.js';

/** @typedef {import('./botgauge.js').Options} Options */
/** @typedef {Record<string, any>} Env */
/** @typedef {Request & { cf?: CfProperties }} IncomingRequest */
/** @typedef {{ waitUntil(work: Promise<unknown>): void }} Context */

/**
 * @typedef {object} Handler
 * @property {(request: any, env: any, context: any) => Response | Promise<Response>} fetch
 */

/**
 * What Cloudflare tells of a visitor, as far as it is read here.
 *
 * Source: https://developers.cloudflare.com/workers/runtime-apis/request/#incomingrequestcfproperties
 *
 * @typedef {object} CfProperties
 * @property {string} [country]
 * @property {number} [asn]
 * @property {string} [httpProtocol]
 */

/** @param {Env} env */
const fromEnv = (env) => ({ url: env.BOTGAUGE_URL, key: env.BOTGAUGE_BOT_KEY });

/**
 * Returns the Worker with every request noted. All other handlers of it stay as they are.
 *
 * @template {Handler} Worker
 * @param {Worker} worker
 * @param {(env: Env) => Options} [optionsOf]
 * @returns {Worker}
 */
export function withBotgauge(worker, optionsOf = fromEnv) {
  /** @type {Collector | undefined} */
  let collector;

  /**
   * @param {IncomingRequest} request
   * @param {Env} env
   * @param {Context} context
   * @param {{ startedAt: number, response: Pick<Response, 'status' | 'headers'> }} visit
   */
  function note(request, env, context, { startedAt, response }) {
    try {
      collector ??= new Collector(optionsOf(env));
      const visitor = visitorOf(request);
      const endedAt = Date.now();
      context.waitUntil(
        collector.note(() => entryOfRequest(request, { visitor, startedAt, endedAt, response })),
      );
    } catch (error) {
      console.warn(`Botgauge: a visit was not noted: ${error}`);
    }
  }

  return {
    ...worker,
    /**
     * @param {IncomingRequest} request
     * @param {Env} env
     * @param {Context} context
     */
    async fetch(request, env, context) {
      const startedAt = Date.now();
      try {
        const response = await worker.fetch(request, env, context);
        note(request, env, context, { startedAt, response });
        return response;
      } catch (error) {
        const response = { status: 500, headers: new Headers() };
        note(request, env, context, { startedAt, response });
        throw error;
      }
    },
  };
}

/** @param {IncomingRequest} request */
function visitorOf({ headers, cf }) {
  return {
    ip: headers.get('cf-connecting-ip'),
    country: cf?.country,
    asn: cf?.asn,
    protocol: cf?.httpProtocol,
  };
}

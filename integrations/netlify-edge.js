// Netlify Edge Functions. Copy this file and botgauge.js into a folder beside netlify/edge-functions,
// and add a function for all paths:
//
//   import { botgauge } from '../botgauge/netlify-edge.js';
//   export default botgauge({
//     url: Netlify.env.get('BOTGAUGE_URL'),
//     key: Netlify.env.get('BOTGAUGE_BOT_KEY'),
//   });
//   export const config = { path: '/*' };

import { Collector, entryOfRequest } from './botgauge.js';

/**
 * What Netlify tells of a request, as far as it is read here.
 *
 * Source: https://github.com/netlify/cli/tree/main/functions-templates/typescript/geolocation
 *
 * @typedef {object} Context
 * @property {string} ip
 * @property {{ country?: { code?: string } }} [geo]
 * @property {() => Promise<Response>} next
 * @property {(work: Promise<unknown>) => void} waitUntil
 */

/**
 * Returns an edge function that notes every request and lets it pass.
 *
 * @param {import('./botgauge.js').Options} options
 */
export function botgauge(options) {
  const collector = new Collector(options);

  /**
   * @param {Request} request
   * @param {Context} context
   * @returns {Promise<Response>}
   */
  return async function watch(request, context) {
    const startedAt = Date.now();
    const response = await context.next();
    const visitor = { ip: context.ip, country: context.geo?.country?.code };
    const endedAt = Date.now();
    context.waitUntil(
      collector.note(() => entryOfRequest(request, { visitor, startedAt, endedAt, response })),
    );
    return response;
  };
}

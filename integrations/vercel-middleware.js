// Vercel and Next.js middleware. Copy this file and botgauge.js into your project, and write
// middleware.js:
//
//   import { botgauge } from './botgauge/vercel-middleware.js';
//   const note = botgauge({
//     url: process.env.BOTGAUGE_URL,
//     key: process.env.BOTGAUGE_BOT_KEY,
//   });
//   export default function middleware(request, event) {
//     note(request, event);
//   }
//
// Middleware runs before the page is made, so it cannot know the status: every request counts as
// 200, except when you answer it yourself and give that answer as the third argument.

import { Collector, entryOfRequest } from './botgauge.js';

/** @typedef {{ waitUntil(work: Promise<unknown>): void }} FetchEvent */

/**
 * Returns a function that notes a request.
 *
 * @param {import('./botgauge.js').Options} options
 */
export function botgauge(options) {
  const collector = new Collector(options);
  const visitorOf = process.env.VERCEL === '1' ? visitorOnVercel : visitorElsewhere;

  /**
   * @param {Request} request
   * @param {FetchEvent} event
   * @param {Response} [response] the answer, when the middleware itself gives it
   */
  return function note(request, event, response) {
    const visitor = visitorOf(request);
    const startedAt = Date.now();
    event.waitUntil(
      collector.note(() => entryOfRequest(request, { visitor, startedAt, response })),
    );
  };
}

/**
 * Vercel writes these headers into each request. Its system environment variables tell that the
 * middleware runs there.
 *
 * Sources: https://vercel.com/docs/headers/request-headers,
 * https://vercel.com/docs/environment-variables/system-environment-variables
 *
 * @param {Request} request
 */
function visitorOnVercel(request) {
  return {
    ...visitorElsewhere(request),
    country: request.headers.get('x-vercel-ip-country'),
    asn: request.headers.get('x-vercel-ip-as-number'),
  };
}

/**
 * Next.js also runs on other servers. There, a visitor can write the headers of Vercel.
 *
 * @param {Request} request
 */
function visitorElsewhere({ headers }) {
  return { ip: headers.get('x-real-ip') };
}

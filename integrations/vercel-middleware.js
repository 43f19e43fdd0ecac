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

  /**
   * @param {Request} request
   * @param {FetchEvent} event
   * @param {Response} [response] the answer, when the middleware itself gives it
   */
  return function note(request, event, response) {
    const ip = request.headers.get('x-real-ip');
    const startedAt = Date.now();
    event.waitUntil(collector.note(() => entryOfRequest(request, { ip, startedAt, response })));
  };
}

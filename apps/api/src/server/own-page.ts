import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.js';
import { hasBody, isJson } from './read-body.js';
import { unsupportedContentType } from './to-api-error.js';

/*
 * Browsers send a cookie with every request to the host, whichever page asks for it. `SameSite`
 * keeps out pages of other sites, but not those on another port of the same host or on a neighbouring
 * host of the same domain. So whatever changes something says where it comes from, in headers that no
 * page can write.
 */

/**
 * Tells whether the browser says that a page of this service asks. Browsers send `Sec-Fetch-Site` to
 * HTTPS and to this machine only. `Origin` stands in every request of theirs that may change
 * something.
 *
 * @param origin that of the address at which people reach the service
 */
function isFromOwnPage(headers: IncomingHttpHeaders, origin: string): boolean {
  return headers['sec-fetch-site'] === 'same-origin' || headers.origin === origin;
}

/**
 * Checks a request of a browser that may change something.
 *
 * @throws ApiError FORBIDDEN when a page of another address asks, UNSUPPORTED_MEDIA_TYPE when the
 *   body is not said to be JSON. A form can send its body without a type.
 */
export function checkOwnPage(request: Pick<FastifyRequest, 'headers'>, origin: string): void {
  if (!isFromOwnPage(request.headers, origin)) {
    throw new ApiError(
      'FORBIDDEN',
      `Only the page at ${origin} may ask for this: open it there, or let the operator set PUBLIC_URL to the address in your browser. Programs send an API Key in the header x-api-key instead`,
    );
  }
  if (hasBody(request) && !isJson(request.headers['content-type'])) throw unsupportedContentType();
}

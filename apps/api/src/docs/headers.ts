import type { ApiErrorCode } from '@app/contracts';
import type { RouteAccess, RouteDeclaration } from '../http/route.js';

const header = (description: string, type: 'string' | 'integer') => ({
  description,
  schema: { type },
});

/** The headers of answers that a client may look at. */
export const HEADERS = {
  'X-Request-Id': header(
    'Identifies this request in the logs. It is the value that the client sent, if it sent one.',
    'string',
  ),
  'X-RateLimit-Limit': header('Number of requests per minute.', 'integer'),
  'X-RateLimit-Remaining': header('Number of requests that are left in this window.', 'integer'),
  'X-RateLimit-Reset': header('End of this window, in epoch seconds (UTC).', 'integer'),
  'Retry-After': header('Number of seconds after which to send the request again.', 'integer'),
  ETag: header(
    'Identifies this answer. A request that sends it as `If-None-Match` gets 304 while the answer is the same.',
    'string',
  ),
  Link: header(
    'The address of the next page, `rel="next"`. It is sent with CSV and NDJSON when there is a next page.',
    'string',
  ),
};

type HeaderName = keyof typeof HEADERS;

/** Errors whose answers say when to try again. */
const TEMPORARY: ApiErrorCode[] = ['IDEMPOTENCY_CONFLICT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'];
/** Statuses of answers that are sent before the key is known, so that they have no rate limit. */
const BEFORE_THE_LIMIT = [401, 408, 414, 421];

/** Tells whether answers with this status come after the rate limit. */
function isLimited(access: RouteAccess, status: number): boolean {
  // A browser that signs in is counted when its key is known to be right. One with a conflict has a
  // session, which was counted.
  if (access === 'session') return status < 400 || status === 409 || status === 429;
  return access !== 'public' && !BEFORE_THE_LIMIT.includes(status);
}

/**
 * Returns the headers of a route's answers with this status. `codes` are the errors that have it.
 */
export function headersOf(
  { access, method, query = {} }: RouteDeclaration,
  status: number,
  codes: readonly ApiErrorCode[],
): Partial<Record<HeaderName, object>> {
  const names: HeaderName[] = ['X-Request-Id'];
  if (isLimited(access, status))
    names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');
  if (codes.some((code) => TEMPORARY.includes(code))) names.push('Retry-After');
  if (method === 'GET' && access === 'api' && status < 400) names.push('ETag');
  if (status === 200 && 'cursor' in query) names.push('Link');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

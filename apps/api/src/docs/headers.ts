import type { ApiErrorCode } from '@app/contracts';
import type { RouteDeclaration } from '../http/route.js';

const header = (description: string, type: 'string' | 'integer') => ({
  description,
  schema: { type },
});

/** The headers of answers that a client may look at. */
export const HEADERS = {
  'X-Request-Id': header(
    'Names this request in the logs; what the client sent, if anything.',
    'string',
  ),
  'X-RateLimit-Limit': header('Requests a minute.', 'integer'),
  'X-RateLimit-Remaining': header('Requests left in this window.', 'integer'),
  'X-RateLimit-Reset': header('End of this window, epoch seconds UTC.', 'integer'),
  'Retry-After': header('Seconds after which to send the request again.', 'integer'),
  ETag: header(
    'Names this answer; sent as `If-None-Match`, it gets 304 as long as the answer is the same.',
    'string',
  ),
  Link: header(
    'With `format=csv`, when there is a next page: its address, `rel="next"`.',
    'string',
  ),
};

type HeaderName = keyof typeof HEADERS;

/** The codes that say when to try again. */
const TEMPORARY: ApiErrorCode[] = ['IDEMPOTENCY_CONFLICT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'];
/** Before anybody knows who asks: no key was found, or the request did not come whole. */
const BEFORE_THE_LIMIT = [401, 408];

/** The headers of a route's answers with this status, which stands for these errors or for none. */
export function headersOf(
  { access, method, query = {} }: RouteDeclaration,
  status: number,
  codes: readonly ApiErrorCode[],
): Partial<Record<HeaderName, object>> {
  const names: HeaderName[] = ['X-Request-Id'];
  if (access !== 'public' && !BEFORE_THE_LIMIT.includes(status))
    names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');
  if (codes.some((code) => TEMPORARY.includes(code))) names.push('Retry-After');
  if (method === 'GET' && access === 'api' && status < 400) names.push('ETag');
  if (status === 200 && 'cursor' in query) names.push('Link');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

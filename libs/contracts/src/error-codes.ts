/**
 * Every error that the API answers with: its HTTP status, when it comes, and one of its messages. A
 * test keeps `docs/errors.md` equal to it.
 */
export const API_ERRORS = {
  INVALID_JSON: {
    status: 400,
    when: 'the body is not JSON, it is nested more than 10000 levels deep, or a delivery of a feed is empty or no gzip',
    example: 'The body is not valid JSON; send a log entry or an array of them',
  },
  VALIDATION_ERROR: {
    status: 400,
    when: 'a parameter, a header or a field of the body is wrong, or this route does not take the parameter; the message names it',
    example: 'entries[17].status_code must be an integer from 0 to 999',
  },
  UNAUTHORIZED: {
    status: 401,
    when: 'the key is missing, malformed, unknown, revoked or expired, or the request carries different keys; or the session of the cookie has ended, or a code to sign in is used or too old, or a shared link was revoked or has expired',
    example: 'Send a valid key in the x-api-key header',
  },
  FORBIDDEN: {
    status: 403,
    when: 'this kind of key is not accepted here, or the key does not have the right to do this, or the signature of a delivery is missing or wrong, or a page of another address asks a browser that is signed in to change something, or a shared link does not show this',
    example: 'This route takes an API Key (api_…), not a Bot Tracking Key',
  },
  NOT_FOUND: {
    status: 404,
    when: 'the route, or the website or key in this account, does not exist',
    example: 'There is no such website in this account',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'the route exists, but not with this method; `Allow` lists its methods',
    example: 'This route takes GET, HEAD',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    when: 'the request did not arrive within 30 seconds (a delivery to a feed: 3 minutes), or a body of more than 64 KiB came too slowly',
    example: 'The request did not arrive in time; send it faster or in smaller batches',
  },
  CONFLICT: {
    status: 409,
    when: 'the request conflicts with what the account has now; the message says what to do first',
    example: 'The account has a website shop.example already: use it, or delete it first',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    when: 'a request with the same `Idempotency-Key` is still in progress',
    example: 'A request with this Idempotency-Key is in progress; try again',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: 'more than 1000 entries, or a body over 10 MiB after decompression (64 KiB where no entries are sent), and nothing is stored; or a delivery of a feed over 32 MiB (of OpenTelemetry or Firehose: 64 MiB), of which the first parts are stored; or a signed delivery over 10 MiB',
    example: 'The body is over 10 MiB; send smaller batches',
  },
  URI_TOO_LONG: {
    status: 414,
    when: 'the path of the request is too long',
    example: 'The path is too long',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'the content type, charset or content encoding is not supported',
    example: 'Send the body as application/json in UTF-8',
  },
  MISDIRECTED_REQUEST: {
    status: 421,
    when: 'the page, signing in, `/docs` or `/metrics` is asked for, or a cookie is sent, under a name that is not that of this service',
    example:
      'This service does not know the name server: open it at http://127.0.0.1:3000, or let its operator add server to ALLOWED_HOSTS',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    when: 'the same `Idempotency-Key` was used before with a different body',
    example: 'This Idempotency-Key was used with another body; use a new key for new entries',
  },
  RATE_LIMITED: {
    status: 429,
    when: 'too many requests; `Retry-After` says how long to wait',
    example: 'Too many requests; try again in 42 s',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    when: 'the headers of the request are too large',
    example: 'The headers are too large',
  },
  INTERNAL_ERROR: {
    status: 500,
    when: 'a bug; report it with the `X-Request-Id`',
    example: 'Something went wrong here; the X-Request-Id names this case',
  },
  NOT_CONFIGURED: {
    status: 503,
    when: 'this needs a setting that the operator of the service has not made; the message names it',
    example: 'Signing secrets cannot be kept here: the operator of the service must set SECRET_KEY',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when: 'the service is starting or overloaded, or its queue or database is away or too slow; `Retry-After` says when to try again',
    example: 'More batches come than are stored; send this request again later',
  },
} as const satisfies Record<string, { status: number; when: string; example: string }>;

export type ApiErrorCode = keyof typeof API_ERRORS;

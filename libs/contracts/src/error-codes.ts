/** Every error that the API answers with. A test keeps `docs/errors.md` equal to it. */
export const API_ERRORS = {
  INVALID_JSON: {
    status: 400,
    when: 'the body is not JSON, or it is nested more than 10000 levels deep',
  },
  VALIDATION_ERROR: {
    status: 400,
    when: 'a parameter or a field of an entry is wrong; the message names it',
  },
  UNAUTHORIZED: {
    status: 401,
    when: 'the key is missing, malformed, unknown, revoked or expired',
  },
  FORBIDDEN: {
    status: 403,
    when: 'this kind of key is not accepted here, or the key does not have the right to do this',
  },
  NOT_FOUND: {
    status: 404,
    when: 'the route, or the website or key in this account, does not exist',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'the route exists, but not with this method; `Allow` lists its methods',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    when: 'the request did not arrive within 30 seconds, or its body came too slowly',
  },
  CONFLICT: {
    status: 409,
    when: 'the request conflicts with what the account has now; the message says what to do first',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    when: 'a request with the same `Idempotency-Key` is still in progress',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: 'more than 1000 entries, or a body over 10 MiB after decompression (64 KiB where no entries are sent); nothing is stored',
  },
  URI_TOO_LONG: { status: 414, when: 'the path of the request is too long' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'the content type, charset or content encoding is not supported',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    when: 'the same `Idempotency-Key` was used before with a different body',
  },
  RATE_LIMITED: { status: 429, when: 'too many requests; `Retry-After` says how long to wait' },
  HEADERS_TOO_LARGE: { status: 431, when: 'the headers of the request are too large' },
  INTERNAL_ERROR: { status: 500, when: 'a bug; report it with the `X-Request-Id`' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when: 'the service is starting or overloaded, or its queue or database is away or too slow; `Retry-After` says when to try again',
  },
} as const satisfies Record<string, { status: number; when: string }>;

export type ApiErrorCode = keyof typeof API_ERRORS;

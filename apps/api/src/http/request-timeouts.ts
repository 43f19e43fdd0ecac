/** How long a client may take. */
export interface RequestTimeouts {
  /** For the headers of a request. */
  headersMs: number;
  /** For a request as a whole. */
  requestMs: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = { headersMs: 10_000, requestMs: 30_000 };

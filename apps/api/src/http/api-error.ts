import { API_ERRORS, type ApiErrorCode } from '@app/contracts';
import type { RefusalReason } from '@app/observability';

/** Why something that was sent is refused, as a value. */
export interface Refusal {
  code: ApiErrorCode;
  message: string;
}

/** An answer of the error catalogue. Throw it anywhere in a request; one filter sends it. */
export class ApiError extends Error {
  constructor(
    readonly code: ApiErrorCode,
    message: string,
    readonly headers: Record<string, string> = {},
    /** Why a request was refused although nothing was wrong with it. */
    readonly refusal?: RefusalReason,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  static of({ code, message }: Refusal): ApiError {
    return new ApiError(code, message);
  }

  get status(): number {
    return API_ERRORS[this.code].status;
  }
}

/** The envelope of every error. */
export function errorBody(code: ApiErrorCode, message: string) {
  return { success: false as const, error: { code, message } };
}

/**
 * Returns the answer when a store is away or overloaded, or when this process is overloaded or is
 * being stopped.
 */
export function unavailable(
  message: string,
  refusal?: RefusalReason,
  retryAfterSeconds = 5,
): ApiError {
  const headers = { 'retry-after': `${retryAfterSeconds}` };
  return new ApiError('SERVICE_UNAVAILABLE', message, headers, refusal);
}

/**
 * Returns the answer when there is no room for a body. There will be soon, because bodies are held
 * for moments only.
 */
export function tooManyBodies(): ApiError {
  return unavailable('Too many requests are under way; send this one again', 'bodies_in_flight', 1);
}

/** Returns the answer to a request that does not arrive, or arrives too slowly. */
export function tooSlow(): ApiError {
  return new ApiError(
    'REQUEST_TIMEOUT',
    'The request did not arrive in time; send it faster or in smaller batches',
  );
}

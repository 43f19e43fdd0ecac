import { API_ERRORS, type ApiErrorCode } from '@app/contracts';

/** An answer of the error catalogue. Throw it anywhere in a request; one filter sends it. */
export class ApiError extends Error {
  constructor(
    readonly code: ApiErrorCode,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }

  get status(): number {
    return API_ERRORS[this.code].status;
  }
}

/** The envelope of every error. */
export function errorBody(code: ApiErrorCode, message: string) {
  return { success: false as const, error: { code, message } };
}

/** A store is away, or the service is going away. */
export function unavailable(message: string, retryAfterSeconds = 5): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', message, { 'retry-after': `${retryAfterSeconds}` });
}

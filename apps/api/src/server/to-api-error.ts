import { isNativeError } from 'node:util/types';
import { HttpException } from '@nestjs/common';
import { isInfrastructureError } from '@app/storage';
import { ApiError, unavailable } from '../http/api-error.js';

/**
 * The SQLSTATE of a statement that reached its statement_timeout, or waited too long for a lock.
 */
const TOO_SLOW = ['57014', '55P03'];

/** Errors of requests that Fastify refuses before any of our code runs. */
const FASTIFY_ERRORS: Record<string, () => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ApiError('PAYLOAD_TOO_LARGE', 'The body is over 10 MiB'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedContentType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('VALIDATION_ERROR', 'The body is shorter or longer than Content-Length says'),
  FST_ERR_BAD_URL: () => new ApiError('VALIDATION_ERROR', 'The path is not a valid URL path'),
  FST_ERR_MAX_PARAM_LENGTH: () => new ApiError('URI_TOO_LONG', 'The path is too long'),
  // A path that would lead out of the documentation's folder.
  FST_STATIC_FORBIDDEN_PATH: noSuchRoute,
  FST_ERR_PARAM_TOO_LONG: () => new ApiError('URI_TOO_LONG', 'The path is too long'),
};

export function unsupportedContentType(): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8');
}

/**
 * Turns any failure of a request into an answer of the catalogue. An unforeseen failure becomes
 * INTERNAL_ERROR.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Nest wraps the errors with which Fastify refuses a request.
  const known = FASTIFY_ERRORS[codeOf(error instanceof HttpException ? error.cause : error)];
  if (known) return known();
  if (error instanceof HttpException && error.getStatus() === 404) return noSuchRoute();
  if (isPoolBusy(error)) {
    return unavailable('Too many requests wait for the database; try again', 'database_busy');
  }
  if (TOO_SLOW.includes(codeOf(error))) {
    return unavailable(
      'The database took too long; try again, or ask for a shorter period',
      'database_slow',
    );
  }
  if (isInfrastructureError(error)) {
    return unavailable('The database is not available; try again', 'database_away');
  }
  return new ApiError(
    'INTERNAL_ERROR',
    'Something went wrong on our side; report it with the X-Request-Id of this answer',
  );
}

/**
 * Tells whether all connections of a pool are taken and none became free in time. The text is
 * pg-pool's.
 */
function isPoolBusy(error: unknown): boolean {
  return isNativeError(error) && /timeout exceeded when trying to connect/i.test(error.message);
}

export function noSuchRoute(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such route; see /docs');
}

/**
 * Returns the `code` of an error of Node or Fastify. instanceof would not do, because the error may
 * come from another realm.
 */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

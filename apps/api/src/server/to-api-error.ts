import { isNativeError } from 'node:util/types';
import { HttpException } from '@nestjs/common';
import { isInfrastructureError } from '@app/storage';
import { ApiError, unavailable } from '../http/api-error.js';

/** SQLSTATE of a statement that reached its statement_timeout, or waited too long for a lock. */
const TOO_SLOW = ['57014', '55P03'];

/** What Fastify refuses by itself, before any of our code runs. */
const FASTIFY_ERRORS: Record<string, () => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ApiError('PAYLOAD_TOO_LARGE', 'The body is over 10 MiB'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedContentType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('VALIDATION_ERROR', 'The body is shorter or longer than Content-Length says'),
  FST_ERR_BAD_URL: () => new ApiError('VALIDATION_ERROR', 'The path is not a valid URL path'),
  FST_ERR_MAX_PARAM_LENGTH: () => new ApiError('URI_TOO_LONG', 'The path is too long'),
  // A path that leads out of the documentation's folder.
  FST_STATIC_FORBIDDEN_PATH: noSuchRoute,
  FST_ERR_PARAM_TOO_LONG: () => new ApiError('URI_TOO_LONG', 'The path is too long'),
};

export function unsupportedContentType(): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8');
}

/** Any failure of a request as an answer of the catalogue; what is not foreseen is an INTERNAL_ERROR. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Nest wraps what Fastify refuses.
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
    'Something went wrong here; the X-Request-Id names this case',
  );
}

/** All connections of a pool are taken, and none became free in time (pg-pool's words). */
function isPoolBusy(error: unknown): boolean {
  return isNativeError(error) && /timeout exceeded when trying to connect/i.test(error.message);
}

export function noSuchRoute(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such route; see /docs');
}

/** The `code` of an error of Node or Fastify; not by instanceof, because it may come from another realm. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

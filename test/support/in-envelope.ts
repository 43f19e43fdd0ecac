import type { ApiErrorCode } from '@app/contracts';
import type { Answer } from './http.js';

const CODES: Readonly<Record<number, ApiErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

/**
 * Returns an answer as other routes would give it. Some feeds write errors in the form of their
 * senders, with the same status and message.
 */
export function inEnvelope({ status, headers, body }: Answer): Answer {
  const message = (body?.message ?? body?.errorMessage) as string | undefined;
  const code = CODES[status];
  if (code === undefined || message === undefined) return { status, headers, body };
  const own = new Headers(headers);
  own.set('content-type', 'application/json; charset=utf-8');
  return { status, headers: own, body: { success: false, error: { code, message } } };
}

import { ApiError } from './api-error.js';

/**
 * Reads when something that is made now shall end. Null means never.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function futureTime(text: string | null | undefined, now: number): Date | null {
  if (text === null || text === undefined) return null;
  const time = new Date(text);
  if (time.getTime() <= now)
    throw new ApiError('VALIDATION_ERROR', 'expires_at must be in the future');
  return time;
}

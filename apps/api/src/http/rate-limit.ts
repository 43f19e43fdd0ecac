import type { RateLimitState } from '@app/access';
import type { FastifyReply } from 'fastify';
import type { Attempts } from './attempts.js';

/**
 * Tells the client how much it may still ask.
 *
 * @throws ApiError RATE_LIMITED when this request is above the limit
 */
export function checkRateLimit(
  state: RateLimitState,
  reply: FastifyReply,
  attempts: Attempts,
): void {
  void reply.headers({
    'x-ratelimit-limit': `${state.limit}`,
    'x-ratelimit-remaining': `${state.remaining}`,
    'x-ratelimit-reset': `${Math.ceil(state.resetAt / 1000)}`,
  });
  if (!state.allowed) throw attempts.tooMany(state.name, secondsUntil(state.resetAt));
}

function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000));
}

import type { KeyRing, RateLimits, RateLimitState, WrongKeyLimit } from '@app/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, unavailable } from './api-error.js';

export interface AccessDependencies {
  keyRing: KeyRing;
  rateLimits: RateLimits;
  wrongKeyLimit: WrongKeyLimit;
}

/**
 * Key (401), rate limit (429), kind of key (403): in this order, and before a body is read, so that
 * a stranger cannot make the service parse anything.
 */
export function createAccessHook({ keyRing, rateLimits, wrongKeyLimit }: AccessDependencies) {
  return async function checkAccess(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const access = request.routeOptions.config.access;
    if (request.is404 || access === 'public') return;

    const key = presentedKey(request);
    if (!keyRing.hasSeen(key)) await refuseBlockedAddress(request.ip);
    const verdict = await keyRing.identify(key);
    if (verdict.kind === 'unavailable') throw unavailable('Keys cannot be checked now; try again');
    if (verdict.kind === 'unknown') {
      await wrongKeyLimit.recordFailure(request.ip);
      throw new ApiError('UNAUTHORIZED', 'Send a valid key in the x-api-key header');
    }

    const state = await rateLimits.take(verdict.holder);
    void reply.headers(rateLimitHeaders(state));
    if (!state.allowed) throw rateLimited(secondsUntil(state.resetAt));
    if (verdict.holder.kind !== access) throw wrongKind(access);
    request.keyHolder = verdict.holder;
  };

  async function refuseBlockedAddress(address: string): Promise<void> {
    const seconds = await wrongKeyLimit.secondsBlocked(address);
    if (seconds > 0) throw rateLimited(seconds);
  }
}

function presentedKey(request: FastifyRequest): string {
  const value = request.headers['x-api-key'];
  return typeof value === 'string' ? value : '';
}

function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  return {
    'x-ratelimit-limit': `${state.limit}`,
    'x-ratelimit-remaining': `${state.remaining}`,
    'x-ratelimit-reset': `${Math.ceil(state.resetAt / 1000)}`,
  };
}

function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000));
}

function rateLimited(seconds: number): ApiError {
  return new ApiError('RATE_LIMITED', `Too many requests; try again in ${seconds} s`, {
    'retry-after': `${seconds}`,
  });
}

function wrongKind(access: string | undefined): ApiError {
  return access === 'bot'
    ? new ApiError('FORBIDDEN', 'This route takes a Bot Tracking Key (bot_…), not an API Key')
    : new ApiError('FORBIDDEN', 'This route takes an API Key (api_…), not a Bot Tracking Key');
}

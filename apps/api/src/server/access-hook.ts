import {
  type AddressLimit,
  isWellFormedKey,
  type KeyRing,
  type RateLimitName,
  type RateLimits,
  type RateLimitState,
} from '@app/access';
import type { KeyKind } from '@app/contracts';
import type { ApiMetrics } from '@app/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, unavailable } from '../http/api-error.js';
import { type CredentialsFault, readCredentials } from './credentials.js';
import { keysInAddress } from './key-in-address.js';

/** What knows and counts the keys of one kind. */
export interface Lane {
  keyRing: KeyRing;
  rateLimits: RateLimits;
}

export interface AccessDependencies {
  /**
   * Each kind of keys has its own connections, so that requests of one kind do not hold up the
   * other.
   */
  lanes: Record<KeyKind, Lane>;
  wrongKeyLimit: AddressLimit;
  metrics: Pick<ApiMetrics, 'keysRefused' | 'requestsRateLimited'>;
}

const READING = new Set(['GET', 'HEAD']);

/** Why a request is answered with 401. */
type KeyFault = CredentialsFault | 'unknown';

/**
 * Most faults get the same message, so that it tells nothing about the keys that exist. The others
 * can be seen in the request itself.
 */
const WRONG_KEY = 'Send a valid key in the x-api-key header';
const MESSAGES: Partial<Record<KeyFault, string>> = {
  several: 'This request carries different keys; send only one of them',
  misplaced: 'Only a Bot Tracking Key (bot_…) may stand in the address, not an API Key',
};

/**
 * Checks the key (401), the rate limit (429), and the kind and scope of the key (403), in this
 * order. It does so before a body is read, so that a stranger cannot make the service parse
 * anything.
 */
export function createAccessHook({ lanes, wrongKeyLimit, metrics }: AccessDependencies) {
  return async function checkAccess(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, keyFrom } = request.routeOptions.config;
    if (request.is404 || access === 'public') return;

    const credentials = readCredentials(request.raw, keysInAddress(request.raw), keyFrom);
    if ('fault' in credentials) throw refuseKey(credentials.fault, request.ip);
    const { key } = credentials;
    const { keyRing, rateLimits } = lanes[key.startsWith('bot_') ? 'bot' : 'api'];
    const verdict = await keyRing.identify(key);
    if (verdict.kind === 'unavailable') {
      throw unavailable('Keys cannot be checked now; try again', 'database_away');
    }
    if (verdict.kind === 'unknown') throw refuseKey(faultOf(key), request.ip);

    const { holder } = verdict;
    const state = await rateLimits.take(holder);
    void reply.headers(rateLimitHeaders(state));
    if (!state.allowed) throw rateLimited(state.name, secondsUntil(state.resetAt));
    if (holder.kind !== access) {
      metrics.keysRefused.inc({ reason: 'wrong_kind' });
      throw wrongKind(access);
    }
    if (holder.scope === 'read' && !READING.has(request.method)) {
      throw new ApiError('FORBIDDEN', 'This API Key has the scope read and changes nothing');
    }
    request.keyHolder = holder;
  };

  /**
   * A key that could be right is looked up before, so that it is never refused because its
   * neighbours send wrong ones.
   */
  function refuseKey(fault: KeyFault, address: string): ApiError {
    const seconds = wrongKeyLimit.count(address);
    if (seconds > 0) return rateLimited('address', seconds);
    metrics.keysRefused.inc({ reason: fault });
    return new ApiError('UNAUTHORIZED', MESSAGES[fault] ?? WRONG_KEY);
  }

  function rateLimited(limit: RateLimitName | 'address', seconds: number): ApiError {
    metrics.requestsRateLimited.inc({ limit });
    const who = limit === 'account' ? ' from all keys of this account together' : '';
    return new ApiError('RATE_LIMITED', `Too many requests${who}; try again in ${seconds} s`, {
      'retry-after': `${seconds}`,
    });
  }
}

/** What starts like a key may still be none, for example by a typing error. */
function faultOf(key: string): 'malformed' | 'unknown' {
  return isWellFormedKey(key) ? 'unknown' : 'malformed';
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

function wrongKind(access: string | undefined): ApiError {
  return access === 'bot'
    ? new ApiError('FORBIDDEN', 'This route takes a Bot Tracking Key (bot_…), not an API Key')
    : new ApiError('FORBIDDEN', 'This route takes an API Key (api_…), not a Bot Tracking Key');
}

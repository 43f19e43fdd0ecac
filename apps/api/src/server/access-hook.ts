import type { KeyRing, RateLimits, RateLimitState } from '@app/access';
import type { HostTest } from '@app/config';
import type { KeyKind } from '@app/contracts';
import type { ApiMetrics } from '@app/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.js';
import { checkRateLimit } from '../http/rate-limit.js';
import { type Caller, createIdentify, type IdentityDependencies } from './identify.js';
import { misdirected } from './misdirected.js';
import { checkOwnPage } from './own-page.js';

/** What knows and counts the keys of one kind. */
export interface Lane {
  keyRing: KeyRing;
  rateLimits: RateLimits;
}

export interface AccessDependencies extends IdentityDependencies {
  /**
   * Each kind of keys has its own connections, so that requests of one kind do not hold up the
   * other.
   */
  lanes: Record<KeyKind, Lane>;
  /** The origin of the page that browsers show. It is known once the API listens. */
  origin: () => string;
  /** Tells under which names browsers may ask. */
  isServed: HostTest;
  metrics: Pick<ApiMetrics, 'keysRefused'>;
}

const READING = new Set(['GET', 'HEAD']);

/**
 * Checks the name under which a browser asks (421), the key, the session or the shared link (401),
 * the rate limit (429), whether the route is shared, the kind and scope of the key, and which page
 * made a browser ask (403), in this order. It does so before a body is read, so that a stranger
 * cannot make the service parse anything.
 *
 * The name does not matter where a key is sent: no page of a stranger knows one, and the proxies of
 * senders write names of their own.
 */
export function createAccessHook(dependencies: AccessDependencies) {
  const { lanes, attempts, metrics, origin, isServed } = dependencies;
  const identify = createIdentify(dependencies);

  return async function checkAccess(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, declaration } = request.routeOptions.config;
    if (access === 'public') return admitStranger(request);
    if (access === 'session') checkHost(request);
    const isReading = READING.has(request.method) || declaration?.isReading === true;
    // Whoever signs in or out has a browser, and perhaps no session yet.
    if (access === 'session' && !isReading) checkOwnPage(request, origin());

    const caller = await identify(request);
    if (!caller) return attempts.admitStranger(request.ip);
    const { holder, session, share } = caller;
    if (session || share) checkHost(request);
    checkRateLimit(await count(caller, request.ip), reply, attempts);
    if (share) checkIsShared(request);
    if (access !== 'session') checkRights(request, caller, isReading);
    request.keyHolder = holder;
    request.session = session;
    request.share = share;
  };

  function count({ holder, session, share }: Caller, address: string): Promise<RateLimitState> {
    const { rateLimits } = lanes[holder.kind];
    if (share) return rateLimits.takeShare(holder, address);
    return session ? rateLimits.takeSession(holder) : rateLimits.take(holder);
  }

  function admitStranger(request: FastifyRequest): void {
    const { isProbe, anyHost } = request.routeOptions.config;
    if (isProbe) return;
    attempts.admitStranger(request.ip);
    if (!anyHost) checkHost(request);
  }

  function checkHost({ headers: { host } }: FastifyRequest): void {
    if (!isServed(host)) throw misdirected(host, origin());
  }

  /**
   * Lets readers of shared links have the routes that are declared for them, and no others.
   *
   * @throws ApiError FORBIDDEN
   */
  function checkIsShared({ routeOptions }: FastifyRequest): void {
    if (routeOptions.config.share) return;
    metrics.keysRefused.inc({ reason: 'not_shared' });
    throw new ApiError(
      'FORBIDDEN',
      'A shared link shows some reports of one website and nothing else: sign in with an API Key for this',
    );
  }

  /** @throws ApiError FORBIDDEN, UNSUPPORTED_MEDIA_TYPE */
  function checkRights(request: FastifyRequest, { holder, session }: Caller, isReading: boolean) {
    const { access } = request.routeOptions.config;
    if (holder.kind !== access) {
      metrics.keysRefused.inc({ reason: 'wrong_kind' });
      throw wrongKind(access);
    }
    if (isReading) return;
    if (session) checkOwnPage(request, origin());
    if (holder.scope === 'read') {
      const who = session ? 'This session has an API Key that' : 'This API Key';
      throw new ApiError('FORBIDDEN', `${who} has the scope read and changes nothing`);
    }
  }
}

function wrongKind(access: string | undefined): ApiError {
  return access === 'bot'
    ? new ApiError('FORBIDDEN', 'This route takes a Bot Tracking Key (bot_…), not an API Key')
    : new ApiError('FORBIDDEN', 'This route takes an API Key (api_…), not a Bot Tracking Key');
}

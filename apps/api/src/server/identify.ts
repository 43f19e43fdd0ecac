import {
  isWellFormedKey,
  type KeyHolder,
  type KeyRing,
  type SessionRing,
  type SessionVerdict,
  type ShareRing,
  type ShareVerdict,
} from '@app/access';
import type { KeyKind } from '@app/contracts';
import type { SessionRow, ShareRow } from '@app/storage';
import type { FastifyRequest } from 'fastify';
import { type ApiError, unavailable } from '../http/api-error.js';
import type { Attempts } from '../http/attempts.js';
import { type SessionCookie, tokenIn } from '../http/session-cookie.js';
import { type CredentialsFault, readCredentials } from './credentials.js';
import { keysInAddress } from './key-in-address.js';

/** Who asks, once it is known. */
export interface Caller {
  holder: KeyHolder;
  /** Null when the request carries a key, or comes from the reader of a shared link. */
  session: SessionRow | null;
  /** Null unless the request comes from the reader of a shared link. */
  share: ShareRow | null;
}

export interface IdentityDependencies {
  /** What knows the keys of each kind. */
  lanes: Record<KeyKind, { keyRing: KeyRing }>;
  /** Knows the browsers that are signed in. */
  sessionRing: SessionRing;
  /** Knows the shared links that browsers have opened. */
  shareRing: ShareRing;
  cookie: SessionCookie;
  attempts: Attempts;
}

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
const ENDED = {
  session: 'This session has ended: sign in again',
  share: 'This shared link was revoked or has expired: ask for another one where you got it',
};
const SEVERAL_COOKIES =
  'This browser has several cookies of this service: delete those of this host, then sign in again';

/**
 * Returns the function that finds out who asks: by a key or by the cookie of a browser. A key in a
 * header wins over the cookie. Routes of Bot Tracking Keys, and those that take keys only, do not look at
 * the cookie. On routes of
 * sessions the answer may be undefined: nobody is known there yet.
 *
 * The function throws ApiError UNAUTHORIZED, RATE_LIMITED and SERVICE_UNAVAILABLE.
 */
export function createIdentify(dependencies: IdentityDependencies) {
  const { lanes, sessionRing, shareRing, cookie, attempts } = dependencies;

  return async function identify(request: FastifyRequest): Promise<Caller | undefined> {
    const { access, keyFrom, declaration } = request.routeOptions.config;
    const credentials = readCredentials(request.raw, keysInAddress(request.raw), keyFrom);
    if ('key' in credentials)
      return access === 'session' ? undefined : identifyKey(credentials.key, request.ip);
    const { fault } = credentials;
    const hasNoKey = fault === 'missing' || fault === 'malformed';
    const takesNone = access === 'bot' || declaration?.keysOnly === true;
    const secrets = takesNone || !hasNoKey ? [] : cookie.valuesIn(request.headers);
    if (secrets.length > 0) return identifyBrowser(secrets, request);
    if (access === 'session') return undefined;
    throw refuseKey(fault, request.ip);
  };

  /**
   * A key that could be right is looked up before it is counted as a wrong one, so that it is never
   * refused because its neighbours send wrong ones.
   */
  async function identifyKey(key: string, address: string): Promise<Caller> {
    const verdict = await lanes[key.startsWith('bot_') ? 'bot' : 'api'].keyRing.identify(key);
    if (verdict.kind === 'unavailable')
      throw unavailable('Keys cannot be checked now; try again', 'database_away');
    if (verdict.kind === 'unknown') throw refuseKey(faultOf(key), address);
    return { holder: verdict.holder, session: null, share: null };
  }

  async function identifyBrowser(
    [secret = '', ...others]: string[],
    { ip, routeOptions }: FastifyRequest,
  ): Promise<Caller | undefined> {
    // One of several may come from another host of the same domain.
    if (others.length > 0) {
      if (routeOptions.config.access === 'session') return undefined;
      throw attempts.refuse('session', SEVERAL_COOKIES, ip);
    }
    const token = tokenIn(secret);
    const verdict = await (token === undefined
      ? sessionRing.identify(secret)
      : shareRing.identify(token));
    if (verdict.kind === 'valid') return callerOf(verdict);
    if (verdict.kind === 'unavailable')
      throw unavailable('Sessions cannot be checked now; try again', 'database_away');
    if (routeOptions.config.access === 'session') return undefined;
    const what = token === undefined ? 'session' : 'share';
    throw attempts.refuse(what, ENDED[what], ip);
  }

  function refuseKey(fault: KeyFault, address: string): ApiError {
    return attempts.refuse(fault, MESSAGES[fault] ?? WRONG_KEY, address);
  }
}

function callerOf(verdict: Extract<SessionVerdict | ShareVerdict, { kind: 'valid' }>): Caller {
  return { session: null, share: null, ...verdict };
}

/** What starts like a key may still be none, for example by a typing error. */
function faultOf(key: string): 'malformed' | 'unknown' {
  return isWellFormedKey(key) ? 'unknown' : 'malformed';
}

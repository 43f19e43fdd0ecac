import { isNativeError } from 'node:util/types';

/** Replies of a server that is starting, gives way to another one, or has lost its cluster. */
const AWAY_REPLY = /^(LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|BUSY|UNBLOCKED)\b/;
/** Replies of a server that accepts no writes: no memory, no disk, no replicas. */
const FULL_REPLY = /^(OOM|MISCONF|NOREPLICAS)\b/;
/** Errors that ioredis reports only by their message. */
const CLIENT_MESSAGE =
  /connection is closed|command timed out|stream isn't writeable|cluster isn't ready|cluster is ended|max retries per request|too many cluster redirections|socket timeout|failed to refresh slots cache|none of startup nodes|connect ETIMEDOUT/i;
const ERRNO =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Tells whether an error means that Redis is away for now, so that waiting helps. */
export function isRedisAway(error: unknown): boolean {
  // instanceof would fail here, because an error of Node itself may come from another realm.
  if (!isNativeError(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return ERRNO.test(code) || AWAY_REPLY.test(error.message) || CLIENT_MESSAGE.test(error.message);
}

/**
 * Tells whether an error means that Redis is away or accepts no writes for now, so that the job is
 * not at fault.
 */
export function isRedisUnable(error: unknown): boolean {
  return isRedisAway(error) || (isNativeError(error) && FULL_REPLY.test(error.message));
}

import { senderOf } from '@app/contracts';
import type { FastifyRequest } from 'fastify';
import '../http/route.js';
import type { Holder } from '../overload/holdings.js';

/**
 * Returns whose bytes a request and its answer are, for the bounds on what this process holds.
 * Readers of shared links count by their addresses, as strangers do: they must not use up what the
 * account itself may hold.
 */
export function whoseBytes({ keyHolder, share, ip }: FastifyRequest): Holder {
  return { account: share ? 0 : (keyHolder?.accountId ?? 0), address: senderOf(ip) };
}

import type { ApiMetrics } from '@app/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyBodies, unavailable } from '../http/api-error.js';
import type { BodyBudget, BodyTicket } from '../overload/body-budget.js';
import type { AccountShares } from '../overload/account-shares.js';
import type { QueueObstacle, QueueSampler } from '../overload/queue-sampler.js';
import { atEndOf } from './connections.js';
import { hasBody } from './read-body.js';
import { whoseBytes } from './whose-bytes.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's share of the memory for bodies; null when the request has none. */
    bodyTicket: BodyTicket | null;
  }
}

export interface AdmissionDependencies {
  sampler: Pick<QueueSampler, 'gates'>;
  shares: Pick<AccountShares, 'turnOf'>;
  bodies: BodyBudget;
  metrics: Pick<ApiMetrics, 'requestsRefusedByShare'>;
}

const MESSAGES: Record<QueueObstacle, string> = {
  queue_full: 'Too many batches wait to be stored; send this request again later',
  queue_behind: 'Storing has fallen too far behind; send this request again later',
  queue_slow: 'More batches come than are stored; send this request again later',
  queue_away: 'The queue does not answer now; send this request again',
};

/**
 * Refuses requests before their bodies are read: those whose entries would go into the queue
 * (routes of Bot Tracking Keys) while the workers do not keep up, and those for whose body there is
 * no room. It runs after the checks of key, limit and kind of key.
 */
export function createAdmissionHook({ sampler, shares, bodies, metrics }: AdmissionDependencies) {
  return async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const holder = whoseBytes(request);
    if (request.routeOptions.config.access === 'bot') checkQueue(holder.account);
    if (!hasBody(request)) return;
    const ticket = bodies.open(holder, Number(request.headers['content-length'] ?? 0));
    if (!ticket) throw tooManyBodies();
    request.bodyTicket = ticket;
    atEndOf(request, reply, ticket.keep());
  };

  function checkQueue(account: number): void {
    const { first, later } = sampler.gates;
    const { obstacle, retryAfterSeconds } = shares.turnOf(account) === 'first' ? first : later;
    if (!obstacle) return;
    if (!first.obstacle) metrics.requestsRefusedByShare.inc();
    throw unavailable(MESSAGES[obstacle], obstacle, retryAfterSeconds);
  }
}

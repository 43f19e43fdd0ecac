import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooManyBodies, unavailable } from '../http/api-error.js';
import { MAX_BODY_BYTES } from './read-body.js';
import type { BodyBudget, BodyTicket } from '../overload/body-budget.js';
import type { QueueObstacle, QueueSampler } from '../overload/queue-sampler.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's share of the memory for bodies; null where no entries are taken in. */
    bodyTicket: BodyTicket | null;
  }
}

export interface AdmissionDependencies {
  queue: Pick<QueueSampler, 'obstacle' | 'retryAfterSeconds'>;
  bodies: BodyBudget;
}

const MESSAGES: Record<QueueObstacle, string> = {
  queue_full: 'Too many batches wait to be stored; send this request again later',
  queue_behind: 'Storing has fallen too far behind; send this request again later',
  queue_slow: 'More batches come than are stored; send this request again later',
  queue_away: 'The queue does not answer now; send this request again',
};

/**
 * Refuses what would be taken into the queue (routes of Bot Tracking Keys) before its body is read:
 * all of a request or nothing. Runs after the checks of key, limit and kind.
 */
export function createAdmissionHook({ queue, bodies }: AdmissionDependencies) {
  return async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.routeOptions.config.access !== 'bot') return;
    const { obstacle, retryAfterSeconds } = queue;
    if (obstacle) throw unavailable(MESSAGES[obstacle], obstacle, retryAfterSeconds);
    const announced = Number(request.headers['content-length'] ?? 0);
    // A body that is too long is refused when its turn comes, and never held.
    const ticket = bodies.open(announced > MAX_BODY_BYTES ? 0 : announced);
    if (!ticket) throw tooManyBodies();
    request.bodyTicket = ticket;
    reply.raw.once('close', ticket.keep());
  };
}

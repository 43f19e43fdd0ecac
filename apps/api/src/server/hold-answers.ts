import { senderOf } from '@app/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerBudget } from '../overload/answer-budget.js';
import { atEndOf } from './at-end-of.js';

/**
 * Counts the bytes of an answer until its client has read them, or is gone. It runs before the
 * compression, because the whole text is held until the last of it is compressed. The connection of an
 * answer that is given up is closed: there is no other way to tell the client.
 */
export function createAnswerHook(answers: AnswerBudget) {
  return async function holdAnswer(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    // Bytes are a page that is held once for all.
    if (typeof payload !== 'string') return payload;
    const account = request.keyHolder?.accountId ?? 0;
    const { socket } = request.raw;
    const release = answers.hold(
      { account, address: senderOf(request.ip) },
      Buffer.byteLength(payload),
      () => socket.destroy(),
    );
    atEndOf(request, reply, release);
    return payload;
  };
}

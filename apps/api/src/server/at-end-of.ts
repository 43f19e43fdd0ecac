import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What is still to be done for each open connection when it closes. */
const whenClosed = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `end` once: when the answer to a request has gone out, or when the connection is gone. On one
 * connection many requests may be under way (pipelining). If it closes, Node tells that only to the
 * response that is first in line, so the others must hear it from the connection itself. Otherwise a
 * client could make the service hold for ever what it keeps for a request.
 */
export function atEndOf(request: FastifyRequest, reply: FastifyReply, end: () => void): void {
  const { socket } = request.raw;
  // Whoever listens now would hear nothing.
  if (socket.destroyed) return end();
  const waiting = waitingFor(socket);
  waiting.add(end);
  reply.raw.once('close', () => {
    if (waiting.delete(end)) end();
  });
}

function waitingFor(socket: Socket): Set<() => void> {
  const known = whenClosed.get(socket);
  if (known) return known;
  const waiting = new Set<() => void>();
  whenClosed.set(socket, waiting);
  socket.once('close', () => {
    for (const end of waiting) end();
    waiting.clear();
  });
  return waiting;
}

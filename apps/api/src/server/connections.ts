import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errorBody, tooSlow } from '../http/api-error.js';
import { SECURITY_HEADERS } from './security-headers.js';

/*
 * On one connection many requests may be under way (pipelining). This file knows what must be
 * known of a connection because of that: what ends with it, and which answers come first.
 */

/** What is still to be done for each open connection when it closes. */
const whenClosed = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `end` once: when the answer to a request has gone out, or when the connection is gone. If
 * it closes, Node tells that only to the response that is first in line, so the others must hear it
 * from the connection itself. Otherwise a client could make the service hold for ever what it keeps
 * for a request.
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

/** The latest response of each connection. */
const latest = new WeakMap<Socket, ServerResponse<IncomingMessage>>();
/** Connections that get an error answer after their requests are done. */
const refused = new WeakSet<Socket>();

/** Remembers the request under way on each connection, for `answerClientError`. */
export function watchRequests(server: Pick<Server, 'on'>): void {
  server.on('request', (request, response) => latest.set(request.socket, response));
}

/**
 * Answers requests that Node refuses before there is a request object, so that they also get
 * envelope and request id. Complete requests that came before on the same connection are answered
 * first. Otherwise their client would take this answer for theirs, and send again what was already
 * stored.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  // Node reports every further piece of a connection that it has given up.
  if (refused.has(socket)) return;
  refused.add(socket);
  const before = latest.get(socket);
  if (before?.req.complete && !before.closed) before.once('close', () => refuse(error, socket));
  else refuse(error, socket);
}

function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return;
  const { code, message, status } = describe(error.code);
  const body = JSON.stringify(errorBody(code, message));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function describe(code = ''): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return tooSlow();
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('HEADERS_TOO_LARGE', 'The headers are too large');
    default:
      return new ApiError('VALIDATION_ERROR', 'The request is not valid HTTP');
  }
}

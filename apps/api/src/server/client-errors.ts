import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, errorBody, tooSlow } from '../http/api-error.js';
import { SECURITY_HEADERS } from './security-headers.js';

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

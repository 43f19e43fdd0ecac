import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { API_ERRORS, type ApiErrorCode } from '@app/contracts';
import { errorBody } from './api-error.js';

/** Requests that Node refuses before there is a request object: they get envelope and request id too. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const [code, message] = describe(error.code);
  const body = JSON.stringify(errorBody(code, message));
  const { status } = API_ERRORS[code];
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function describe(code = ''): [ApiErrorCode, string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [
        'REQUEST_TIMEOUT',
        'The request did not arrive in time; send it faster or in smaller batches',
      ];
    case 'HPE_HEADER_OVERFLOW':
      return ['HEADERS_TOO_LARGE', 'The headers are too large'];
    default:
      return ['VALIDATION_ERROR', 'The request is not valid HTTP'];
  }
}

import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@app/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from './api-error.js';
import { toApiError } from './to-api-error.js';

/** The one place where failures become answers. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  private send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.sent) return;
    const answer = toApiError(error);
    if (answer.status === 500)
      this.logger.error({ err: error, requestId: request.id }, 'request failed');
    if (answer.status === 503) {
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn({ requestId: request.id, reason }, 'request refused');
    }
    void reply
      .status(answer.status)
      .headers(answer.headers)
      .type('application/json; charset=utf-8')
      .send(errorBody(answer.code, answer.message));
  }
}

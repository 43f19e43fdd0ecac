import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Clock } from '@app/access';
import type { ApiMetrics, Logger } from '@app/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeError } from '../http/error-form.js';
import { toApiError } from './to-api-error.js';

const SAY_EVERY_MS = 1_000;

/** Turns every failure into an answer, in this one place. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly saidAt = new Map<string, number>();

  constructor(
    private readonly logger: Logger,
    private readonly clock: Clock,
    private readonly metrics: Pick<ApiMetrics, 'requestsRefused'>,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  private send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.sent) return;
    const answer = toApiError(error);
    if (answer.status === 500)
      this.logger.error({ err: error, requestId: request.id }, 'request failed');
    if (answer.refusal) {
      this.metrics.requestsRefused.inc({ reason: answer.refusal });
      const cause = error instanceof Error ? error.message : String(error);
      this.sayOnce(answer.refusal, { requestId: request.id, cause });
    }
    const { headers, routeOptions } = request;
    const asked = { headers, now: this.clock.now() };
    const written = writeError(routeOptions.config.errors, answer, asked);
    void reply
      .status(written.status ?? answer.status)
      .headers({ ...answer.headers, ...written.headers })
      .type(written.contentType)
      .send(written.body);
  }

  /**
   * Writes at most one line per second and reason, because an overloaded service must not write a
   * line per request.
   */
  private sayOnce(reason: string, details: object): void {
    const now = performance.now();
    if (now - (this.saidAt.get(reason) ?? -SAY_EVERY_MS) < SAY_EVERY_MS) return;
    this.saidAt.set(reason, now);
    this.logger.warn({ reason, ...details }, 'requests are refused');
  }
}

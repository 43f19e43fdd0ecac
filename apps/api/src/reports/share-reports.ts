import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { ApiMetrics } from '@app/observability';
import type { FastifyRequest } from 'fastify';
import { finalize, type Observable } from 'rxjs';
import { ApiError } from '../http/api-error.js';
import { AccountSlots } from '../overload/account-slots.js';

/** As long as a report may take in the database: by then one of the others has ended. */
export const REPORT_PATIENCE_MS = 5_000;

export const REPORT_METRICS = Symbol('ReportMetrics');

/**
 * Lets an account have a part of the connections for reports, so that its large reports leave the
 * others to other accounts. A slot is held until the work has ended, also when the client has gone.
 */
@Injectable()
export class ShareReports implements NestInterceptor {
  constructor(
    private readonly slots: AccountSlots,
    @Inject(REPORT_METRICS) private readonly metrics: Pick<ApiMetrics, 'requestsRateLimited'>,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { keyHolder } = context.switchToHttp().getRequest<FastifyRequest>();
    const leave = await this.slots.enter(keyHolder?.accountId ?? 0);
    if (!leave) throw this.refuse();
    return next.handle().pipe(finalize(leave));
  }

  private refuse(): ApiError {
    this.metrics.requestsRateLimited.inc({ limit: 'reports' });
    const seconds = REPORT_PATIENCE_MS / 1_000;
    return new ApiError(
      'RATE_LIMITED',
      `Too many reports of this account are under way; try again in ${seconds} s, or ask for shorter periods`,
      { 'retry-after': `${seconds}` },
    );
  }
}

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
import { AccountSlots } from './account-slots.js';

/** A report may take this long in the database, so by then one of the others has ended. */
export const REPORT_PATIENCE_MS = 5_000;

/** The slots of readers of shared links. */
export const READER_SLOTS = Symbol('ReaderSlots');

export const REPORT_METRICS = Symbol('ReportMetrics');

/**
 * Lets an account have a part of the connections for reports, so that its large reports leave the
 * others to other accounts. A slot is held until the work has ended, also when the client has gone.
 * The readers of the shared links of an account have slots of their own, so that nobody who has a
 * link makes the account wait.
 */
@Injectable()
export class ReportSlots implements NestInterceptor {
  constructor(
    private readonly slots: AccountSlots,
    @Inject(READER_SLOTS) private readonly readerSlots: AccountSlots,
    @Inject(REPORT_METRICS) private readonly metrics: Pick<ApiMetrics, 'requestsRateLimited'>,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const leave = await this.take(context.switchToHttp().getRequest<FastifyRequest>());
    return next.handle().pipe(finalize(leave));
  }

  /**
   * Takes a slot of the caller, and resolves with the function that gives it back.
   *
   * @throws ApiError RATE_LIMITED when none became free in time
   */
  async take({ keyHolder, share }: Pick<FastifyRequest, 'keyHolder' | 'share'>) {
    const slots = share ? this.readerSlots : this.slots;
    const leave = await slots.enter(keyHolder?.accountId ?? 0);
    if (!leave) throw this.refuse();
    return leave;
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

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

export interface AccountSlotsOptions {
  /** How many pieces of work an account may have under way. */
  most: number;
  /** How long a further one waits until one of them ends. */
  patienceMs: number;
}

interface Line {
  under: number;
  /** Those who wait, the first one first. */
  waiting: (() => void)[];
}

/** A line that is longer than this would not be served in time. */
const LONGEST_LINE = 100;

/**
 * Bounds what each account has under way, so that what it asks for at the same time leaves room for
 * others. What is beyond the bound waits in a line of the account.
 */
export class AccountSlots {
  private readonly lines = new Map<number, Line>();

  constructor(private readonly options: AccountSlotsOptions) {}

  /**
   * Resolves when the account has a free slot, with the function that gives the slot back. Resolves
   * with undefined when none became free in time.
   */
  async enter(accountId: number): Promise<(() => void) | undefined> {
    const line = this.lines.get(accountId) ?? { under: 0, waiting: [] };
    this.lines.set(accountId, line);
    if (line.under < this.options.most) line.under += 1;
    else if (!(await this.wait(line))) return undefined;
    return () => this.leave(accountId, line);
  }

  /** Waits in line. Returns true when a slot was handed over in time. */
  private async wait({ waiting }: Line): Promise<boolean> {
    if (waiting.length >= LONGEST_LINE) return false;
    return new Promise((resolve) => {
      const take = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(take), 1);
        resolve(false);
      }, this.options.patienceMs);
      waiting.push(take);
    });
  }

  private leave(accountId: number, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.under -= 1;
    if (line.under === 0) this.lines.delete(accountId);
  }
}

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
export class ShareReports implements NestInterceptor {
  constructor(
    private readonly slots: AccountSlots,
    @Inject(READER_SLOTS) private readonly readerSlots: AccountSlots,
    @Inject(REPORT_METRICS) private readonly metrics: Pick<ApiMetrics, 'requestsRateLimited'>,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { keyHolder, share } = context.switchToHttp().getRequest<FastifyRequest>();
    const slots = share ? this.readerSlots : this.slots;
    const leave = await slots.enter(keyHolder?.accountId ?? 0);
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

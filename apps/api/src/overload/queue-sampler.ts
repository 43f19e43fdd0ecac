import type { Logger } from '@app/observability';
import type { LogQueue } from '@app/queue';
import { type Backlog, QueuePace } from './queue-pace.js';
import {
  findPressure,
  type QueueLimits,
  type QueuePressure,
  type QueueSample,
  secondsUntilResume,
} from './queue-pressure.js';

/** Why the queue takes no batch now. */
export type QueueObstacle = QueuePressure | 'queue_away';

export interface QueueSamplerOptions {
  limits: QueueLimits;
  logger: Logger;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

const EVERY_MS = 250;
/** The last sample holds this long; then the queue counts as away. */
const HOLDS_MS = 5_000;
const AWAY_SECONDS = 5;

/**
 * Looks at the queue four times a second, so that no request has to: BullMQ itself takes jobs until
 * its store is full.
 */
export class QueueSampler {
  /** The newest one; undefined before the first. */
  sample: QueueSample | undefined;
  /** Why the queue takes no batch now; undefined: it does. */
  obstacle: QueueObstacle | undefined;
  /** What the workers have before them by the newest sample; undefined when their pace is not known. */
  backlog: Backlog | undefined;
  /** While there is an obstacle: whole seconds until it will be gone, as far as that can be told. */
  retryAfterSeconds = AWAY_SECONDS;

  private readonly now: () => number;
  private readonly pace = new QueuePace();
  private sampledAt: number;
  private underWay = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: QueueSamplerOptions) {
    this.now = options.now ?? (() => performance.now());
    this.sampledAt = this.now();
  }

  start(read: () => Promise<QueueSample>): void {
    this.timer = setInterval(() => void this.tick(read), EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * One look. While one is still under way no other is begun: it would take one more of the connections
   * that batches need. The store's client ends it by its own time limits.
   */
  async tick(read: () => Promise<QueueSample>): Promise<void> {
    if (this.now() - this.sampledAt > HOLDS_MS) this.findAway();
    if (this.underWay) return;
    this.underWay = true;
    try {
      this.take(await read());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.options.logger.debug({ reason }, 'the queue could not be sampled');
    } finally {
      this.underWay = false;
    }
  }

  private take(sample: QueueSample): void {
    const { limits } = this.options;
    this.sample = sample;
    this.sampledAt = this.now();
    this.backlog = this.pace.see({ atMs: this.sampledAt, ...sample });
    const current = this.obstacle === 'queue_away' ? undefined : this.obstacle;
    const state = { ...sample, backlog: this.backlog };
    const pressure = findPressure(state, limits, current);
    if (pressure) this.retryAfterSeconds = secondsUntilResume(pressure, state, limits);
    this.judge(pressure);
  }

  private findAway(): void {
    this.backlog = undefined;
    this.retryAfterSeconds = AWAY_SECONDS;
    this.judge('queue_away');
  }

  private judge(obstacle: QueueObstacle | undefined): void {
    if (obstacle === this.obstacle) return;
    this.obstacle = obstacle;
    const { logger } = this.options;
    const { waiting, oldestMs } = this.sample ?? {};
    const backlogMs = this.backlog && Math.round(this.backlog.ms);
    const seen = { waiting, oldestMs, backlogMs };
    if (obstacle) logger.warn({ reason: obstacle, ...seen }, 'new batches are refused');
    else logger.info(seen, 'new batches are taken again');
  }
}

/**
 * Postponed jobs count too: while the database is away workers postpone one after the other, and
 * none would seem to wait. One question after the other: a sample takes one connection.
 */
export async function sampleQueue(
  queue: Pick<LogQueue, 'counts' | 'finished' | 'oldestWaitingMs'>,
): Promise<QueueSample> {
  const { waiting = 0, delayed = 0 } = await queue.counts();
  const finished = await queue.finished();
  const oldestMs = await queue.oldestWaitingMs();
  return { waiting: waiting + delayed, ready: waiting, oldestMs, finished };
}

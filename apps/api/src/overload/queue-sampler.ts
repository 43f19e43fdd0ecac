import type { Logger } from '@app/observability';
import {
  findPressure,
  type QueueLimits,
  type QueuePressure,
  type QueueSample,
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

/**
 * Looks at the queue four times a second, so that no request has to: BullMQ itself takes jobs until
 * its store is full.
 */
export class QueueSampler {
  /** The newest one; undefined before the first. */
  sample: QueueSample | undefined;
  /** Why the queue takes no batch now; undefined: it does. */
  obstacle: QueueObstacle | undefined;

  private readonly now: () => number;
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
    if (this.now() - this.sampledAt > HOLDS_MS) this.judge('queue_away');
    if (this.underWay) return;
    this.underWay = true;
    try {
      const sample = await read();
      this.sample = sample;
      this.sampledAt = this.now();
      this.judge(findPressure(sample, this.options.limits, this.isOverLimit()));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.options.logger.debug({ reason }, 'the queue could not be sampled');
    } finally {
      this.underWay = false;
    }
  }

  private isOverLimit(): boolean {
    return this.obstacle === 'queue_full' || this.obstacle === 'queue_behind';
  }

  private judge(obstacle: QueueObstacle | undefined): void {
    if (obstacle === this.obstacle) return;
    this.obstacle = obstacle;
    const { logger } = this.options;
    if (obstacle) logger.warn({ reason: obstacle, ...this.sample }, 'new batches are refused');
    else logger.info({ ...this.sample }, 'new batches are taken again');
  }
}

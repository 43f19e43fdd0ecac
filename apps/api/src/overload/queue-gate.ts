import {
  findPressure,
  type QueueLimits,
  type QueuePressure,
  type QueueState,
  secondsUntilResume,
} from './queue-pressure.js';

/** Why the queue accepts no batch now. */
export type QueueObstacle = QueuePressure | 'queue_away';

const AWAY_SECONDS = 5;

/**
 * Decides by the state of the queue whether batches are accepted. Its limits decide how early it
 * closes.
 */
export class QueueGate {
  /** Why no batch is accepted now, or undefined while batches are accepted. */
  obstacle: QueueObstacle | undefined;
  /**
   * The whole seconds until the obstacle will be gone, as far as that can be told. Without an
   * obstacle it means nothing.
   */
  retryAfterSeconds = AWAY_SECONDS;

  constructor(private readonly limits: QueueLimits) {}

  see(state: QueueState): void {
    const current = this.obstacle === 'queue_away' ? undefined : this.obstacle;
    this.obstacle = findPressure(state, this.limits, current);
    if (this.obstacle)
      this.retryAfterSeconds = secondsUntilResume(this.obstacle, state, this.limits);
  }

  findAway(): void {
    this.obstacle = 'queue_away';
    this.retryAfterSeconds = AWAY_SECONDS;
  }
}

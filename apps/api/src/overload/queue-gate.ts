import {
  findPressure,
  type QueueLimits,
  type QueuePressure,
  type QueueState,
  secondsUntilResume,
} from './queue-pressure.js';

/** Why the queue takes no batch now. */
export type QueueObstacle = QueuePressure | 'queue_away';

const AWAY_SECONDS = 5;

/** Takes batches or refuses them, as the queue is. Some accounts have a wider gate than others. */
export class QueueGate {
  /** Why it takes no batch now; undefined: it does. */
  obstacle: QueueObstacle | undefined;
  /**
   * While there is an obstacle: whole seconds until it will be gone, as far as that can be told.
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

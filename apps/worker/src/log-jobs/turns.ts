import type { Worker } from 'bullmq';

/** What takes jobs from the queue. A job that is alone stops it for a while. */
export type Intake = Pick<Worker, 'pause' | 'resume'>;

/** The answer to a job that must go back, because another job is alone or waits until it is. */
export const NOT_NOW = Symbol('not now');

/**
 * Gives the jobs of a worker their turns: beside each other, or one of them alone. A job that is
 * alone shares its worker with no other job, so that the worker's death harms only this job.
 */
export class Turns {
  private beside = 0;
  private reserved = false;
  private whenEmpty: (() => void) | undefined;

  /** Runs the work beside that of other jobs. */
  async takeBeside<T>(work: () => Promise<T>): Promise<T | typeof NOT_NOW> {
    if (this.reserved) return NOT_NOW;
    this.beside++;
    try {
      return await work();
    } finally {
      this.beside--;
      if (this.beside === 0) this.whenEmpty?.();
    }
  }

  /**
   * Takes no further jobs, waits until the others have finished, and runs the work. A job that was
   * on its way meanwhile gets the answer `NOT_NOW`. It must not wait here, because a job that waits
   * here would be counted as taken by the worker that may die.
   */
  async takeAlone<T>(intake: Intake, work: () => Promise<T>): Promise<T | typeof NOT_NOW> {
    if (this.reserved) return NOT_NOW;
    this.reserved = true;
    try {
      await intake.pause(true);
      if (this.beside > 0) await new Promise<void>((resolve) => (this.whenEmpty = resolve));
      return await work();
    } finally {
      this.reserved = false;
      this.whenEmpty = undefined;
      void intake.resume();
    }
  }
}

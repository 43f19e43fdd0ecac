import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Turn } from '@app/queue';
import type { Worker } from 'bullmq';

/** What the jobs are taken from. */
export type JobSource = Pick<Worker, 'getNextJob' | 'processJob'>;

/** While all slots of a worker are taken, it takes this many jobs that come first in addition. */
const SPARE = 2;
/** The time between two looks at the queue: short when jobs that come first came lately. */
const LOOK_MS = { lately: 10, otherwise: 100 };
const LATELY_MS = 10_000;

/** How many jobs a worker holds. */
export interface Held {
  /** All jobs, and those of them that come later, and those that are in spare slots. */
  all: number;
  later: number;
  spare: number;
}

export interface SpareSlotsOptions {
  /** The jobs that the worker has under way by itself. */
  slots: number;
  /** Returns how many jobs that come first wait in the queue. */
  firstWaiting: () => Promise<number>;
  /** Called for each job that is taken in a spare slot. */
  onTaken: () => void;
  onError: (error: unknown) => void;
}

/**
 * Takes jobs that come first while all slots of the worker are taken and some of them by jobs that
 * come later. Such a job would otherwise wait until one of them has finished, which may be
 * seconds. BullMQ can take jobs in their order only, so this looks whether one that comes first is
 * next. If another worker was faster, a job that comes later is taken instead. That does no harm,
 * because there are few spare slots.
 */
export class SpareSlots {
  private readonly held: Held = { all: 0, later: 0, spare: 0 };
  private readonly underWay = new Set<Promise<unknown>>();
  private looking: Promise<void> | undefined;
  private stopped = false;
  private lastFirst = -Infinity;

  constructor(private readonly options: SpareSlotsOptions) {}

  /**
   * Does the work of a job that the worker holds, and looks for others meanwhile if there is need.
   */
  async during<T>(turn: Turn, source: JobSource, work: () => Promise<T>): Promise<T> {
    this.count(turn, 1);
    if (this.wantsMore()) this.looking ??= this.look(source);
    try {
      return await work();
    } finally {
      this.count(turn, -1);
    }
  }

  /** Takes no further jobs, and resolves when those in the spare slots have finished. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.looking;
    await Promise.all(this.underWay);
  }

  private count(turn: Turn, change: number): void {
    this.held.all += change;
    if (turn === 'later') this.held.later += change;
    else this.lastFirst = performance.now();
  }

  private async look(source: JobSource): Promise<void> {
    do {
      const lately = performance.now() - this.lastFirst < LATELY_MS;
      await sleep(lately ? LOOK_MS.lately : LOOK_MS.otherwise, undefined, { ref: false });
      try {
        if (this.wantsMore()) await this.take(source, await this.options.firstWaiting());
      } catch (error) {
        this.options.onError(error);
      }
    } while (this.wantsMore());
    this.looking = undefined;
  }

  private wantsMore(): boolean {
    return !this.stopped && mayLook(this.held, this.options.slots);
  }

  private async take(source: JobSource, waiting: number): Promise<void> {
    for (let more = Math.min(waiting, SPARE - this.held.spare); more > 0 && !this.stopped; more--) {
      const token = randomUUID();
      const job = await source.getNextJob(token, { block: false });
      if (!job) return;
      this.held.spare++;
      this.options.onTaken();
      const processed = source
        .processJob(job, token, () => false)
        .catch((error: unknown) => this.options.onError(error))
        .finally(() => {
          this.held.spare--;
          this.underWay.delete(processed);
        });
      this.underWay.add(processed);
    }
  }
}

/** Tells whether jobs that come later keep others from being taken, and a spare slot is free. */
export function mayLook({ all, later, spare }: Held, slots: number): boolean {
  return all >= slots && later > 0 && spare < SPARE;
}

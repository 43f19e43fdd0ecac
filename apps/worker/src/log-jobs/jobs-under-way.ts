import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Turn } from '@app/queue';
import type { Job, Worker } from 'bullmq';

/** BullMQ's part of a worker: it takes jobs from one shard and has them processed. */
export type Intake = Pick<Worker, 'pause' | 'resume' | 'getNextJob' | 'processJob'>;

/** The answer to a job that must go back, because another job is alone or waits until it is. */
export const NOT_NOW = Symbol('not now');

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

export interface JobsUnderWayOptions {
  /** The jobs that BullMQ has under way by itself. */
  slots: number;
  /** One for each shard of the queue. */
  intakes: () => Intake[];
  /** Returns how many jobs that come first wait in each shard. */
  firstWaiting: () => Promise<number[]>;
  /** Called for each job that is taken in a spare slot. */
  onSpare: () => void;
  onError: (error: unknown) => void;
}

/**
 * The jobs that a worker has under way at the same time. They are taken beside each other, with two
 * exceptions.
 *
 * - A job with which workers died is taken alone, so that the worker's death harms only this job.
 * - A job that comes first is taken in a spare slot while all slots are taken and some of them by
 *   jobs that come later. It would otherwise wait until one of them has finished, which may be
 *   seconds. BullMQ can take jobs in their order only, so this looks whether one that comes first
 *   is next. If another worker was faster, a job that comes later is taken instead. That does no
 *   harm, because there are few spare slots.
 */
export class JobsUnderWay {
  private readonly held: Held = { all: 0, later: 0, spare: 0 };
  private readonly inSpareSlots = new Set<Promise<unknown>>();
  private looking: Promise<void> | undefined;
  private stopped = false;
  private lastFirst = -Infinity;
  /** The shard that is the first to be looked at for the next spare slot. */
  private nextSpare = 0;
  /** True while a job is alone, or waits until it is. */
  private reserved = false;
  private whenEmpty: (() => void) | undefined;

  constructor(private readonly options: JobsUnderWayOptions) {}

  /**
   * Does the work of a job beside that of others, and fills the spare slots meanwhile if there is
   * need.
   */
  async beside<T>(turn: Turn, work: () => Promise<T>): Promise<T | typeof NOT_NOW> {
    if (this.reserved) return NOT_NOW;
    this.count(turn, 1);
    if (this.wantsMore()) this.looking ??= this.look();
    try {
      return await work();
    } finally {
      this.count(turn, -1);
      if (this.held.all === 0) this.whenEmpty?.();
    }
  }

  /**
   * Takes no further jobs, waits until the others have finished, and does the work. A job that was
   * on its way meanwhile gets the answer `NOT_NOW`. It must not wait here, because a job that waits
   * here would be counted as taken by the worker that may die.
   */
  async alone<T>(work: () => Promise<T>): Promise<T | typeof NOT_NOW> {
    if (this.reserved) return NOT_NOW;
    this.reserved = true;
    const intakes = this.options.intakes();
    try {
      await Promise.all(intakes.map((intake) => intake.pause(true)));
      if (this.held.all > 0) await new Promise<void>((resolve) => (this.whenEmpty = resolve));
      return await work();
    } finally {
      this.reserved = false;
      this.whenEmpty = undefined;
      for (const intake of intakes) void intake.resume();
    }
  }

  /**
   * Fills no spare slot any more, and resolves when the jobs in them have finished. BullMQ itself
   * waits for all other jobs.
   */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.looking;
    await Promise.all(this.inSpareSlots);
  }

  private count(turn: Turn, change: number): void {
    this.held.all += change;
    if (turn === 'later') this.held.later += change;
    else this.lastFirst = performance.now();
  }

  private async look(): Promise<void> {
    do {
      const lately = performance.now() - this.lastFirst < LATELY_MS;
      await sleep(lately ? LOOK_MS.lately : LOOK_MS.otherwise, undefined, { ref: false });
      try {
        if (this.wantsMore()) await this.fillSpareSlots(await this.options.firstWaiting());
      } catch (error) {
        this.options.onError(error);
      }
    } while (this.wantsMore());
    this.looking = undefined;
  }

  private wantsMore(): boolean {
    return this.mayTakeMore() && mayLook(this.held, this.options.slots);
  }

  private mayTakeMore(): boolean {
    return !this.stopped && !this.reserved;
  }

  private async fillSpareSlots(waiting: number[]): Promise<void> {
    const intakes = this.options.intakes();
    const turns = spareTurns(waiting, this.nextSpare++, SPARE - this.held.spare);
    for (const intake of turns.flatMap((shard) => intakes.slice(shard, shard + 1))) {
      if (!this.mayTakeMore()) return;
      const token = randomUUID();
      const job = await intake.getNextJob(token, { block: false });
      if (job) this.takeInSpareSlot(intake, job, token);
    }
  }

  private takeInSpareSlot(intake: Intake, job: Job, token: string): void {
    this.held.spare++;
    this.options.onSpare();
    const processed = intake
      .processJob(job, token, () => false)
      .catch((error: unknown) => this.options.onError(error))
      .finally(() => {
        this.held.spare--;
        this.inSpareSlots.delete(processed);
      });
    this.inSpareSlots.add(processed);
  }
}

/** Tells whether jobs that come later keep others from being taken, and a spare slot is free. */
export function mayLook({ all, later, spare }: Held, slots: number): boolean {
  return all >= slots && later > 0 && spare < SPARE;
}

/**
 * Returns from which shards the next jobs are taken in spare slots: one of each in turn, beginning
 * with `from`, and at most `most`.
 *
 * @param waiting how many jobs that come first wait in each shard
 */
export function spareTurns(waiting: readonly number[], from: number, most: number): number[] {
  const left = [...waiting];
  const turns: number[] = [];
  const total = waiting.reduce((sum, jobs) => sum + jobs, 0);
  for (let step = from; turns.length < Math.min(most, total); step++) {
    const shard = step % left.length;
    const jobs = left[shard] ?? 0;
    if (jobs === 0) continue;
    left[shard] = jobs - 1;
    turns.push(shard);
  }
  return turns;
}

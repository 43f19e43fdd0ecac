import { setTimeout as sleep } from 'node:timers/promises';
import { ExpectedError } from '../expected-error.js';
import { type Child, describeExit, type Exit, type Ready } from './child.js';
import type { Running } from './teardown.js';

const WINDOW_MS = 60_000;
const DEATHS_ALLOWED = 5;

export interface SupervisedOptions {
  /** The name that the user sees: `API`, `worker`. */
  name: string;
  /**
   * Starts the program. From the second time on, it gets what the first run reported when it was
   * ready.
   */
  start: (first: Ready | undefined) => Child;
  /** How long it may take to stop before it is killed. */
  patienceMs: number;
  /** Pause before a restart. */
  restartAfterMs?: number;
  warn: (line: string) => void;
  /** Called when the program keeps dying, so that everything has to stop. */
  giveUp: (error: Error) => void;
}

/**
 * Keeps one program running. A program that dies is started again after a pause, but five deaths
 * within a minute are too many. A program that dies before it was ever ready is not started again;
 * it has printed the reason.
 */
export class Supervised implements Running {
  readonly name: string;
  private child: Child | undefined;
  private first: Ready | undefined;
  private deaths: number[] = [];
  private stopped = false;

  constructor(private readonly options: SupervisedOptions) {
    this.name = options.name;
  }

  /**
   * Starts the program and waits until it serves.
   *
   * @throws ExpectedError when it ends before
   */
  async start(): Promise<Ready> {
    const child = this.spawn();
    const outcome = await Promise.race([child.ready, child.exited]);
    if ('ready' in outcome) {
      this.first = outcome;
      void child.exited.then((exit) => this.died(exit));
      return outcome;
    }
    throw new ExpectedError(
      `The ${this.name} did not start (${describeExit(outcome)}); its messages above tell why.`,
    );
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.child?.stop(this.options.patienceMs);
  }

  kill(): void {
    this.stopped = true;
    this.child?.kill();
  }

  private spawn(): Child {
    this.child = this.options.start(this.first);
    return this.child;
  }

  private async died(exit: Exit): Promise<void> {
    if (this.stopped) return;
    const now = Date.now();
    this.deaths = [...this.deaths.filter((time) => now - time < WINDOW_MS), now];
    const what = `The ${this.name} ended unexpectedly (${describeExit(exit)})`;
    if (this.deaths.length >= DEATHS_ALLOWED) {
      const times = `${DEATHS_ALLOWED} times within a minute`;
      this.options.giveUp(new ExpectedError(`${what}, ${times}. Its messages above tell why.`));
      return;
    }
    this.options.warn(`${what}; starting it again.`);
    await sleep(this.options.restartAfterMs ?? 1000);
    if (this.stopped) return;
    void this.spawn().exited.then((next) => this.died(next));
  }
}

import { ExpectedError } from '../expected-error.js';
import { type Child, describeExit, type Exit, type Ready } from './child.js';
import { Restarts } from './restarts.js';
import type { Running } from './teardown.js';

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
  warn: (line: string) => void;
}

/**
 * Keeps one program running, as `Restarts` says. A program that dies before it was ever ready is
 * not started again; it has printed the reason.
 */
export class Supervised implements Running {
  readonly name: string;
  private child: Child | undefined;
  private first: Ready | undefined;
  private readonly restarts: Restarts;

  constructor(private readonly options: SupervisedOptions) {
    this.name = options.name;
    this.restarts = new Restarts({ name: `The ${options.name}`, warn: options.warn });
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
    this.restarts.stop();
    await this.child?.stop(this.options.patienceMs);
  }

  kill(): void {
    this.restarts.stop();
    this.child?.kill();
  }

  private spawn(): Child {
    this.child = this.options.start(this.first);
    return this.child;
  }

  private async died(exit: Exit): Promise<void> {
    if (!(await this.restarts.afterDeath(` (${describeExit(exit)})`))) return;
    void this.spawn().exited.then((next) => this.died(next));
  }
}

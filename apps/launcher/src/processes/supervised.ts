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
  private restarts: Restarts | undefined;
  private isOver = false;

  constructor(private readonly options: SupervisedOptions) {
    this.name = options.name;
  }

  /**
   * Starts the program and waits until it serves.
   *
   * @throws ExpectedError when it ends before
   */
  async start(): Promise<Ready> {
    const { name, warn } = this.options;
    const restarts = new Restarts({ name: `The ${name}`, warn });
    this.restarts = restarts;
    const child = this.spawn();
    const outcome = await Promise.race([child.ready, child.exited]);
    if ('ready' in outcome) {
      this.first = outcome;
      void child.exited.then((exit) => this.died(exit, restarts));
      return outcome;
    }
    throw new ExpectedError(
      `The ${this.name} did not start (${describeExit(outcome)}); its messages above tell why.`,
    );
  }

  /**
   * Stops the program and starts it again: as it is built by now, and on its first port. A program
   * that does not serve then is not started again by itself.
   *
   * @throws ExpectedError when it ends before it serves
   */
  async restart(): Promise<void> {
    await this.end();
    if (!this.isOver) await this.start();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.end();
  }

  kill(): void {
    this.isOver = true;
    this.restarts?.stop();
    this.child?.kill();
  }

  private async end(): Promise<void> {
    this.restarts?.stop();
    await this.child?.stop(this.options.patienceMs);
  }

  private spawn(): Child {
    this.child = this.options.start(this.first);
    return this.child;
  }

  private async died(exit: Exit, restarts: Restarts): Promise<void> {
    if (!(await restarts.afterDeath(` (${describeExit(exit)})`))) return;
    void this.spawn().exited.then((next) => this.died(next, restarts));
  }
}

/** Something that was started and must not be left behind. */
export interface Running {
  name: string;
  /** Ends it gracefully; resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it at once, without waiting. */
  kill(): void;
}

/** What is running, to be stopped in the reverse order of starting: nothing loses what it stands on. */
export class Teardown {
  private readonly running: Running[] = [];

  add(running: Running): void {
    this.running.push(running);
  }

  /**
   * Stops everything. One failure does not keep the others from being stopped.
   *
   * @returns the failures, each as a sentence
   */
  async stopAll(): Promise<string[]> {
    const failures: string[] = [];
    for (let last = this.running.pop(); last; last = this.running.pop()) {
      // It stays killable while it stops.
      this.stopping = last;
      try {
        await last.stop();
      } catch (error) {
        failures.push(`Stopping ${last.name} failed: ${(error as Error).message}`);
      }
      this.stopping = undefined;
    }
    return failures;
  }

  killAll(): void {
    this.stopping?.kill();
    for (const running of this.running.toReversed()) running.kill();
  }

  private stopping: Running | undefined;
}

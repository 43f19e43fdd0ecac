/** Something that was started and must not be left behind. */
export interface Running {
  name: string;
  /** Ends it gracefully; resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it at once, without waiting. */
  kill(): void;
}

/**
 * Everything that is running. It is stopped in the reverse order of starting, so that nothing loses
 * what it depends on.
 */
export class Teardown {
  private readonly running: Running[] = [];

  add(running: Running): void {
    this.running.push(running);
  }

  /**
   * Stops everything. A failure does not prevent the others from being stopped.
   *
   * @returns the failures, each as a sentence
   */
  async stopAll(): Promise<string[]> {
    const failures: string[] = [];
    for (let last = this.running.pop(); last; last = this.running.pop()) {
      // While it stops, it can still be killed.
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

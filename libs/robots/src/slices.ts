import type { Work } from './work.js';

export interface SliceSettings {
  /** Milliseconds since any moment. */
  now: () => number;
  /** Milliseconds in which the processor worked for this process. */
  worked: () => number;
  /** Resolves after so many milliseconds, in which others use the processor. */
  pause: (ms: number) => Promise<void>;
}

/** Work in a process is done in slices of so many milliseconds. */
const SLICE_MS = 4;

const SETTINGS: SliceSettings = {
  now: () => performance.now(),
  worked: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  pause: (ms) =>
    new Promise((resolve) => {
      if (ms < 1) setImmediate(resolve);
      else setTimeout(resolve, ms);
    }),
};

/**
 * Runs work that may take long in short slices, one at a time in a process, and pauses between them
 * for as long as they take. So work takes at most half of the time of a process, and whatever else
 * the process does waits for a slice at most. Owners take turns: who has little to do waits for a
 * slice of each of the others, however much they have to do.
 */
export class Slices {
  /** Those who wait, by owner. The owner whose turn is next comes first. */
  private readonly waiting = new Map<number, (() => void)[]>();
  private isTaken = false;

  constructor(private readonly settings: SliceSettings = SETTINGS) {}

  /**
   * Runs work to its end.
   *
   * @param owner who takes a turn, such as the id of an account
   * @param spend is told for how many milliseconds the processor worked, slice by slice
   */
  async run<Result>(
    owner: number,
    work: Work<Result>,
    spend: (ms: number) => void,
  ): Promise<Result> {
    for (;;) {
      await this.turn(owner);
      const { now, worked } = this.settings;
      const [begun, workedBefore] = [now(), worked()];
      try {
        do {
          const step = work.next();
          if (step.done) return step.value;
        } while (now() - begun < SLICE_MS);
      } finally {
        const ms = now() - begun;
        // Other threads of the process work, too, and other processes have the processor meanwhile.
        spend(Math.min(ms, worked() - workedBefore));
        void this.leave(ms);
      }
    }
  }

  private turn(owner: number): Promise<void> | undefined {
    if (!this.isTaken) {
      this.isTaken = true;
      return undefined;
    }
    return new Promise((resolve) => {
      const line = this.waiting.get(owner) ?? [];
      this.waiting.set(owner, line);
      line.push(resolve);
    });
  }

  private async leave(ms: number): Promise<void> {
    await this.settings.pause(ms);
    const [next] = this.waiting;
    if (!next) {
      this.isTaken = false;
      return;
    }
    const [owner, line] = next;
    this.waiting.delete(owner);
    const first = line.shift()!;
    if (line.length > 0) this.waiting.set(owner, line);
    first();
  }
}

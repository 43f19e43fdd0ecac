/** Options for joining calls. */
export interface GroupCallsOptions<In> {
  /** The maximum weight of a group. A single call that weighs more forms a group alone. */
  most: number;
  /** The weight of a call. Default: 1. */
  weigh?: (item: In) => number;
  /** Whether a call may join the calls already in the group. Default: always. */
  fits?: (group: readonly In[], next: In) => boolean;
  /**
   * How many groups may be under way at the same time. Default: 1. While one is, another one begins
   * only when the calls that wait fill it: two half groups would cost more than a whole one.
   */
  lanes?: number;
  /** How long calls wait for others after a group has begun. Default: not at all. */
  pause?: Pause;
  /**
   * Whether a group that failed with this error is tried again in halves, until the failing call is
   * alone, so that one call does not fail the others. Default: never; all calls of the group fail
   * with the same error.
   */
  halveAfter?: (error: unknown) => boolean;
}

/**
 * Calls that come steadily make fewer and larger groups when the next group does not begin as soon as
 * it may. A group that is full never waits.
 */
export interface Pause {
  /**
   * Returns the milliseconds from the beginning of a group of so many calls to that of the next one,
   * at most.
   */
  mostMs(calls: number): number;
  /** The pause ends before when no call has come for so many milliseconds. Default: never. */
  quietMs?: number;
}

interface Call<In, Out> {
  item: In;
  resolve: (result: Out) => void;
  reject: (error: unknown) => void;
}

/**
 * Joins calls that come while others are under way. `work` gets them as one group and returns their
 * results in the same order. A call that finds a free lane waits only for the other calls of the
 * same turn of the event loop, and for the pause after the last group, if there is one. So groups grow
 * with the load, and without load they cost no time.
 */
export function groupCalls<In, Out>(
  work: (items: In[]) => Promise<Out[]>,
  options: GroupCallsOptions<In>,
): (item: In) => Promise<Out> {
  const groups = new CallGroups(work, options);
  return (item) => groups.call(item);
}

class CallGroups<In, Out> {
  private readonly waiting: Call<In, Out>[] = [];
  private readonly lanes: number;
  private readonly weigh: (item: In) => number;
  private waitingWeight = 0;
  private busy = 0;
  private scheduled = false;
  /** When the pause after the last group ends, by `performance.now()`. */
  private pauseEnd = -Infinity;
  private lastCall = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly work: (items: In[]) => Promise<Out[]>,
    private readonly options: GroupCallsOptions<In>,
  ) {
    this.lanes = options.lanes ?? 1;
    this.weigh = options.weigh ?? (() => 1);
  }

  call(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.waitingWeight += this.weigh(item);
      if (this.options.pause) this.lastCall = performance.now();
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || !this.mayBegin()) return;
    const pauseMs = this.pauseLeft();
    if (pauseMs > 0) return this.scheduleAfter(pauseMs);
    clearTimeout(this.timer);
    this.timer = undefined;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.begin();
    });
  }

  /** Looks again after the pause, which later calls may have made longer. */
  private scheduleAfter(pauseMs: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.schedule();
    }, Math.ceil(pauseMs));
  }

  /** Returns milliseconds, 0 or less when there is no pause. */
  private pauseLeft(): number {
    const { pause } = this.options;
    if (!pause || this.isFull()) return 0;
    const quietEnd = this.lastCall + (pause.quietMs ?? Infinity);
    return Math.min(this.pauseEnd, quietEnd) - performance.now();
  }

  private mayBegin(): boolean {
    if (this.waiting.length === 0) return false;
    return this.busy === 0 || (this.busy < this.lanes && this.isFull());
  }

  private isFull(): boolean {
    return this.waitingWeight >= this.options.most;
  }

  private begin(): void {
    this.busy += 1;
    const group = this.take();
    const { pause } = this.options;
    if (pause) this.pauseEnd = performance.now() + pause.mostMs(group.length);
    void this.settle(group).then(() => {
      this.busy -= 1;
      this.schedule();
    });
    this.schedule();
  }

  /** Takes the calls from the front of the queue that may form one group. */
  private take(): Call<In, Out>[] {
    const { most, fits } = this.options;
    const items: In[] = [];
    let weight = 0;
    for (const { item } of this.waiting) {
      weight += this.weigh(item);
      if (items.length > 0 && (weight > most || fits?.(items, item) === false)) break;
      items.push(item);
    }
    for (const item of items) this.waitingWeight -= this.weigh(item);
    return this.waiting.splice(0, items.length);
  }

  /** Runs a group and gives every call its own outcome. It never rejects. */
  private async settle(group: Call<In, Out>[]): Promise<void> {
    try {
      const results = await this.work(group.map(({ item }) => item));
      group.forEach(({ resolve }, place) => resolve(results[place] as Out));
    } catch (error) {
      if (group.length > 1 && this.options.halveAfter?.(error)) {
        const middle = Math.ceil(group.length / 2);
        await this.settle(group.slice(0, middle));
        await this.settle(group.slice(middle));
      } else {
        for (const { reject } of group) reject(error);
      }
    }
  }
}

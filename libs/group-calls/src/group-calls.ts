/** How calls are joined. */
export interface GroupCallsOptions<In> {
  /** A group weighs at most this much; one call that weighs more is a group of its own. */
  most: number;
  /** Default: 1 each. */
  weigh?: (item: In) => number;
  /** Whether a call may join those that come before it. Default: always. */
  fits?: (group: readonly In[], next: In) => boolean;
  /** Groups under way at the same time; default 1. */
  lanes?: number;
  /**
   * Whether a group that failed so is tried again in halves, until what failed stands alone: otherwise
   * one call would fail the others. Default: never, all calls of the group fail alike.
   */
  halveAfter?: (error: unknown) => boolean;
}

interface Call<In, Out> {
  item: In;
  resolve: (result: Out) => void;
  reject: (error: unknown) => void;
}

/**
 * Joins calls that come while others are under way: `work` gets them as one group and gives their results
 * in the same order. A call that finds a free lane waits for nobody but those of the same turn of the
 * event loop, so that groups grow with the load and cost no time without it.
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
  private busy = 0;
  private scheduled = false;

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
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.busy >= this.lanes || this.waiting.length === 0) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.begin();
    });
  }

  private begin(): void {
    this.busy += 1;
    void this.settle(this.take()).then(() => {
      this.busy -= 1;
      this.schedule();
    });
    this.schedule();
  }

  /** The calls from the front of the line that may be one group. */
  private take(): Call<In, Out>[] {
    const { most, fits } = this.options;
    const items: In[] = [];
    let weight = 0;
    for (const { item } of this.waiting) {
      weight += this.weigh(item);
      if (items.length > 0 && (weight > most || fits?.(items, item) === false)) break;
      items.push(item);
    }
    return this.waiting.splice(0, items.length);
  }

  /** Never rejects: every call gets its own outcome. */
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

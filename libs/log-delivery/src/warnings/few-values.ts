/** An object, so that counting looks up a value only once. */
interface Count {
  times: number;
}

/** Counts how often each value came, as long as different ones are few. */
export class FewValues {
  private counts = new Map<string, Count>();
  private areMany = false;

  /** @param most so many different values are told apart */
  constructor(private readonly most: number) {}

  /** How often each came; undefined when there are more than can be told apart. */
  get found(): ReadonlyMap<string, number> | undefined {
    if (this.areMany) return undefined;
    return new Map([...this.counts].map(([value, { times }]) => [value, times]));
  }

  add(value: string, times = 1): void {
    if (this.areMany) return;
    const known = this.counts.get(value);
    if (known) known.times += times;
    else if (this.counts.size >= this.most) this.forget();
    else this.counts.set(value, { times });
  }

  addAll({ found }: FewValues): void {
    if (found) for (const [value, times] of found) this.add(value, times);
    else this.forget();
  }

  private forget(): void {
    this.areMany = true;
    this.counts = new Map();
  }
}

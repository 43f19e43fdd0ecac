/** Counts how often each value came, as long as different ones are few. */
export class FewValues {
  private counts = new Map<string, number>();
  private areMany = false;

  /** @param most so many different values are told apart */
  constructor(private readonly most: number) {}

  /** How often each came; undefined when there are more than can be told apart. */
  get found(): ReadonlyMap<string, number> | undefined {
    return this.areMany ? undefined : this.counts;
  }

  add(value: string, times = 1): void {
    if (this.areMany) return;
    const known = this.counts.get(value);
    if (known === undefined && this.counts.size >= this.most) this.forget();
    else this.counts.set(value, (known ?? 0) + times);
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
